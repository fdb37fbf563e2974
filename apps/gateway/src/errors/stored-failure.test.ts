import { MAX_FAILURE_CHARS } from '@oracle-gateway/outbox';
import { SOURCE_RULES } from '@oracle-gateway/node-api';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/stored-record.json' with { type: 'json' };
import { hintNames } from './failure-words.js';
import { readStoredFailure, writeStoredFailure } from './stored-failure.js';

const readers = ['4'.repeat(44), '5'.repeat(44)];
const failure = {
  step: 'select',
  rule: 'nothing_selected',
  matched: '$.data',
  source: 'apiConfigs[31]',
  hint: 'nothing_selected:filter',
  nodes: { agree: 64, failed: 64 },
} as const;

describe('the failure on the record of a round', () => {
  it('is read as it was written', () => {
    expect(readStoredFailure(writeStoredFailure({ failure, readers }))).toEqual({ failure, readers });
    const bare = { failure: { hint: 'exact_values' as const }, readers };
    expect(readStoredFailure(writeStoredFailure(bare))).toEqual(bare);
  });

  it('is read from a record of the vectors, and written in its stored form', () => {
    const texts = file.records.flatMap(({ record }) => ('failure' in record ? [record.failure] : []));
    expect(texts).toHaveLength(1);
    for (const text of texts) {
      const stored = readStoredFailure(text);
      expect(stored && writeStoredFailure(stored)).toBe(text);
    }
  });

  it('is bounded, whatever the request holds: a long text is left out', () => {
    const texts = fc.string({ unit: 'binary', maxLength: 1_024 });
    fc.assert(
      fc.property(texts, fc.constantFrom(...SOURCE_RULES), fc.constantFrom(...hintNames), (matched, rule, hint) => {
        const text = writeStoredFailure({ failure: { ...failure, matched, rule, hint }, readers });
        expect(text.length).toBeLessThanOrEqual(MAX_FAILURE_CHARS);
        expect(text).toMatch(/^[ -~]*$/);
        expect([matched, undefined]).toContain(readStoredFailure(text)?.failure.matched);
      }),
    );
    expect(
      readStoredFailure(writeStoredFailure({ failure: { ...failure, matched: `$${'x'.repeat(128)}` }, readers }))?.failure,
    ).not.toHaveProperty('matched');
  });

  it.each(['', '{', 'null', '7', '{}', '{"readers":7}', '{"readers":[7]}'])('is refused: %s', (text) => {
    expect(readStoredFailure(text)).toBeNull();
  });

  it('of a later version loses what this one does not know', () => {
    const text = JSON.stringify({ readers, step: 'guess', rule: 'of_tomorrow', hint: 'toString', nodes: 7, matched: 7, more: 'SECRET' });
    expect(readStoredFailure(text)).toEqual({ readers, failure: {} });
  });
});
