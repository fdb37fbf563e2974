import { awaitRegistry, type RegistryReader } from '@oracle-gateway/ledger';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { BoundedMap } from '@oracle-gateway/protocol/internal';

/** Number of reads of the ledger for a version that nodes know of: a node's server may be ahead of this gateway's. */
const READS = 3;

/** Handling of nodes that refuse a registry version as stale: the ledger is asked. The nodes' word alone changes nothing. */
export interface RegistryNews {
  /** Reads the ledger in the background, so that the rounds to come are under its version; the reader bounds how often. */
  heard(): void;
  /** The current version, read anew until it is later than this one or has been read a few times; null when it cannot be read. */
  after(version: bigint): Promise<RegistryAccount | null>;
}

export function createRegistryNews(deps: { readonly ledger: RegistryReader }): RegistryNews {
  return {
    heard() {
      // One that cannot be read now is read by the next round.
      void deps.ledger.currentRegistry({ refresh: true }).catch(() => undefined);
    },
    after: (version) => awaitRegistry(version + 1n, { reader: deps.ledger, reads: READS }).catch(() => null),
  };
}

/** Milliseconds between two checks that one node causes: a node that names ever later versions costs a few reads a minute. */
const PAUSE_MS = 10_000;
/** Number of places in a registry. */
const MAX_NODES = 64;

/** Registry versions that nodes name unasked. The ledger decides: a version counts once it is read there (decision 0032). */
export interface RegistryHints {
  /** A node has read this version. Reads the ledger in the background where it is later than the version known here. */
  heard(nodeIndex: number, version: bigint): void;
}

interface Teller {
  latest: bigint;
  isHeard: boolean;
}

/** Each node alone causes few checks, so that no node keeps another from being heard. */
export function createRegistryHints(deps: {
  readonly ledger: RegistryReader;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** No read starts once it is aborted. */
  readonly signal: AbortSignal;
}): RegistryHints {
  const tellers = new BoundedMap<number, Teller>(MAX_NODES);

  const check = async (version: bigint): Promise<void> => {
    const known = await deps.ledger.currentRegistry();
    if (version > known.version) await awaitRegistry(version, { reader: deps.ledger, reads: READS });
  };
  const follow = async (teller: Teller): Promise<void> => {
    teller.isHeard = true;
    for (let done = -1n; teller.latest > done && !deps.signal.aborted;) {
      done = teller.latest;
      // A ledger that cannot be read now is read by the next round.
      await check(done).catch(() => undefined);
      await deps.wait(PAUSE_MS, deps.signal);
    }
    teller.isHeard = false;
  };

  return {
    heard(nodeIndex, version) {
      const teller = tellers.getOrCreate(nodeIndex, () => ({ latest: -1n, isHeard: false }));
      if (version <= teller.latest) return;
      teller.latest = version;
      if (!teller.isHeard) void follow(teller);
    },
  };
}
