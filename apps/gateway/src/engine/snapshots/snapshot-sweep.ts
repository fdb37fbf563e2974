import { type LedgerReader, readRegistrySnapshot } from '@oracle-gateway/ledger';
import { type DeploymentId, unixSeconds } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import { type FailureMemory, GATHERING_MS, gatherSnapshot } from '@oracle-gateway/vouching';
import type { RoundClock, RoundCurve } from '../model/round-ports.js';
import type { NodeCalls } from '../nodes/node-client.js';
import type { SnapshotEvents } from './snapshot-events.js';
import { askVouchers } from './ask-vouchers.js';
import { type KeptSnapshot, KEPT_VERSIONS, type SnapshotStore, UnreadableSnapshotError } from './snapshot-store.js';
import type { VoucherDirectory } from './voucher-directory.js';

export interface SnapshotSweepDeps {
  readonly deploymentId: DeploymentId;
  readonly store: SnapshotStore;
  /** Reads at `finalized`, as nodes do. */
  readonly finalized: Pick<LedgerReader, 'config' | 'registry'>;
  readonly directory: VoucherDirectory;
  /** They note nothing of the nodes: the endpoint of a replaced key is not the node of its place. */
  readonly calls: NodeCalls;
  readonly memory: FailureMemory;
  readonly curve: RoundCurve;
  readonly clock: RoundClock;
  readonly events: SnapshotEvents;
  readonly signal: AbortSignal;
}

/** Chains let a version lapse after two weeks by default (decision 0105). */
const SIGNED_ANEW_SECONDS = 7 * 86_400;
/** Nodes sign sixty snapshots a minute, for all gateways together. */
const MAX_A_SWEEP = 8;
const DEADLINE_MS = 2_000;
/** A gathering ends within its time and one more attempt. */
const LEASE_SECONDS = GATHERING_MS / 1_000 + 15;
/** A version whose nodes did not sign is asked again after this, and after twice as long each time. */
const RETRY_SECONDS = 20;
const MAX_RETRY_SECONDS = 3_600;

/** This process's knowledge of a version of signers. */
interface Known {
  /** The ledger closed its account. That is never taken back. */
  readonly isClosed: boolean;
  readonly failures: number;
  /** Earliest next try, on the monotonic clock. */
  readonly notBeforeMs: number;
  /** The version that was current at the last failure. */
  readonly current: bigint;
}

type KnownVersions = BoundedMap<bigint, Known>;

/**
 * Keeps a registry snapshot by the nodes of each version whose account the ledger has. Each names the current version, and is signed anew when
 * that changes, and each week. Any process of the keypair may do it, and several may at once.
 */
export function createSnapshotSweep(deps: SnapshotSweepDeps): () => Promise<void> {
  const known: KnownVersions = new BoundedMap(Number(KEPT_VERSIONS));
  return async () => {
    const { registryVersion: current } = await deps.finalized.config({ refresh: true });
    const registry = await deps.finalized.registry(current);
    // Keeps the endpoints of the current nodes while their accounts name them.
    if (registry !== null) await deps.directory(registry);
    for (const version of await dueVersions(current, known, deps)) {
      await make(version, current, known, deps).catch((error: unknown) => deps.events.sweepFailed(error));
    }
    deps.events.snapshotKept((await readKept(current, deps.store))?.signed.snapshot.signedAtSeconds ?? 0);
  };
}

/** Ascending: a chain takes the snapshot that names a version before those of the version's own nodes. The newest versions go first. */
async function dueVersions(current: bigint, known: KnownVersions, deps: SnapshotSweepDeps): Promise<readonly bigint[]> {
  const oldest = current > KEPT_VERSIONS ? current - KEPT_VERSIONS + 1n : 1n;
  const due: bigint[] = [];
  for (let version = current; version >= oldest && due.length < MAX_A_SWEEP; version -= 1n) {
    if ((await dueSince(version, current, known, deps)) !== null) due.unshift(version);
  }
  return due;
}

/**
 * The earliest time that the nodes of a version may sign, in unix seconds. Null: they need not sign now. A chain that holds the version took it
 * with an earlier time, and takes nothing that is not later.
 */
async function dueSince(
  signerVersion: bigint,
  current: bigint,
  known: KnownVersions,
  { store, finalized, clock }: SnapshotSweepDeps,
): Promise<number | null> {
  const state = known.peek(signerVersion);
  if (state?.isClosed === true) return null;
  if (state !== undefined && state.current === current && state.notBeforeMs > clock.monotonicMs()) return null;
  const nowSeconds = Math.floor(clock.nowMs() / 1_000);
  const snapshot = (await readKept(signerVersion, store))?.signed.snapshot;
  const namedAt = (await store.namedAt(signerVersion)) ?? -1;
  const isFresh =
    snapshot !== undefined &&
    snapshot.version === current &&
    snapshot.signedAtSeconds > namedAt &&
    nowSeconds - snapshot.signedAtSeconds < SIGNED_ANEW_SECONDS;
  const earliest = Math.max(snapshot?.signedAtSeconds ?? -1, namedAt) + 1;
  // Nodes sign no time ahead of their clocks: the second comes.
  if (isFresh || earliest > nowSeconds) return null;
  if (signerVersion < current && (await finalized.registry(signerVersion)) === null) {
    known.set(signerVersion, { isClosed: true, failures: 0, notBeforeMs: 0, current });
    return null;
  }
  return earliest;
}

async function make(signerVersion: bigint, current: bigint, known: KnownVersions, deps: SnapshotSweepDeps): Promise<void> {
  // Again: the versions before it may have named it a moment ago, and then it must be later.
  const earliest = await dueSince(signerVersion, current, known, deps);
  if (earliest === null) return;
  const { deploymentId, store, finalized, directory, memory, curve, clock } = deps;
  const what = { signerVersion, version: current };
  if (!(await store.claim({ ...what, leaseSeconds: LEASE_SECONDS }))) return;
  try {
    const asked = { deploymentId, signerVersion, signedAtSeconds: unixSeconds(earliest) };
    const read = await readRegistrySnapshot(asked, { reader: finalized });
    // The account was closed meanwhile.
    if (read === null) return;
    const signed = await gatherSnapshot(
      { toVouch: read, nodes: await directory(read.signers) },
      {
        calls: askVouchers({ deadlineMs: DEADLINE_MS, signal: deps.signal }, deps),
        memory,
        curve: curve.curve,
        verify: curve.verify,
        randomBytes: curve.randomBytes,
        nowMs: clock.nowMs,
        monotonicMs: clock.monotonicMs,
      },
    );
    await store.keep({ signed, signers: read.signers });
    known.delete(signerVersion);
    deps.events.snapshotMade(signed);
  } catch (error) {
    const failures = (known.peek(signerVersion)?.failures ?? 0) + 1;
    const pauseMs = Math.min(RETRY_SECONDS * 2 ** (failures - 1), MAX_RETRY_SECONDS) * 1_000;
    known.set(signerVersion, { isClosed: false, failures, notBeforeMs: clock.monotonicMs() + pauseMs, current });
    throw error;
  } finally {
    await store.release({ ...what, afterSeconds: RETRY_SECONDS });
  }
}

/** Null also for a snapshot of another release: the nodes sign one that this release reads. */
async function readKept(signerVersion: bigint, store: SnapshotStore): Promise<KeptSnapshot | null> {
  try {
    return await store.read(signerVersion);
  } catch (error) {
    if (error instanceof UnreadableSnapshotError) return null;
    throw error;
  }
}
