import { type LedgerReader, readRegistrySnapshot } from '@oracle-gateway/ledger';
import { type DeploymentId, unixSeconds } from '@oracle-gateway/protocol';
import { gatherSnapshot, type GatherDeps } from '@oracle-gateway/vouching';
import type { NodeDirectory, RoundNode } from '../nodes/node-directory.js';
import type { Events } from '../telemetry/events.js';
import { askVouchers, type AskVouchersDeps } from './ask-vouchers.js';
import { type KeptSnapshot, type SnapshotStore, UnreadableSnapshotError } from './snapshot-store.js';

export interface SnapshotSweepDeps extends AskVouchersDeps, Omit<GatherDeps<RoundNode>, 'calls'> {
  readonly deploymentId: DeploymentId;
  readonly store: SnapshotStore;
  /** Reads at `finalized`, as nodes do. */
  readonly finalized: Pick<LedgerReader, 'config' | 'registry'>;
  readonly directory: NodeDirectory;
  readonly events: Pick<Events, 'notVouched' | 'snapshotKept' | 'snapshotMade' | 'sweepFailed'>;
  readonly nowMs: () => number;
  readonly signal: AbortSignal;
}

/** Chains let a version lapse after two weeks by default (decision 0105). */
const SIGNED_ANEW_SECONDS = 7 * 86_400;
/** Replaced versions whose nodes are asked for their successor, as long as the ledger has them. */
const MAX_REPLACED = 4n;
/** Longer than a gathering lasts. After one that failed, the next begins when it ends. */
const LEASE_SECONDS = 20;
const DEADLINE_MS = 2_000;

/**
 * Keeps registry snapshots: of the current version, anew each week; and one by the nodes of each replaced version, which names a successor.
 * Any process of the keypair may do it, and several may at once.
 */
export function createSnapshotSweep(deps: SnapshotSweepDeps): () => Promise<void> {
  return async () => {
    const { registryVersion: current } = await deps.finalized.config({ refresh: true });
    // Successors first: a chain takes a snapshot only when it is later than the one before.
    const oldest = current > MAX_REPLACED ? current - MAX_REPLACED : 1n;
    for (let version = oldest; version <= current; version += 1n) {
      await make(version, current, deps).catch((error: unknown) => deps.events.sweepFailed(error));
    }
    deps.events.snapshotKept((await readKept(current, deps.store))?.signed.snapshot.signedAtSeconds ?? 0);
  };
}

async function make(signerVersion: bigint, current: bigint, deps: SnapshotSweepDeps): Promise<void> {
  if (!(await isDue(signerVersion, current, deps))) return;
  if (!(await deps.store.claim({ signerVersion, version: current, leaseSeconds: LEASE_SECONDS }))) return;
  const { deploymentId, finalized, directory, nowMs, signal } = deps;
  const signedAtSeconds = unixSeconds(Math.floor(nowMs() / 1_000));
  const read = await readRegistrySnapshot({ deploymentId, signerVersion, signedAtSeconds }, { reader: finalized });
  // An account that was closed: its nodes can vouch for no version any more.
  if (read === null) return;
  const nodes = await directory(read.signers);
  const calls = askVouchers({ deadlineMs: DEADLINE_MS, signal }, deps);
  const signed = await gatherSnapshot({ toVouch: read, nodes }, { ...deps, calls });
  await deps.store.keep({ signed, signers: read.signers });
  deps.events.snapshotMade(signed);
}

async function isDue(signerVersion: bigint, current: bigint, { store, finalized, nowMs }: SnapshotSweepDeps): Promise<boolean> {
  const kept = await readKept(signerVersion, store);
  if (signerVersion < current) {
    const namesSuccessor = kept !== null && kept.signed.snapshot.version > signerVersion;
    return !namesSuccessor && (await finalized.registry(signerVersion)) !== null;
  }
  return kept === null || nowMs() / 1_000 - kept.signed.snapshot.signedAtSeconds >= SIGNED_ANEW_SECONDS;
}

/** Null also for a snapshot of another release: the nodes sign one that this release reads. */
async function readKept(signerVersion: bigint, store: Pick<SnapshotStore, 'read'>): Promise<KeptSnapshot | null> {
  try {
    return await store.read(signerVersion);
  } catch (error) {
    if (error instanceof UnreadableSnapshotError) return null;
    throw error;
  }
}
