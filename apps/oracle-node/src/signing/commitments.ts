import { toHex } from '@oracle-gateway/protocol';
import { COMMITMENT_LIFE_MS } from '@oracle-gateway/protocol/internal';
import type { NoncePair } from '@oracle-gateway/schnorr/signing';
import type { ClockJumps } from './clock-jumps.js';

/** Unused pairs of one gateway, over all its processes, at most: no gateway uses up those of another. Registered gateways are few. */
const MAX_PER_GATEWAY = 1_024;

interface Held {
  readonly pair: NoncePair;
  /** End of its life on the monotonic clock. */
  readonly expiresAtMs: number;
  readonly onTaken: (() => void) | undefined;
}

export interface CommitmentStore {
  /** Number of further unused pairs that this gateway may have. */
  room(gateway: string): number;
  /** Keeps pairs for this gateway, each under its D. `onTaken` is called for each that is taken. */
  add(gateway: string, pairs: readonly NoncePair[], onTaken?: () => void): void;
  /** Takes and deletes the pair of this D. Null when this gateway never had it, used it, or let it expire. */
  take(gateway: string, d: string): NoncePair | null;
  /** Number of times that all pairs were dropped: what comes after is of another life of this process. */
  dropped(): number;
  size(): number;
  /** Deletes expired pairs; every other call does so for its gateway. */
  prune(): void;
}

/**
 * Nonce pairs of one process for later sessions: never persisted, never shared (docs/protocol.md#nonces). A pair is found by gateway and D
 * together, so that no gateway can use or burn the pairs of another.
 * When the clocks jump apart all pairs are dropped: a copy of this process may have them too, and three signatures over one pair reveal the key.
 */
export function createCommitmentStore(deps: {
  readonly monotonicMs: () => number;
  readonly clockJumps: ClockJumps;
  readonly maxPerGateway?: number;
}): CommitmentStore {
  const maxPerGateway = deps.maxPerGateway ?? MAX_PER_GATEWAY;
  let jumpsSeen = deps.clockJumps.count();
  // Insertion order is expiry order, because every pair lives equally long.
  const held = new Map<string, Map<string, Held>>();

  const dropped = (): number => {
    const jumps = deps.clockJumps.count();
    if (jumps !== jumpsSeen) held.clear();
    jumpsSeen = jumps;
    return jumps;
  };

  const pruned = (gateway: string): Map<string, Held> => {
    dropped();
    const pairs = held.get(gateway) ?? new Map<string, Held>();
    const nowMs = deps.monotonicMs();
    for (const [d, { expiresAtMs }] of pairs) {
      if (expiresAtMs > nowMs) break;
      pairs.delete(d);
    }
    if (pairs.size === 0) held.delete(gateway);
    return pairs;
  };

  return {
    room: (gateway) => Math.max(0, maxPerGateway - pruned(gateway).size),
    add: (gateway, pairs, onTaken) => {
      const kept = pruned(gateway);
      const expiresAtMs = deps.monotonicMs() + COMMITMENT_LIFE_MS;
      for (const pair of pairs) kept.set(toHex(pair.commitment.D), { pair, expiresAtMs, onTaken });
      held.set(gateway, kept);
    },
    take: (gateway, d) => {
      const pairs = pruned(gateway);
      const taken = pairs.get(d);
      if (taken === undefined) return null;
      pairs.delete(d);
      taken.onTaken?.();
      return taken.pair;
    },
    dropped,
    size: () => [...held.values()].reduce((sum, { size }) => sum + size, 0),
    prune: () => {
      for (const gateway of [...held.keys()]) pruned(gateway);
    },
  };
}
