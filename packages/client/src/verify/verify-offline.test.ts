import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import { describe, expect, it } from 'vitest';
import { vectorLedger } from '../../tests/vector-ledger.js';
import { toBase64 } from '../base/base64.js';
import { fakeWorld } from '../testing.js';
import { keepRegistry, type KeptRegistry } from './kept-registry.js';
import { verifyAnswer, verifyListAnswer } from './verify-offline.js';

// A vector has the members of a kept registry among its own.
const KEPT: KeptRegistry = vector;
const ledger = { rpcUrl: 'http://ledger.test', programId: vector.programId, network: vector.network };
const expected = { source: vector.apiConfig, owner: vector.owner, quorum: 3 };
const ACCEPT_UNTIL_AT = 32;
const { timestamp, observedAt } = vector.result.data;

function endedAt(seconds: number): KeptRegistry {
  const data = Uint8Array.from(atob(vector.registryAccount), (one) => one.charCodeAt(0));
  new DataView(data.buffer).setBigInt64(ACCEPT_UNTIL_AT, BigInt(seconds), true);
  return { ...KEPT, registryAccount: toBase64(data) };
}

function verify(registry: KeptRegistry, change: object = {}) {
  const answer = { status: 'completed', data: { ...vector.result.data, ...change } };
  return verifyAnswer({ answer, expected, registry });
}

describe('verifyAnswer', () => {
  it('verifies an answer by a kept registry alone', () => {
    expect(verify(KEPT)).toMatchObject({ value: '64628.31', signers: vector.signers, quorum: 3, registryVersion: 3, mode: 'exact' });
  });

  it('takes a version that has been retired since, for times up to its end', () => {
    const second = Math.floor(Math.max(observedAt, timestamp * 1000) / 1000);
    expect(verify(endedAt(second))).toMatchObject({ value: '64628.31' });
    expect(() => verify(endedAt(second - 1))).toThrow(expect.objectContaining({ reason: 'registry_version_retired' }));
  });

  it('refuses a version that the answer does not name', () => {
    expect(() => verify(KEPT, { registryVersion: 2 })).toThrow(expect.objectContaining({ reason: 'unknown_registry_version' }));
  });

  it.each([
    ['value', '64628.32', 'inconsistent'],
    ['timestamp', timestamp + 1, 'not_signed'],
    ['s', vector.result.data.rx, 'not_signed'],
  ])('refuses an answer whose %s was changed', (member, value, reason) => {
    expect(() => verify(KEPT, { [member]: value })).toThrow(expect.objectContaining({ name: 'VerificationError', reason }));
  });

  it('refuses an answer of another deployment', () => {
    expect(() => verify({ ...KEPT, network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' })).toThrow(
      expect.objectContaining({ reason: 'not_signed' }),
    );
  });

  it.each([
    [{}, 'registry.programId: must be a text'],
    [{ ...KEPT, programId: 'none' }, 'ledger.programId: must be the base58 form of 32 bytes'],
    [{ ...KEPT, registryAccount: '%' }, 'registry.registryAccount: must be the data of a Registry account in base64'],
    [{ ...KEPT, registryAccount: 'AAAA' }, 'registry.registryAccount: must be the data of a Registry account in base64'],
  ])('names the member of a file that is no registry: %j', (kept, message) => {
    expect(() => verifyAnswer({ answer: vector.result, expected, registry: kept as KeptRegistry })).toThrow(message);
  });
});

describe('keepRegistry', () => {
  it('keeps the version of the ledger as it is there, also once it has been retired', async () => {
    const deps = { fetch: vectorLedger(), clock: () => timestamp * 1000 };
    const { programId, network, registryAccount } = vector;
    expect(await keepRegistry({ ledger, version: 3 }, deps)).toEqual({ programId, network, registryAccount });
    const late = { fetch: vectorLedger({ acceptUntil: 1n }), clock: () => timestamp * 1000 };
    expect(() => verify(KEPT)).not.toThrow();
    expect((await keepRegistry({ ledger, version: 3 }, late)).registryAccount).not.toBe(registryAccount);
  });

  it('refuses a version that the ledger does not have', async () => {
    await expect(keepRegistry({ ledger, version: 2 }, { fetch: vectorLedger() })).rejects.toMatchObject({
      reason: 'unknown_registry_version',
    });
    await expect(keepRegistry({ ledger, version: -1 })).rejects.toThrow('version: must be a registry version');
  });

  it('verifies lists and indices of a world, long after', async () => {
    const sources = ['btc', 'eth'].map((name) => ({ url: `https://api.example/${name}`, method: 'GET' }));
    const world = fakeWorld({ values: (source) => (source.url.endsWith('btc') ? '64628.31' : null) });
    const round = await world.client().values(sources, { minValues: 1 });
    const registry = await keepRegistry({ ledger: world.ledger, version: round.registryVersion }, { fetch: world.fetch });
    const asked = { sources, minValues: 1, owner: world.signer.address, quorum: 3 };
    const kept: unknown = JSON.parse(JSON.stringify(registry));
    const { values } = verifyListAnswer({ answer: round.answer, expected: asked, registry: kept as KeptRegistry });
    expect(values.map(({ value }) => value)).toEqual(['64628.31', null]);
  });
});
