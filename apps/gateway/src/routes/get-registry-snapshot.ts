import { operations } from '@oracle-gateway/gateway-api';
import type { LedgerReader } from '@oracle-gateway/ledger';
import type { DeploymentId } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { type RegistryKeys, type SignedRegistrySnapshot, type VerifySignature, verifyRegistrySnapshot } from '@oracle-gateway/schnorr';
import { snapshotJson } from '@oracle-gateway/vouching';
import type { Engine } from '../engine/index.js';
import { GatewayError } from '../errors/gateway-error.js';
import type { Endpoint } from '../http/endpoint.js';
import { notEnabled } from '../http/not-enabled.js';
import { queryOf } from '../http/read-query.js';

export interface GetRegistrySnapshotDeps {
  readonly enabled: boolean;
  readonly deploymentId: DeploymentId;
  readonly engine: Engine;
  readonly ledger: LedgerReader;
  readonly verify: VerifySignature;
}

const readQuery = queryOf(operations.getRegistrySnapshot);

/** GET /v1/registry/snapshot: the newest snapshot, or the newest by the nodes of one version. Verified before it is served. */
export function getRegistrySnapshot(deps: GetRegistrySnapshotDeps): Endpoint<typeof operations.getRegistrySnapshot> {
  if (!deps.enabled) return notEnabled('registry snapshots are not enabled on this gateway');
  return async ({ query }) => {
    const { signerVersion } = readQuery(query);
    const asked = signerVersion === undefined ? undefined : BigInt(signerVersion);
    const kept = await deps.engine.snapshots.read(asked).catch((cause: unknown) => {
      throw new GatewayError('snapshots_unavailable', { cause });
    });
    if (kept === null) throw new GatewayError('snapshot_not_found');
    return { status: 200, body: { status: 'ok', data: snapshotJson(kept.signed, await verifiedSigners(kept, deps)) } };
  };
}

/** Node indices of the signers. Throws `internal` for a snapshot that does not verify with the keys of the ledger. */
async function verifiedSigners(
  { signed, signers }: { readonly signed: SignedRegistrySnapshot; readonly signers: RegistryKeys },
  { deploymentId, ledger, verify }: GetRegistrySnapshotDeps,
): Promise<number[]> {
  const { signerVersion } = signed.snapshot;
  // Null once the account is closed. The keys beside the snapshot are the keys that it had.
  const onLedger = await ledger.registry(signerVersion);
  if (onLedger !== null && !sameKeys(onLedger, signers)) throw unverified(`the ledger has other keys of version ${signerVersion}`);
  const verdict = verifyRegistrySnapshot({ deploymentId, registry: signers, signed }, { verify });
  if (!verdict.ok) throw unverified(verdict.reason);
  return verdict.signers;
}

function sameKeys({ keys }: RegistryAccount, other: RegistryKeys): boolean {
  return keys.length === other.keys.length && keys.every((key, index) => sameKey(key, other.keys[index] ?? null));
}

function sameKey(key: Uint8Array | null, other: Uint8Array | null): boolean {
  return key === null || other === null ? key === other : equalBytes(key, other);
}

function unverified(reason: string): GatewayError {
  return new GatewayError('internal', { cause: new Error(`a kept registry snapshot does not verify: ${reason}`) });
}
