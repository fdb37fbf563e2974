import { type RegistrySnapshot, registrySnapshotMessage, toHex, unixSeconds } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import { NodeError } from '../errors/node-error.js';

/** Times of the snapshots that this process signed. A process that begins anew has none. */
export interface VouchedTimes {
  /**
   * Takes a time for what a snapshot says. A different statement must be later than all before it: a chain takes snapshots in the order of
   * their times, and would refuse the newer one for ever. The same may be signed at any time, so that several gateways may ask at once.
   * Throws NodeError.
   */
  claim(snapshot: RegistrySnapshot): void;
}

interface Vouched {
  readonly content: string;
  /** Seconds that belong to other contents end here. */
  readonly afterSeconds: number;
  readonly lastSeconds: number;
}

/** Versions whose account the ledger still has are few. */
const MAX_VERSIONS = 64;

export function createVouchedTimes(): VouchedTimes {
  const bySigners = new BoundedMap<bigint, Vouched>(MAX_VERSIONS);
  return {
    claim(snapshot) {
      const { signerVersion, signedAtSeconds } = snapshot;
      const content = toHex(registrySnapshotMessage({ ...snapshot, signedAtSeconds: unixSeconds(0) }));
      const before = bySigners.get(signerVersion);
      const isSame = before?.content === content;
      const afterSeconds = (isSame ? before.afterSeconds : before?.lastSeconds) ?? -1;
      if (signedAtSeconds <= afterSeconds) {
        throw new NodeError(
          'already_signed',
          'signedAtSeconds: must be later than that of every other snapshot of signerVersion that this node signed; ask again with a later time',
        );
      }
      const lastSeconds = isSame ? Math.max(before.lastSeconds, signedAtSeconds) : signedAtSeconds;
      bySigners.set(signerVersion, { content, afterSeconds, lastSeconds });
    },
  };
}
