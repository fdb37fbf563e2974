import { describe, expect, it } from 'vitest';
import { judgePath, type PathDraft } from './judge.js';
import { readSample, type Sample } from './sample.js';

const NOTHING: PathDraft = { responseParser: undefined, valueTransform: undefined, aggregation: undefined, maxBytes: undefined };
const sample = readSample(
  '{"data":{"amount":"64628.31","change":-2,"small":"0.00000001"},"prices":["1","2"],"when":"2026-01-31T12:00:00Z"}',
);

function judge(draft: Partial<PathDraft>, on?: Sample) {
  return judgePath({ ...NOTHING, ...draft }, on ?? sample);
}

describe('the judge of a path', () => {
  it('shows the selected value, the number after each step, and what would be signed', () => {
    expect(judge({ responseParser: '$.data.amount', valueTransform: 'multiply:100|round:0' })).toEqual({
      state: 'good',
      selected: '"64628.31"',
      after: ['6462831', '6462831'],
      signed: '6462831',
    });
    expect(judge({ responseParser: '$.when', valueTransform: 'date|divide:60' })).toMatchObject({
      signed: '29497680',
      after: ['1769860800', '29497680'],
    });
    expect(judge({ responseParser: '$.prices[*]', valueTransform: 'sum' })).toMatchObject({ selected: undefined, signed: '3' });
  });

  it('cuts the digits that the rule of agreement does not keep', () => {
    const aggregation = {
      mode: 'tolerance',
      rule: 'median',
      maxDeviationBps: 50,
      maxAgeMs: 15_000,
      numeric: { type: 'int256', decimals: 1 },
    } as const;
    expect(judge({ responseParser: '$.data.amount', aggregation })).toMatchObject({ signed: '64628.3' });
    expect(judge({ responseParser: '$.data.change', aggregation })).toMatchObject({ signed: '-2' });
    expect(judge({ responseParser: '$.data.small', aggregation })).toMatchObject({ state: 'wrong', field: 'value' });
  });

  it.each([
    ['data.amount', undefined, '$.data.amount'],
    ['data.amount', sample, '$.data.amount'],
    ['$.data.amout', sample, '$.data.amount'],
    ['$.data', sample, undefined],
    ['$..[', sample, undefined],
  ])('of the wrong path %s names the nearest right one', (responseParser, on, nearest) => {
    const judgement = judgePath({ ...NOTHING, responseParser }, on);
    expect(judgement).toMatchObject({ state: 'wrong', field: 'responseParser' });
    expect('nearest' in judgement ? judgement.nearest : undefined).toBe(nearest);
  });

  it('names the step at fault', () => {
    expect(judge({ responseParser: '$.data.amount', valueTransform: 'round:2|hex' })).toMatchObject({
      state: 'wrong',
      field: 'valueTransform',
      step: 1,
    });
    expect(judge({ responseParser: '$.data.amount', valueTransform: 'round:2|oops' })).toMatchObject({
      state: 'wrong',
      by: 'text',
      step: 1,
    });
    expect(judge({ responseParser: '$.data.amount', valueTransform: 'multiply:1|min:70000' })).toMatchObject({
      state: 'wrong',
      by: 'sample',
      rule: 'The number is below min.',
      step: 1,
    });
  });

  it('refuses a number below zero where every node has to see the same', () => {
    expect(judge({ responseParser: '$.data.change' })).toMatchObject({ state: 'wrong', field: 'value' });
  });

  it('says to click where there is no path, and takes an answer that is the number', () => {
    expect(judge({})).toMatchObject({ state: 'wrong', rule: 'Click the number you want, or write its path.' });
    expect(judge({}, readSample('64628.31\n'))).toMatchObject({ state: 'good', signed: '64628.31' });
    expect(judgePath({ ...NOTHING, responseParser: '$.a' }, undefined)).toEqual({ state: 'untried' });
  });

  it('reads a large sample once: the numbers between the steps are left out', () => {
    const large = readSample(`{"a":7,"b":"${'x'.repeat(70_000)}"}`);
    expect(judge({ responseParser: '$.a', valueTransform: 'round:2' }, large)).toMatchObject({
      state: 'good',
      after: [undefined],
      signed: '7',
    });
  });
});
