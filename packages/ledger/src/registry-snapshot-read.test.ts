import { type DeploymentId, unixSeconds } from '@oracle-gateway/protocol';
import type { ConfigAccount, RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { describe, expect, it } from 'vitest';
import type { LedgerReader } from './reader.js';
import { readRegistrySnapshot } from './registry-snapshot-read.js';

const DEPLOYMENT = new Uint8Array(32).fill(7) as DeploymentId;

function registry(version: bigint, keys: RegistryAccount['keys']): RegistryAccount {
  return { version, keys, minSigners: Number(version), redundancyBuffer: 1, active: 2, createdAt: 0n, acceptUntil: 0n };
}
const VERSIONS = [registry(2n, [new Uint8Array(64).fill(2)]), registry(3n, [null, new Uint8Array(64).fill(3)])];

function readerOf(config: Pick<ConfigAccount, 'registryVersion' | 'oldestAcceptedVersion'>): Pick<LedgerReader, 'config' | 'registry'> {
  return {
    config: (options) => {
      expect(options).toEqual({ refresh: true });
      return Promise.resolve(config as ConfigAccount);
    },
    registry: (version) => Promise.resolve(VERSIONS.find((known) => known.version === version) ?? null),
  };
}
const reader = readerOf({ registryVersion: 3n, oldestAcceptedVersion: 1n });

function read(signerVersion: bigint) {
  return readRegistrySnapshot({ deploymentId: DEPLOYMENT, signerVersion, signedAtSeconds: unixSeconds(1_795_000_000) }, { reader });
}

describe('readRegistrySnapshot', () => {
  it.each([2n, 3n])('describes the current version, for the nodes of version %d', async (signerVersion) => {
    expect(await read(signerVersion)).toEqual({
      snapshot: {
        deploymentId: DEPLOYMENT,
        signerVersion,
        version: 3n,
        oldestAcceptedVersion: 1n,
        signedAtSeconds: 1_795_000_000,
        minSigners: 3,
        keys: VERSIONS[1]?.keys,
      },
      signers: VERSIONS.find(({ version }) => version === signerVersion),
    });
  });

  it.each([0n, 1n, 4n])('knows no nodes of version %d, which the ledger does not have', async (signerVersion) => {
    expect(await read(signerVersion)).toBeNull();
  });
});
