import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { type ApiConfig, unixSeconds } from '@oracle-gateway/protocol';
import { listSubject, sourceSubject } from '@oracle-gateway/protocol/internal';
import { describe, expect, it } from 'vitest';
import { checkTerms as checkNamed, type TermNames } from './round-terms.js';

const NOW = 1_700_000_000;
const registry: RegistryAccount = { version: 4n, redundancyBuffer: 1, minSigners: 2, active: 5, createdAt: 1n, acceptUntil: 2n, keys: [] };
const apiConfig: ApiConfig = { url: 'https://api.example.com/', method: 'GET' };
const aggregation = {
  mode: 'tolerance',
  rule: 'median',
  maxDeviationBps: 1,
  maxAgeMs: 1,
  numeric: { type: 'int256', decimals: 0 },
} as const;
const good = { signaturesRequired: 3, registryVersion: 4, timestampSeconds: unixSeconds(NOW), subject: sourceSubject(apiConfig) };

const NAMES: TermNames = { signaturesRequired: 'quorum_field', registryVersion: 'version_field', timestampSeconds: 'time_field' };

function checkTerms(terms: typeof good, given: ReturnType<typeof deps>) {
  return checkNamed(terms, NAMES, given);
}

function deps(cached: RegistryAccount = registry, fresh: RegistryAccount = registry) {
  let refreshes = 0;
  return {
    ledger: {
      currentRegistry: (options?: { refresh?: boolean }) => {
        if (options?.refresh === true) refreshes += 1;
        return Promise.resolve(options?.refresh === true ? fresh : cached);
      },
      readCurrentRegistry: () => Promise.resolve(fresh),
    },
    clock: { nowMs: () => NOW * 1000 },
    skewSeconds: 300,
    refreshes: () => refreshes,
  };
}

describe('checkTerms', () => {
  it('yields the registry the round is signed under, from the cache', async () => {
    const given = deps();
    expect(await checkTerms(good, given)).toBe(registry);
    expect(given.refreshes()).toBe(0);
  });

  it.each([2, 5])('accepts a quorum at the bound %i', async (signaturesRequired) => {
    await expect(checkTerms({ ...good, signaturesRequired }, deps())).resolves.toBe(registry);
  });

  it.each([1, 6])('refuses a quorum beyond the bound: %i', async (signaturesRequired) => {
    await expect(checkTerms({ ...good, signaturesRequired }, deps())).rejects.toMatchObject({ code: 'quorum_out_of_range' });
  });

  it('needs a quorum of three in tolerance mode', async () => {
    const tolerance = { ...good, subject: sourceSubject({ ...apiConfig, aggregation }) };
    await expect(checkTerms(tolerance, deps())).resolves.toBe(registry);
    const refused = checkTerms({ ...tolerance, signaturesRequired: 2 }, deps());
    await expect(refused).rejects.toMatchObject({
      code: 'quorum_out_of_range',
      details: { detail: 'quorum_field: must be from 3 to 5' },
    });
  });

  it.each([NOW - 300, NOW + 300])('accepts a timestamp at the edge of the skew, either way: %i', async (timestamp) => {
    await expect(checkTerms({ ...good, timestampSeconds: unixSeconds(timestamp) }, deps())).resolves.toBe(registry);
  });

  it.each([NOW - 301, NOW + 301])("refuses a timestamp beyond the skew, and tells the gateway's time: %i", async (timestamp) => {
    const refused = checkTerms({ ...good, timestampSeconds: unixSeconds(timestamp) }, deps());
    await expect(refused).rejects.toMatchObject({
      code: 'timestamp_out_of_range',
      details: {
        detail: `time_field: must be within 300 s of the gateway's time, which is ${NOW}`,
        members: { gatewayTimeMs: NOW * 1_000 },
      },
    });
  });

  it('takes the skew that the operator has set, either way', async () => {
    const at = (timestamp: number) => checkTerms({ ...good, timestampSeconds: unixSeconds(timestamp) }, { ...deps(), skewSeconds: 2 });
    for (const timestamp of [NOW - 2, NOW + 2]) await expect(at(timestamp)).resolves.toBe(registry);
    for (const timestamp of [NOW - 3, NOW + 3]) await expect(at(timestamp)).rejects.toMatchObject({ code: 'timestamp_out_of_range' });
  });

  it.each([
    ['quorum_field', { signaturesRequired: 9 }],
    ['version_field', { registryVersion: 3 }],
    ['time_field', { timestampSeconds: unixSeconds(1) }],
  ])('a refusal names the field as the path calls it: %s', async (name, changes) => {
    await expect(checkTerms({ ...good, ...changes }, deps())).rejects.toThrow(`validation failed: ${name}: must be `);
  });

  it('a list asks no more values of the nodes than a set may have', async () => {
    const sources = Array.from({ length: 32 }, (_, place) => ({ ...apiConfig, url: `https://api.example.com/${place}` }));
    const large = { ...registry, active: 64, redundancyBuffer: 2 };
    const list = { ...good, subject: listSubject(sources) };
    await expect(checkTerms({ ...list, signaturesRequired: 30 }, deps(large))).resolves.toBe(large);
    const refused = checkTerms({ ...list, signaturesRequired: 31 }, deps(large));
    await expect(refused).rejects.toThrow('apiConfigs: must hold at most 31 sources where 33 nodes are asked');
  });

  it('a stale version refreshes the cache once, and names the current version', async () => {
    const given = deps();
    const refused = checkTerms({ ...good, registryVersion: 3 }, given);
    await expect(refused).rejects.toMatchObject({ code: 'stale_registry_version', details: { members: { registryVersion: 4 } } });
    expect(given.refreshes()).toBe(1);
  });

  it('a version newer than the cached one is judged by the refreshed registry', async () => {
    const fresh = { ...registry, version: 5n, active: 7 };
    expect(await checkTerms({ ...good, registryVersion: 5, signaturesRequired: 7 }, deps(registry, fresh))).toBe(fresh);
  });

  it('quorum, version and time are judged in this order', async () => {
    const allWrong = { signaturesRequired: 1, registryVersion: 3, timestampSeconds: unixSeconds(1), subject: good.subject };
    await expect(checkTerms(allWrong, deps())).rejects.toMatchObject({ code: 'quorum_out_of_range' });
    await expect(checkTerms({ ...allWrong, signaturesRequired: 2 }, deps())).rejects.toMatchObject({ code: 'stale_registry_version' });
  });
});
