import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiConfigError, parseApiConfig, parseApiConfigOutline } from './api-config.js';

const base = { url: 'https://api.example/price', method: 'GET', responseParser: '$.a' };
const aggregation = { mode: 'tolerance', rule: 'median', maxDeviationBps: 5, maxAgeMs: 1_000, numeric: { type: 'int256', decimals: 2 } };

const bounded = { ...aggregation, maxDeviation: '0.5' };

const { rule: ruleText, ...ruleless } = aggregation;
const rule = { rule: ruleText };

function inheriting(inherited: object, own: object): unknown {
  const made = Object.create(inherited) as object;
  return Object.assign(made, own);
}

function verdictOf(parse: (input: unknown) => unknown, input: unknown): unknown {
  try {
    return parse(input);
  } catch (error) {
    if (error instanceof ApiConfigError) return error.message;
    throw error;
  }
}

describe('a configuration that came before', () => {
  it.each([
    base,
    { url: base.url, method: 'POST' },
    { ...base, valueTransform: 'multiply:100' },
    { ...base, aggregation },
    { ...base, aggregation: bounded },
  ])('is the same copy again, in any order of its members (%#)', (config) => {
    const first = parseApiConfig(config);
    expect(first).toEqual(config);
    expect(parseApiConfig(structuredClone(config))).toBe(first);
    expect(parseApiConfig(Object.fromEntries(Object.entries(config).toReversed()))).toBe(first);
  });

  it('is not kept with headers, which may hold credentials', () => {
    const config = { ...base, headers: { authorization: 'Bearer hidden' } };
    expect(parseApiConfig(config)).not.toBe(parseApiConfig(config));
  });

  it('is not kept beyond 1,024 characters', () => {
    const long = { ...base, url: `${base.url}?${'x'.repeat(1_024)}` };
    expect(parseApiConfig(long)).not.toBe(parseApiConfig(long));
    expect(parseApiConfig(long)).toEqual(long);
  });

  it('is forgotten once 512 others came', () => {
    const first = parseApiConfig(base);
    for (let place = 0; place < 512; place += 1) parseApiConfig({ ...base, url: `${base.url}?n=${place}` });
    const again = parseApiConfig(base);
    expect(again).not.toBe(first);
    expect(again).toEqual(first);
  });

  it('cannot be changed by a caller that got it', () => {
    const config = parseApiConfig({ ...base, aggregation });
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.aggregation) && Object.isFrozen(config.aggregation?.numeric)).toBe(true);
  });

  it.each([
    ['null for an absent member', { ...base, valueTransform: null }],
    ['a further member', { ...base, payload: '' }],
    ['a further member of the aggregation', { ...base, aggregation: { ...aggregation, more: 1 } }],
    ['a further member of the type', { ...base, aggregation: { ...aggregation, numeric: { ...aggregation.numeric, more: 1 } } }],
    ['a number for a deviation by amount', { ...base, aggregation: { ...aggregation, maxDeviation: 1 } }],
    ['a deviation by amount of zero', { ...base, aggregation: { ...aggregation, maxDeviation: '0' } }],
    ['a text for a number', { ...base, aggregation: { ...aggregation, maxAgeMs: '1000' } }],
    ['a number that JSON writes as null', { ...base, aggregation: { ...aggregation, maxAgeMs: Number.NaN } }],
    ['an inherited member', Object.create(base)],
    ['an inherited member of the aggregation', { ...base, aggregation: inheriting(rule, { ...ruleless, more: 1 }) }],
    ['a list', [base]],
  ])('makes no other pass: %s', (_what, input) => {
    parseApiConfig(base);
    parseApiConfig({ ...base, aggregation });
    expect(typeof verdictOf(parseApiConfig, input)).toBe('string');
    expect(verdictOf(parseApiConfig, input)).toBe(verdictOf(parseApiConfigOutline, input));
  });

  it('never stands for another: every configuration has its own copy', () => {
    const part = fc.constantFrom(undefined, '$.a', '$["a"]', 'multiply:1', 'multiply:2');
    const member = fc.record({
      url: fc.constantFrom('https://a.example/', 'https://a.example/?x', 'https://a.example/?x","GET'),
      method: fc.constantFrom('GET', 'POST'),
      responseParser: part,
      valueTransform: part,
      aggregation: fc.constantFrom(undefined, aggregation, { ...aggregation, maxAgeMs: 5, maxDeviationBps: 1_000 }, bounded, {
        ...bounded,
        maxDeviation: '5',
      }),
    });
    fc.assert(
      fc.property(member, (input) => {
        const written: unknown = JSON.parse(JSON.stringify(input));
        const verdict = verdictOf(parseApiConfig, written);
        // The cache still holds the inputs before this one.
        if (typeof verdict !== 'string') expect(verdict).toEqual(written);
        else expect(() => parseApiConfig(written)).toThrow(ApiConfigError);
      }),
      { numRuns: 300 },
    );
  });
});
