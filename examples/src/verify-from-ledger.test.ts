import { deriveFeedId, deriveSourceId, parseAddress, parseApiConfig, toHex } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { configAccount, ledger as answeringLedger, ledgerWith, nowSeconds, registryAccount, vector } from '../tests/attested-result.js';
import { readFlatResult } from './flat-result.js';
import type { Fetch } from './registry-from-ledger.js';
import { type Request, verifyFromLedger } from './verify-from-ledger.js';

const request: Request = { owner: parseAddress(vector.owner), apiConfig: parseApiConfig(vector.apiConfig) };
const fetch: Fetch = answeringLedger;
const honest = {
  result: readFlatResult(vector.result),
  request,
  ledger: { rpcUrl: 'http://ledger.test', programId: parseAddress(vector.programId), network: vector.network },
  fetch,
  nowSeconds,
};

/** Why a check with these changes is refused; empty when it is accepted. */
async function refusalOf(changes: Partial<typeof honest>): Promise<string> {
  const verdict = await verifyFromLedger({ ...honest, ...changes });
  return verdict.ok ? '' : verdict.reason;
}

function flipped(hex: string): string {
  return hex.slice(0, -1) + (hex.endsWith('0') ? '1' : '0');
}
function tampered(change: Record<string, unknown>) {
  return readFlatResult({ status: 'completed', data: { ...vector.result.data, ...change } });
}

describe('verifyFromLedger', () => {
  it('accepts an honest result and names who signed', async () => {
    expect(await verifyFromLedger(honest)).toEqual({
      ok: true,
      value: '64628.31',
      observedAtMs: vector.result.data.observedAt,
      signers: vector.signers,
      activeNodes: 4,
    });
  });

  const { data } = vector.result;
  it.each([
    ['feedId', flipped(data.feedId), /feedId/],
    ['configHash', flipped(data.configHash), /configHash/],
    ['value', '64628.32', /valuePacked/],
    ['valuePacked', flipped(data.valuePacked), /valuePacked/],
    ['timestamp', data.timestamp + 1, /signature/],
    ['observedAt', data.observedAt + 1, /signature/],
    ['registryVersion', 2, /no such registry version/],
    ['signaturesRequired', 2, /feedId/],
    ['signersBitmap', `${data.signersBitmap.slice(0, -2)}13`, /signature/],
    ['signersBitmap', `${data.signersBitmap.slice(0, -2)}0d`, /unknown_signer/],
    ['s', flipped(data.s), /signature/],
    ['rx', flipped(data.rx), /commitmentAddr/],
    ['ryParity', 1, /commitmentAddr/],
    ['commitmentAddr', flipped(data.commitmentAddr), /commitmentAddr/],
  ])('refuses a result whose %s was changed to %s', async (field, value, reason) => {
    expect(await refusalOf({ result: tampered({ [field]: value }) })).toMatch(reason);
  });

  it('refuses a value and its packed form changed together', async () => {
    const valuePacked = '0x0000000000000000000000000000000000000000000000000de0b6b3a7640000';
    expect(await refusalOf({ result: tampered({ value: '1', valuePacked }) })).toMatch(/did not sign this \(signature\)/);
  });

  it.each([
    ['another owner', { owner: parseAddress('11111111111111111111111111111111') }, /feedId/],
    ['another source', { apiConfig: parseApiConfig({ ...vector.apiConfig, url: 'https://example.com/' }) }, /configHash/],
    ['another quorum', { signaturesRequired: 4 }, /quorum/],
  ])('refuses a true result of %s than was asked for', async (_what, change, reason) => {
    expect(await refusalOf({ request: { ...request, ...change } })).toMatch(reason);
  });

  const otherNetwork = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';

  it('says when the network named is not the one that the program was deployed for', async () => {
    const ledger = { ...honest.ledger, network: otherNetwork };
    expect(await refusalOf({ ledger })).toBe('the program was deployed for another network than the one named');
  });

  it('refuses a result of another network', async () => {
    const ledger = { ...honest.ledger, network: otherNetwork };
    expect(await refusalOf({ ledger, fetch: ledgerWith({ config: configAccount({ network: otherNetwork }) }) })).toMatch(/signature/);
  });

  it('refuses a registry version once the ledger has retired it', async () => {
    const acceptedUntil = (acceptUntilSeconds: number) => ledgerWith({ registry: registryAccount({ acceptUntilSeconds }) });
    expect(await refusalOf({ fetch: acceptedUntil(nowSeconds) })).toBe('');
    expect(await refusalOf({ fetch: acceptedUntil(nowSeconds - 1) })).toBe('the registry version has been retired');
  });

  it('refuses every registry version before an emergency, whatever its own time says', async () => {
    const oldestIs = (oldestAcceptedVersion: bigint) => ledgerWith({ config: configAccount({ oldestAcceptedVersion }) });
    expect(await refusalOf({ fetch: oldestIs(3n) })).toBe('');
    expect(await refusalOf({ fetch: oldestIs(4n) })).toBe('an emergency has ended the registry version');
  });

  it('reads tolerance values as signed integers of their own decimals', async () => {
    const numeric = { type: 'int256', decimals: 2 };
    const aggregation = { mode: 'tolerance', rule: 'median', maxDeviationBps: 50, maxAgeMs: 1000, numeric };
    const tolerant = { ...request, apiConfig: parseApiConfig({ ...vector.apiConfig, aggregation }) };
    const sourceId = deriveSourceId(tolerant.apiConfig);
    const feedId = deriveFeedId({ owner: request.owner, sourceId, signaturesRequired: 3 });
    const minusOneHundred = { configHash: toHex(sourceId), feedId: toHex(feedId), valuePacked: `0x${'ff'.repeat(31)}9c` };
    // No node signed this value, so the last check refuses it; a wrong rendering is refused before.
    expect(await refusalOf({ request: tolerant, result: tampered({ ...minusOneHundred, value: '-1' }) })).toMatch(/signature/);
    expect(await refusalOf({ request: tolerant, result: tampered({ ...minusOneHundred, value: '-100' }) })).toMatch(/valuePacked/);
  });

  it('throws when the ledger cannot be read: nothing is known then', async () => {
    const down = () => Promise.reject(new Error('connection refused'));
    await expect(verifyFromLedger({ ...honest, fetch: down })).rejects.toThrow('connection refused');
  });
});
