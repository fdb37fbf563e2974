import { type ApiConfig, formatExact, packExact } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { asked } from '../../tests/source-servers.js';
import { NodeError, SourceError } from '../errors/node-error.js';
import { createObserveNumber } from './observe-number.js';
import { createReadingBudget } from '../sharing/reading-budget.js';
import { createReadingTurns } from '../sharing/reading-turns.js';

function observing(body: string | Error) {
  return createObserveNumber({
    fetchSource: () => (typeof body === 'string' ? Promise.resolve(new TextEncoder().encode(body)) : Promise.reject(body)),
    readingTurns: createReadingTurns({ max: 4, monotonicMs: () => 0, startWork: () => () => 0 }),
    nowMs: () => 1_795_000_000_123,
  });
}

const config: ApiConfig = { url: 'https://prices.example/', method: 'GET', responseParser: '$.price' };
const whole: ApiConfig = { url: 'https://prices.example/', method: 'GET' };

describe('observeNumber', () => {
  it.each([
    [{ ...config }, '{"price":"64628.31"}', '64628.31'],
    [{ ...config }, '{"price":64628.31}', '64628.31'],
    [{ ...config }, '{"price":0.1234567890123456789}', '0.123456789012345678'],
    [{ ...config, valueTransform: 'multiply:100' }, '{"price":1.5}', '150'],
    [{ ...config, valueTransform: 'invert|round:2' }, '{"price":3}', '0.33'],
    [{ ...whole }, ' 12.5\r\n', '12.5'],
    [{ ...config }, '{"price":true}', '1'],
    [{ ...config }, '\ufeff{"price":42.5}', '42.5'],
    [{ ...whole }, '\ufeff42.5', '42.5'],
  ])('%j of %s is %s', async (apiConfig, body, expected) => {
    const { decimal, receivedAtMs } = await observing(body)(apiConfig, asked());
    expect(formatExact(packExact(decimal))).toBe(expected);
    expect(receivedAtMs).toBe(1_795_000_000_123);
  });

  it.each([
    ['select', { ...config }, '{"cost":1}'],
    ['select', { ...config }, '{"price":"1 USD"}'],
    ['select', { ...config }, '<html>'],
    ['select', { ...config, responseParser: '$..price' }, '{"a":{"price":1},"b":{"price":2}}'],
    ['select', { ...whole }, 'about 12'],
    ['transform', { ...config, valueTransform: 'invert' }, '{"price":0}'],
    ['transform', { ...config, valueTransform: 'divide:1e40|multiply:1e40' }, '{"price":2}'],
  ] as const)('names the step that failed: %s (%j of %s)', async (step, apiConfig, body) => {
    const error: unknown = await observing(body)(apiConfig, asked()).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(SourceError);
    expect(error).toMatchObject({ step, code: 'upstream_failure' });
  });

  it.each([
    [{ ...config }, '{"cost":1}', { rule: 'nothing_selected', matched: '$' }],
    [{ ...config }, '<html>', { rule: 'body_not_json' }],
    [{ ...whole }, 'about 12', { rule: 'not_a_number' }],
    [{ ...whole }, '9'.repeat(129), { rule: 'too_long' }],
    [{ ...config }, `{"price":"${'9'.repeat(129)}"}`, { rule: 'too_long', matched: '$.price' }],
    [{ ...config }, '{"price":1e79}', { rule: 'exponent', matched: '$.price' }],
    [{ ...config, responseParser: '$[*]', valueTransform: 'sum' }, '[1e-79,2]', { rule: 'exponent' }],
    [{ ...config, valueTransform: 'invert' }, '{"price":0}', { rule: 'division_by_zero' }],
    [{ ...config, valueTransform: 'divide:1e40' }, '{"price":2}', { rule: 'loses_all_digits' }],
  ] as const)('names the broken rule, and how far the text matches (%j of %s)', async (apiConfig, body, broken) => {
    await expect(observing(body)(apiConfig, asked())).rejects.toMatchObject({ broken });
  });

  it('tells a share that was used up after the source was asked as a fault of the source', async () => {
    const readingBudget = createReadingBudget({ threads: 1, monotonicMs: () => 0 });
    const { by } = asked();
    const observe = createObserveNumber({
      readingTurns: createReadingTurns({ max: 4, monotonicMs: () => 0, startWork: () => () => 0 }),
      fetchSource: (_, { charge }) => {
        charge(1_000);
        return Promise.resolve(new TextEncoder().encode('{"price":1}'));
      },
      nowMs: () => 0,
    });
    const charge = (ms: number): boolean => readingBudget.charge(by, ms);
    await expect(observe(config, { ...asked(), charge })).rejects.toMatchObject({
      code: 'upstream_failure',
      broken: { rule: 'too_costly' },
    });
    expect(() => readingBudget.requireShare(by)).toThrow(new NodeError('share_used'));
  });

  it('passes the refusal of a source on as it is', async () => {
    const refusal = new NodeError('forbidden_source');
    await expect(observing(refusal)(config, asked())).rejects.toBe(refusal);
  });
});
