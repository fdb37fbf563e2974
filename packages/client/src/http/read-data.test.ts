import { describe, expect, it } from 'vitest';
import { fakeIo, refusal, type Said } from '../../tests/fake-io.js';
import { TransportError } from '../base/errors.js';
import { textOf } from '../base/json.js';
import { queryText, readData } from './read-data.js';

function isText(data: unknown): data is string {
  return textOf(data) !== undefined;
}

const REQUEST = { path: '/v1/a?b=c' };

function io(...said: Said[]) {
  return fakeIo(() => (said.length > 1 ? said.shift() : said[0])!);
}

describe('readData', () => {
  it('answers the data of the envelope, or the body without one', async () => {
    expect(await readData(io({ data: 'a' }), REQUEST, isText)).toBe('a');
    const isObject = (data: unknown): data is object => typeof data === 'object';
    expect(await readData(io({ data: 'a' }), { ...REQUEST, hasNoEnvelope: true }, isObject)).toEqual({ data: 'a' });
  });

  it('asks again while the gateway cannot answer, after the time that it names', async () => {
    const deps = io(refusal('at_capacity', { status: 503, retryAfterMs: 2_000 }), new TransportError('gateway', 'cut'), {}, { data: 'a' });
    expect(await readData(deps, REQUEST, isText)).toBe('a');
    expect(deps.asked).toHaveLength(4);
    expect(deps.waited[0]).toBeGreaterThanOrEqual(2_000);
  });

  it.each<[string, Said, number]>([
    ['a refusal', refusal('invalid_request'), 1],
    ['a wait that is too long', refusal('rate_limited', { status: 429, retryAfterMs: 60_000 }), 1],
    ['no data, ever', {}, 5],
  ])('gives up after %s', async (_what, said, calls) => {
    const deps = io(said);
    await expect(readData(deps, REQUEST, isText)).rejects.toThrow();
    expect(deps.asked).toHaveLength(calls);
  });

  it('repeats nothing of the query in an error', async () => {
    await expect(readData(io({}), REQUEST, isText)).rejects.toThrow(/answered \/v1\/a without data$/);
  });

  it('ends with the signal', async () => {
    const reason = new Error('enough');
    await expect(readData(io({ data: 'a' }), { ...REQUEST, signal: AbortSignal.abort(reason) }, isText)).rejects.toBe(reason);
  });
});

it('a query has the parameters that have a value, escaped', () => {
  expect([queryText({}), queryText({ a: undefined }), queryText({ a: 'b&c', d: 7 })]).toEqual(['', '', '?a=b%26c&d=7']);
});
