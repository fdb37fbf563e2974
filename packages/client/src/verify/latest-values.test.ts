import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { describe, expect, it, vi } from 'vitest';
import { vectorLedger } from '../../tests/vector-ledger.js';
import { latestValues } from './latest-values.js';

const { data } = vector.result;
const GATEWAY = 'http://gateway.test';
const ledger = { rpcUrl: 'http://ledger.test', programId: vector.programId, network: vector.network };
const feed = { feedId: data.feedId, source: vector.apiConfig, quorum: 3 };
const told = { feedId: data.feedId, openedBy: 'operator', feed: 'coinbase/btc-usd', signaturesRequired: 3, apiConfig: vector.apiConfig };

/** A gateway that answers the paths that are given, beside the ledger of the vectors. */
function reader(answers: Readonly<Record<string, object>>) {
  const asked: string[] = [];
  const fetch: typeof globalThis.fetch = (url, init) => {
    const address = url instanceof Request ? url.url : String(url);
    if (!address.startsWith(GATEWAY)) return vectorLedger()(url, init);
    const path = address.slice(GATEWAY.length);
    asked.push(path);
    const answer = answers[path];
    const refusal = { error: 'no such feed is public', code: 'feed_not_found' };
    return Promise.resolve(answer === undefined ? Response.json(refusal, { status: 404 }) : Response.json({ status: 'ok', data: answer }));
  };
  const clock = (): number => data.timestamp * 1_000;
  return { asked, ...latestValues({ gateway: `${GATEWAY}/`, ledger }, { fetch, clock }) };
}

describe('the latest value of a public feed', () => {
  const path = `/v1/feeds/${data.feedId}`;

  it('is verified before it is told', async () => {
    const { latest, asked } = reader({ [path]: { ...told, latest: { result: vector.result } } });
    expect(await latest(feed)).toMatchObject({ value: '64628.31', feedId: data.feedId, signers: vector.signers, quorum: 3 });
    expect(asked).toEqual([path]);
  });

  it.each([
    ['another value', { data: { ...data, value: '64628.32' } }, 'inconsistent'],
    ['another time', { data: { ...data, observedAt: data.observedAt + 1 } }, 'not_signed'],
  ])('is refused where the gateway shows %s', async (_, change, reason) => {
    const { latest } = reader({ [path]: { ...told, latest: { result: { ...vector.result, ...change } } } });
    await expect(latest(feed)).rejects.toMatchObject({ name: 'VerificationError', reason });
  });

  it('is refused where the feed is of another source than expected', async () => {
    const { latest } = reader({ [path]: { ...told, latest: { result: vector.result } } });
    const source = { ...vector.apiConfig, url: 'https://other.test/' };
    await expect(latest({ ...feed, source })).rejects.toMatchObject({ reason: 'other_source' });
  });

  it('is null where the gateway keeps none', async () => {
    expect(await reader({ [path]: { ...told, latest: null } }).latest(feed)).toBeNull();
  });

  it('tells of an operation that the gateway ends', async () => {
    const onDeprecated = vi.fn();
    const fetch = () => Promise.resolve(Response.json({ data: { feeds: [] } }, { headers: { deprecation: '@1801353600' } }));
    await latestValues({ gateway: GATEWAY, ledger }, { fetch, onDeprecated }).feeds();
    expect(onDeprecated).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ operation: 'GET /v1/feeds' }));
  });

  it('is refused by the gateway where the feed is not public', async () => {
    await expect(reader({}).latest(feed)).rejects.toMatchObject({ name: 'GatewayError', code: 'feed_not_found' });
  });
});

describe('the public feeds', () => {
  it('are told by the gateway, in its order', async () => {
    expect(await reader({ '/v1/feeds': { feeds: [told] } }).feeds()).toEqual([told]);
  });

  it.each([{}, { feeds: [{ ...told, feedId: 1 }] }, { feeds: [{ ...told, signaturesRequired: '3' }] }])(
    'need a feed id and a quorum each: %#',
    async (answer) => {
      await expect(reader({ '/v1/feeds': answer }).feeds({ signal: AbortSignal.timeout(100) })).rejects.toThrow();
    },
  );
});

describe('the history of a public feed', () => {
  const rows = [{ at: 60, value: '1.5', low: '-1', high: '2' }];
  const path = `/v1/feeds/${data.feedId}/history?from=1&step=60`;

  it('is asked for by its span, and told row by row', async () => {
    const { history, asked } = reader({ [path]: { feedId: data.feedId, step: 60, verifiable: false, rows } });
    expect(await history({ feedId: data.feedId, from: 1, step: 60 })).toEqual(rows);
    expect(asked).toEqual([path]);
  });

  it.each([[[{ ...rows[0], at: '60' }]], [[{ ...rows[0], value: 'much' }]], ['rows']])('of another form is no answer: %j', async (told) => {
    const { history } = reader({ [path]: { rows: told } });
    await expect(history({ feedId: data.feedId, from: 1, step: 60 }, { signal: AbortSignal.timeout(50) })).rejects.toThrow();
  });
});
