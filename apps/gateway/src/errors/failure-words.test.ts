import { SOURCE_RULES, SOURCE_STEPS, type SourceStep } from '@oracle-gateway/node-api';
import { errorPages } from '@oracle-gateway/gateway-api/internal';
import type { Aggregation, ApiConfig } from '@oracle-gateway/protocol';
import { listSubject, sourceSubject } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import { hintNames, hintText, sentenceOf } from './failure-words.js';
import { differingValues, failureSentence, judgeWords, type NodeWords } from './source-failure.js';

const aggregation: Aggregation = {
  mode: 'tolerance',
  rule: 'median',
  maxDeviationBps: 100,
  maxAgeMs: 5_000,
  numeric: { type: 'int256', decimals: 2 },
};
const plain: ApiConfig = { url: 'https://api.example.com/', method: 'GET', responseParser: '$.v' };
const forms: readonly ApiConfig[] = [
  plain,
  { url: plain.url, method: 'GET' },
  { ...plain, responseParser: '$.list[?@.id==7].v' },
  { ...plain, responseParser: '$.list[?@.id==7][0].v' },
  { ...plain, responseParser: '$.list[0]' },
  { ...plain, responseParser: '$..v' },
  { ...plain, aggregation },
  { ...plain, url: 'https://api.example.com/?key={{secret.token}}' },
];
const statuses = [301, 400, 401, 402, 403, 404, 405, 410, 429, 500, 503];

/** All words that nodes have for a failure. */
const words: readonly NodeWords[] = [
  ...SOURCE_RULES.map((rule) => ({ step: stepOf(rule), rule })),
  ...SOURCE_STEPS.map((step) => ({ step, rule: 'of_tomorrow' })),
  ...statuses.map((upstreamStatus) => ({ step: 'fetch' as const, upstreamStatus })),
];

function stepOf(rule: string): SourceStep {
  return rule === 'unreachable' ? 'fetch' : 'select';
}

describe('the hints of the gateway', () => {
  it('are each reached by some failure of some source, and no other is told', () => {
    const told = forms.flatMap((config) =>
      words.flatMap((one) => [false, true].map((isSponsored) => judgeWords(one, { subject: sourceSubject(config), isSponsored }).hint)),
    );
    const differing = [
      sourceSubject(plain),
      sourceSubject({ ...plain, aggregation }),
      listSubject([plain, { ...plain, url: 'https://b.example/' }], 1),
    ];
    const reached = new Set([...told, ...differing.map((subject) => differingValues(subject).hint)]);
    expect([...reached].sort()).toEqual([...hintNames].sort());
  });

  it.each(hintNames)('%s is a sentence of bounded length, with no place for a text of others', (name) => {
    const text = hintText(name);
    expect(text).toMatch(/^[A-Z].*\.$/);
    expect(text.length).toBeLessThanOrEqual(256);
    expect(text).not.toMatch(/\$\{|undefined/);
  });

  it.each(SOURCE_RULES)('a failure of the rule %s has a sentence of its own', (rule) => {
    const sentence = sentenceOf({ step: stepOf(rule), rule });
    expect(sentence).not.toMatch(/[.]$/);
    expect(sentence.length).toBeLessThanOrEqual(160);
  });

  it.each([
    ['$.v', 'Compare responseParser'],
    ['$.list[?@.id==7].v', 'No element passes the filter'],
    ["$.trades[?@.side=='buy'][0].p", 'begin valueTransform with first or last'],
    ['$.prices[0]', 'read it by the step json:'],
  ])('depend on the form of the own text: %s', (responseParser, begins) => {
    const { hint } = judgeWords(
      { step: 'select', rule: 'nothing_selected' },
      { subject: sourceSubject({ ...plain, responseParser }), isSponsored: false },
    );
    expect(hint === undefined ? '' : hintText(hint)).toContain(begins);
  });

  it('stand in the examples of the pages as they are told', () => {
    const texts = new Set<unknown>(hintNames.map(hintText));
    const shown = errorPages().flatMap(({ example: { hint } }) => (hint === undefined ? [] : [hint]));
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((hint) => !texts.has(hint))).toEqual([]);
  });

  it('name the source, of several', () => {
    const subject = listSubject([plain, { ...plain, url: 'https://b.example/' }], 1);
    const failure = judgeWords({ step: 'select', rule: 'not_a_number', place: 1 }, { subject, isSponsored: false });
    expect(failureSentence(failure)).toBe('apiConfigs[1]: what is selected is no number, no text of a decimal and no boolean');
  });
});
