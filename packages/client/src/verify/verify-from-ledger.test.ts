import { parseAddress, parseApiConfig } from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { createAggregateKeyCache } from '@oracle-gateway/schnorr';
import { vectorLedger } from '../../tests/vector-ledger.js';
import { deploymentOf } from '../ledger/deployment.js';
import { createOracleLedger } from '../ledger/oracle-ledger.js';
import { type ExpectedRound, verifyValue } from './verify-answer.js';
import { verifyFromLedger } from './verify-from-ledger.js';

const { data } = vector.result;
const ledger = { rpcUrl: 'http://ledger.test', programId: vector.programId, network: vector.network };
const expected = { source: vector.apiConfig, owner: vector.owner, quorum: 3 };

function verify(change: Record<string, unknown> = {}, fetch = vectorLedger(), asked: Partial<typeof expected> = {}) {
  const answer = { status: 'completed', data: { ...data, ...change } };
  return verifyFromLedger({ answer, expected: { ...expected, ...asked }, ledger }, { fetch, clock: () => data.timestamp * 1000 });
}
function flipped(hex: string): string {
  return hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0');
}

describe('verifyFromLedger', () => {
  it('answers the value of the signed bytes, and who signed', async () => {
    expect(await verify()).toMatchObject({ value: '64628.31', signers: vector.signers, quorum: 3, registryVersion: 3, mode: 'exact' });
    expect(await verify()).toMatchObject({ timestampMs: data.timestamp * 1000, observedAtMs: data.observedAt });
  });

  it.each([
    ['feedId', flipped(data.feedId), 'inconsistent'],
    ['configHash', flipped(data.configHash), 'other_source'],
    ['value', '64628.32', 'inconsistent'],
    ['valuePacked', flipped(data.valuePacked), 'inconsistent'],
    ['timestamp', data.timestamp + 1, 'not_signed'],
    ['observedAt', data.observedAt + 1, 'not_signed'],
    ['registryVersion', 2, 'unknown_registry_version'],
    ['signaturesRequired', 2, 'other_quorum'],
    ['signersBitmap', `${data.signersBitmap.slice(0, -2)}13`, 'not_signed'],
    ['s', flipped(data.s), 'not_signed'],
    ['rx', flipped(data.rx), 'inconsistent'],
    ['commitmentAddr', flipped(data.commitmentAddr), 'inconsistent'],
    ['s', undefined, 'malformed'],
  ])('refuses an answer whose %s was changed to %s', async (field, value, reason) => {
    await expect(verify({ [field]: value })).rejects.toMatchObject({ name: 'VerificationError', reason });
  });

  it('takes the source in the text of its caller, who asked for it by the client', async () => {
    const url = vector.apiConfig.url.replace(/^https:\/\/[^/]+/, (origin) => `${origin.toUpperCase()}:443`);
    expect(await verify({}, vectorLedger(), { source: { ...expected.source, url } })).toMatchObject({ sourceId: data.configHash });
  });

  it('refuses a registry version that an emergency has ended, or that is retired', async () => {
    await expect(verify({}, vectorLedger({ oldest: 4n }))).rejects.toMatchObject({ reason: 'registry_version_ended' });
    await expect(verify({}, vectorLedger({ acceptUntil: 1n }))).rejects.toMatchObject({ reason: 'registry_version_retired' });
  });

  it('refuses a true answer of another owner or quorum than was asked for', async () => {
    await expect(verify({}, vectorLedger(), { owner: vector.programId })).rejects.toMatchObject({ reason: 'inconsistent' });
    await expect(verify({}, vectorLedger(), { quorum: 4 })).rejects.toMatchObject({ reason: 'other_quorum' });
  });
});

describe('verifyValue', () => {
  const at = { timestampMs: data.timestamp * 1000, observedAtMs: data.observedAt };

  function held(terms: Pick<ExpectedRound, 'timestampMs' | 'observedAtMs'>) {
    const now = () => at.timestampMs;
    const oracle = createOracleLedger({ rpcUrl: ledger.rpcUrl, fetch: vectorLedger(), timeoutMs: 1_000, now }, deploymentOf(ledger));
    const asked: ExpectedRound = {
      subjects: [sourceSubject(parseApiConfig(vector.apiConfig))],
      quorum: 3,
      owner: parseAddress(vector.owner),
      ...terms,
    };
    const deps = { ledger: oracle, keySums: createAggregateKeyCache({ maxEntries: 1 }), now };
    return verifyValue(deps, { answer: vector.result, expected: asked });
  }

  it('takes the time of the request, and a stamp of the call', async () => {
    const { verified } = await held({ timestampMs: at.timestampMs, observedAtMs: { from: at.observedAtMs, to: at.observedAtMs } });
    expect(verified).toMatchObject(at);
  });

  it.each([
    ['another request', { timestampMs: at.timestampMs - 1_000 }],
    ['a call before: the value was asked for earlier', { observedAtMs: { from: at.observedAtMs + 1, to: Infinity } }],
    ['a time to come', { observedAtMs: { from: 0, to: at.observedAtMs - 1 } }],
  ])('refuses an answer of %s', async (_of, terms) => {
    await expect(held(terms)).rejects.toMatchObject({ reason: 'other_time' });
  });
});
