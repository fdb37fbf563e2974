import { expect, it } from 'vitest';
import { readSubject } from '../source/asked.js';
import { ruleText } from './rule-words.js';

const exact = { url: 'https://a.example/price', method: 'GET', responseParser: '$.price' };
const numeric = { type: 'int256', decimals: 8 };
const aggregation = { mode: 'tolerance', rule: 'median', maxDeviationBps: 50, maxAgeMs: 15_000, numeric };

it('a rule is told in words, with the nodes that sign', () => {
  expect(ruleText(readSubject(exact), { quorum: 3, nodes: undefined })).toBe('every signing node sees the same number; 3 nodes sign');
  expect(ruleText(readSubject({ ...exact, aggregation }), { quorum: 3, nodes: 5 })).toBe(
    'the median, within 0.50 %, at most 15 s old; 3 of 5 nodes sign',
  );
  expect(ruleText(readSubject({ ...exact, aggregation: { ...aggregation, maxDeviationBps: 0 } }), { quorum: 3, nodes: 5 })).toContain(
    'the median, where all are equal, ',
  );
  const absolute = { ...aggregation, maxDeviation: '0.1' };
  expect(ruleText(readSubject({ ...exact, aggregation: absolute }), { quorum: 2, nodes: 5 })).toContain('within 0.50 % or 0.1, ');
  const combine = { rule: 'median', minSources: 2, maxDeviationBps: 50, maxAgeMs: 15_000, decimals: 8 };
  const apiConfigs = ['a', 'b', 'c'].map((name) => ({ ...exact, url: `https://${name}.example/price` }));
  expect(ruleText(readSubject({ apiConfigs, combine }), { quorum: 3, nodes: 5 })).toBe(
    'the median of at least 2 of 3 sources, within 0.50 %, at most 15 s old; 3 of 5 nodes sign',
  );
});
