import { deriveFeedId, packExact, packTolerance, parseAddress, parseDecimal, toHex } from '@oracle-gateway/protocol';
import { createAggregateKeyCache } from '@oracle-gateway/schnorr';
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { fakeLedger, NOW_SECONDS } from '../../tests/fake-io.js';
import { OWN_LEDGER, signedAnswer } from '../../tests/signed-answers.js';
import { listIn, sourceIn } from '../base/source.js';
import { type FeedAnswerInput, verifyFeedAnswer } from './verify-feed-answer.js';

const aggregation = {
  ...{ mode: 'tolerance', rule: 'median', maxDeviationBps: 100, maxAgeMs: 30_000 },
  numeric: { type: 'int256', decimals: 4 },
};
const btc = { url: 'https://btc.test/price', method: 'GET', responseParser: '$.price' };
const eth = { ...btc, url: 'https://eth.test/price', aggregation };
function feedOf(source: typeof btc): string {
  const owner = parseAddress('11111111111111111111111111111111');
  return toHex(deriveFeedId({ owner, sourceId: sourceIn(source).sourceId, signaturesRequired: 3 }));
}

const VALUES = [packExact(parseDecimal('64628.31')), packTolerance(parseDecimal('2411.5'), 4)];
const LIST = signedAnswer({ subject: listIn({ sources: [btc, eth] }), values: VALUES });
function withRow(place: number, change: object): object {
  const values = LIST.data.values?.map((row, at) => (at === place ? { ...row, ...change } : row));
  return { ...LIST, data: { ...LIST.data, values } };
}

const OTHER = signedAnswer({ subject: listIn({ sources: [btc, eth] }), values: VALUES.with(0, packExact(parseDecimal('1'))) });
/** Values of the one, signature of the other. */
const attestation = { ...OTHER.data.attestation, signature: Reflect.get(LIST.data.attestation, 'signature') as unknown };

function verify(input: Partial<FeedAnswerInput>, ledger = OWN_LEDGER) {
  const deps = { ledger, keySums: createAggregateKeyCache({ maxEntries: 4 }), now: () => NOW_SECONDS * 1000 };
  return verifyFeedAnswer(deps, { answer: LIST, expected: { feedId: feedOf(btc), source: btc, quorum: 3 }, ...input });
}

describe('an answer of a public feed', () => {
  it('is verified without its owner, against the id of the feed', async () => {
    const { result, apiConfig } = vector;
    const expected = { feedId: result.data.feedId, source: apiConfig, quorum: 3 };
    const input = { answer: result, expected };
    expect(await verify(input, fakeLedger())).toMatchObject({ value: '64628.31', feedId: result.data.feedId, signers: vector.signers });
    const other = { ...input, expected: { ...expected, feedId: feedOf(eth) } };
    await expect(verify(other, fakeLedger())).rejects.toMatchObject({ reason: 'inconsistent' });
    const changed = { ...result, data: { ...result.data, feedId: feedOf(eth) } };
    await expect(verify({ ...other, answer: changed }, fakeLedger())).rejects.toMatchObject({ reason: 'not_signed' });
    await expect(verify({ expected: { ...expected, feedId: '0x12' } })).rejects.toMatchObject({
      name: 'ClientUsageError',
      field: 'feedId',
    });
  });

  it('is verified by itself where it was bought in a list', async () => {
    expect(await verify({ place: 0 })).toMatchObject({
      value: '64628.31',
      mode: 'exact',
      feedId: feedOf(btc),
      quorum: 3,
      signers: [0, 1, 3],
    });
    const expected = { feedId: feedOf(eth), source: eth, quorum: 3 };
    expect(await verify({ place: 1, expected })).toMatchObject({
      value: '2411.5',
      mode: 'tolerance',
      sourceId: toHex(sourceIn(eth).sourceId),
    });
  });

  it.each([
    ['another value', withRow(0, { value: '1' }), 'inconsistent'],
    ['another packed value', withRow(0, { value: '1', valuePacked: toHex(packExact(parseDecimal('1'))) }), 'inconsistent'],
    ['another value of its neighbour', withRow(1, { valuePacked: toHex(packTolerance(parseDecimal('1'), 4)) }), 'inconsistent'],
    ['another source', withRow(0, { sourceId: toHex(sourceIn(eth).sourceId) }), 'other_source'],
    ['another feed', withRow(0, { feedId: feedOf(eth) }), 'inconsistent'],
    ['values that were not signed', { ...OTHER, data: { ...OTHER.data, attestation } }, 'not_signed'],
  ])('is refused in a list with %s', async (_what, answer, reason) => {
    await expect(verify({ place: 0, answer })).rejects.toMatchObject({ name: 'VerificationError', reason });
  });

  it('is refused at a place without a value, and of another quorum', async () => {
    const absent = signedAnswer({ subject: listIn({ sources: [btc, eth], minValues: 1 }), values: [null, VALUES[1] ?? null] });
    await expect(verify({ place: 0, answer: absent })).rejects.toMatchObject({ reason: 'inconsistent' });
    await expect(verify({ place: 2 })).rejects.toMatchObject({ reason: 'inconsistent' });
    const expected = { feedId: feedOf(btc), source: btc, quorum: 2 };
    await expect(verify({ place: 0, expected })).rejects.toMatchObject({ reason: 'other_quorum' });
  });
});
