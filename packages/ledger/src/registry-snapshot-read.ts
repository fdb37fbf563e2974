import type { DeploymentId, RegistrySnapshot, UnixSeconds } from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import type { LedgerReader } from './reader.js';

/** Content that the ledger allows a registry snapshot now. */
export interface RegistrySnapshotRead {
  /** Describes the current version. */
  readonly snapshot: RegistrySnapshot;
  /** The version whose nodes sign. */
  readonly signers: RegistryAccount;
}

/**
 * Makes the one true snapshot of this moment: of the current version, for the nodes of `signerVersion`. Null where the ledger does not have
 * that version, or no longer has it. Read at `finalized`: a snapshot must not describe a version that is rolled back.
 * Throws what the reader throws.
 */
export async function readRegistrySnapshot(
  {
    deploymentId,
    signerVersion,
    signedAtSeconds,
  }: { readonly deploymentId: DeploymentId; readonly signerVersion: bigint; readonly signedAtSeconds: UnixSeconds },
  { reader }: { readonly reader: Pick<LedgerReader, 'config' | 'registry'> },
): Promise<RegistrySnapshotRead | null> {
  const { registryVersion: version, oldestAcceptedVersion } = await reader.config({ refresh: true });
  if (signerVersion < 1n || signerVersion > version) return null;
  const [signers, described] = await Promise.all([reader.registry(signerVersion), reader.registry(version)]);
  if (signers === null || described === null) return null;
  const { minSigners, keys } = described;
  return { snapshot: { deploymentId, signerVersion, version, oldestAcceptedVersion, signedAtSeconds, minSigners, keys }, signers };
}
