import {
  MAX_ERROR_CHARS,
  MAX_RESPONSE_BYTES,
  nodeErrors,
  parseNodeErrorBody,
  SOURCE_RULES,
  SOURCE_STEPS,
  type NodeErrorCode,
} from '@oracle-gateway/node-api';
import { readRequestJson } from '@oracle-gateway/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeErrorAnswer, NodeError, SourceError } from './node-error.js';

describe('errorAnswer', () => {
  it.each(Object.keys(nodeErrors) as NodeErrorCode[])('%s has the status of the table and a body of the contract', (code) => {
    const { status, body } = nodeErrorAnswer(new NodeError(code));
    expect(status).toBe(nodeErrors[code].status);
    expect(parseNodeErrorBody(body)).toEqual({ error: nodeErrors[code].meaning, code });
  });

  it('tells step and status of a failed source', () => {
    const { status, body } = nodeErrorAnswer(new SourceError('fetch', 'the source answered 500', 500));
    expect(status).toBe(502);
    expect(parseNodeErrorBody(body)).toEqual({
      error: 'the source answered 500',
      code: 'upstream_failure',
      step: 'fetch',
      upstreamStatus: 500,
    });
    expect(nodeErrorAnswer(new SourceError('pack', 'x')).body).toEqual({ error: 'x', code: 'upstream_failure', step: 'pack' });
  });

  it('tells the broken rule where there is one, and leaves the terms of a source out where they must stay', () => {
    const error = new SourceError('select', 'x', undefined, 'words', { rule: 'nothing_selected', matched: '$.a' }, 2);
    const body = { error: 'x', code: 'upstream_failure', step: 'select', rule: 'nothing_selected', matched: '$.a', place: 2 };
    expect(parseNodeErrorBody(nodeErrorAnswer(error).body)).toEqual({ ...body, terms: 'words' });
    expect(parseNodeErrorBody(nodeErrorAnswer(error.withoutTerms()).body)).toEqual(body);
  });

  it('holds every refusal of a source to the contract: a member that breaks it is left out, and all others stay', () => {
    const longTexts = fc.constantFrom('', 'x'.repeat(MAX_ERROR_CHARS - 1), '\u0001'.repeat(2 * MAX_ERROR_CHARS), '\ud800');
    const texts = fc.tuple(longTexts, fc.string({ unit: 'binary', maxLength: 8 })).map((parts) => parts.join(''));
    const numbers = fc.oneof(fc.integer({ min: 0, max: 1_100 }), fc.integer(), fc.double());
    const parts = fc.record({
      step: fc.constantFrom(...SOURCE_STEPS),
      message: texts,
      upstreamStatus: fc.option(numbers, { nil: undefined }),
      terms: fc.option(texts, { nil: undefined }),
      rule: fc.constantFrom(...SOURCE_RULES),
      matched: texts,
    });
    fc.assert(
      fc.property(parts, ({ step, message, upstreamStatus, terms, rule, matched }) => {
        const { body } = nodeErrorAnswer(new SourceError(step, message, upstreamStatus, terms, { rule, matched }));
        // A gateway parses the error like this.
        const told = parseNodeErrorBody(readRequestJson(Buffer.from(JSON.stringify(body)), { maxBytes: MAX_RESPONSE_BYTES }));
        const isStatus = Number.isInteger(upstreamStatus) && Number(upstreamStatus) >= 100 && Number(upstreamStatus) <= 599;
        expect(told).toMatchObject({ code: 'upstream_failure', step, rule });
        expect(told.upstreamStatus).toBe(isStatus ? upstreamStatus : undefined);
        expect(told.error.length).toBe(Math.min(message.length, MAX_ERROR_CHARS));
      }),
    );
  });

  it('cuts a text at its limit, never through a surrogate pair', () => {
    const { body } = nodeErrorAnswer(new NodeError('invalid_request', `${'x'.repeat(MAX_ERROR_CHARS - 1)}\u{1f600} and more`));
    expect(parseNodeErrorBody(readRequestJson(Buffer.from(JSON.stringify(body)), { maxBytes: MAX_RESPONSE_BYTES }))).toBeDefined();
  });

  it.each([new Error('secret key 0xabc at /etc/keys'), 'text', undefined, null])('tells nothing about %j', (error) => {
    expect(nodeErrorAnswer(error)).toEqual({ status: 500, body: { error: nodeErrors.internal.meaning, code: 'internal' } });
  });
});
