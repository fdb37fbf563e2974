import { commitmentOf, answerMembers, OPTIONS_AT, slotOf, STATUSES } from './answer-slots.js';
import type { Commitment } from './commitment.js';

/** One call, and the slot that its answer must reach. */
export interface FlooredCall {
  /** The caller's parameters, with `minContextSlot` where the method takes it. */
  readonly params: readonly unknown[];
  /** False: the answer's slot is below the highest slot known at the start of the call. */
  reaches(result: unknown): boolean;
  /** True: the answer reports something absent and has no slot. A server that lags behind may give it. */
  needsProof(result: unknown): boolean;
}

/** The highest slot of any server, for each commitment, while answers reach it. */
export interface SlotFloor {
  at(commitment: Commitment): number;
  call(method: string, params: readonly unknown[]): FlooredCall;
  /** Records the slot of an answer that is believed. */
  note(method: string, params: readonly unknown[], result: unknown): void;
  /** Records that a server has not reached the slot. */
  missed(method: string, params: readonly unknown[]): void;
}

/**
 * Milliseconds for which servers may miss a known slot. A live ledger passes it within seconds: after that, the one answer that named it
 * was wrong.
 */
const MISSED_FOR_MS = 20_000;

interface Known {
  readonly slot: number;
  /** Time since which no answer reaches it; null: the last one did. */
  readonly missedSinceMs: number | null;
}

/**
 * Keeps answers of several servers from going back in time: each call needs a bank at least as new as the newest known at its start. A
 * concurrent answer is no older than the state that its caller knew.
 */
export function createSlotFloor({ monotonicMs }: { readonly monotonicMs: () => number }): SlotFloor {
  const highest: Record<Commitment, Known> = {
    confirmed: { slot: 0, missedSinceMs: null },
    finalized: { slot: 0, missedSinceMs: null },
  };
  const at = (commitment: Commitment): number => {
    const { slot, missedSinceMs } = highest[commitment];
    return missedSinceMs !== null && monotonicMs() - missedSinceMs > MISSED_FOR_MS ? 0 : slot;
  };
  return {
    at,
    call(method, params) {
      const floor = at(commitmentOf(method, params));
      return {
        params: floor === 0 ? params : withMinContextSlot(method, params, floor),
        reaches: (result) => (slotOf(method, result) ?? floor) >= floor,
        needsProof: (result) => method === 'getTransaction' && result === null,
      };
    },
    note(method, params, result) {
      if (method === STATUSES) return;
      const commitment = commitmentOf(method, params);
      const slot = slotOf(method, result);
      if (slot !== null && slot >= at(commitment)) highest[commitment] = { slot, missedSinceMs: null };
    },
    missed(method, params) {
      const commitment = commitmentOf(method, params);
      const { slot, missedSinceMs } = highest[commitment];
      highest[commitment] = { slot, missedSinceMs: missedSinceMs ?? monotonicMs() };
    },
  };
}

function withMinContextSlot(method: string, params: readonly unknown[], floor: number): readonly unknown[] {
  const position = OPTIONS_AT.get(method);
  if (position === undefined) return params;
  const options = answerMembers(params[position]);
  const own = options.minContextSlot;
  const minContextSlot = typeof own === 'number' ? Math.max(own, floor) : floor;
  const extended = [...params];
  extended[position] = { ...options, minContextSlot };
  return extended;
}
