import type { SignedRegistrySnapshot } from '@oracle-gateway/schnorr';
import type { NodeCallContext } from '../nodes/node-call-error.js';
import type { SweepEvents } from '../nodes/node-events.js';

/** Events of registry snapshots. */
export interface SnapshotEvents extends SweepEvents {
  /** A node did not sign a registry snapshot with the others. */
  notVouched(context: NodeCallContext): void;
  /** Nodes signed a registry snapshot, and it is kept. */
  snapshotMade(signed: SignedRegistrySnapshot): void;
  /** When nodes signed the newest snapshot of the current version, unix seconds; 0: no snapshot is kept. */
  snapshotKept(signedAtSeconds: number): void;
}
