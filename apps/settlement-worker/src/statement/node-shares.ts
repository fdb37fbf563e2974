import type { ConcludedRow } from '@oracle-gateway/outbox';
import { signersOf } from '@oracle-gateway/protocol';

/** Atomic units that a signature of one unit earns, by path. */
export type SignaturePrices = ReadonlyMap<string, bigint>;

/** The earnings of a slot of a registry version on one path. */
export interface NodeShare {
  readonly registryVersion: bigint;
  readonly slot: number;
  readonly path: string;
  rounds: number;
  /** Units of the rounds that it signed. */
  units: bigint;
}

/** Most lines of the table: registry versions × slots × paths. */
const MOST_SHARES = 100_000;

/** Adds up who signed the rounds that were earned. */
export class NodeShares {
  private readonly shares = new Map<string, NodeShare>();

  /** Throws RangeError where there are too many. */
  take({ path, registryVersion, signersBitmap, units }: ConcludedRow): void {
    for (const slot of signersOf(signersBitmap)) {
      const key = `${registryVersion} ${slot} ${path}`;
      const share = this.shares.get(key) ?? { registryVersion, slot, path, rounds: 0, units: 0n };
      share.rounds += 1;
      share.units += units;
      this.shares.set(key, share);
      if (this.shares.size > MOST_SHARES) throw new RangeError(`more than ${MOST_SHARES} shares of nodes; take fewer days`);
    }
  }

  /** By registry version, slot and path. */
  lines(): readonly NodeShare[] {
    return [...this.shares.values()].toSorted(
      (one, other) => Number(one.registryVersion - other.registryVersion) || one.slot - other.slot || (one.path < other.path ? -1 : 1),
    );
  }
}
