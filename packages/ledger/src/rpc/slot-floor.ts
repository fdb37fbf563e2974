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

/** The highest slot of any server, for each commitment. */
export interface SlotFloor {
  at(commitment: Commitment): number;
  call(method: string, params: readonly unknown[]): FlooredCall;
  /** Records the slot of an answer. */
  note(method: string, params: readonly unknown[], result: unknown): void;
}

/** Methods that take `minContextSlot`, with the index of their options. */
const OPTIONS_AT: ReadonlyMap<string, number> = new Map([
  ['getAccountInfo', 1],
  ['getBlockHeight', 0],
  ['getEpochInfo', 0],
  ['getFeeForMessage', 1],
  ['getLatestBlockhash', 0],
  ['getMultipleAccounts', 1],
  ['getProgramAccounts', 1],
  ['getSignaturesForAddress', 1],
  ['getSlot', 0],
  ['isBlockhashValid', 1],
  ['sendTransaction', 1],
  ['simulateTransaction', 1],
]);

/** This method answers from the newest bank, whatever the commitment. */
const STATUSES = 'getSignatureStatuses';

/**
 * Keeps answers of several servers from going back in time: each call needs a bank at least as new as the newest known at its start. A
 * concurrent answer is no older than the state that its caller knew.
 */
export function createSlotFloor(): SlotFloor {
  const highest: Record<Commitment, number> = { confirmed: 0, finalized: 0 };
  return {
    at: (commitment) => highest[commitment],
    call(method, params) {
      const floor = highest[commitmentOf(method, params)];
      return {
        params: floor === 0 ? params : withMinContextSlot(method, params, floor),
        reaches: (result) => (slotOf(method, result) ?? floor) >= floor,
        needsProof: (result) => method === 'getTransaction' && result === null,
      };
    },
    note(method, params, result) {
      if (method === STATUSES) return;
      const commitment = commitmentOf(method, params);
      highest[commitment] = Math.max(highest[commitment], slotOf(method, result) ?? 0);
    },
  };
}

function withMinContextSlot(method: string, params: readonly unknown[], floor: number): readonly unknown[] {
  const position = OPTIONS_AT.get(method);
  if (position === undefined) return params;
  const options = membersOf(params[position]);
  const own = options.minContextSlot;
  const minContextSlot = typeof own === 'number' ? Math.max(own, floor) : floor;
  const extended = [...params];
  extended[position] = { ...options, minContextSlot };
  return extended;
}

/** A node's default is `finalized`; statuses are compared at `confirmed`. */
function commitmentOf(method: string, params: readonly unknown[]): Commitment {
  if (method === STATUSES) return 'confirmed';
  const { commitment, preflightCommitment } = membersOf(params[OPTIONS_AT.get(method) ?? params.length - 1]);
  return (preflightCommitment ?? commitment) === 'confirmed' ? 'confirmed' : 'finalized';
}

function slotOf(method: string, result: unknown): number | null {
  if (method === 'getSlot') return slotOrNull(result);
  if (method === 'getEpochInfo') return slotOrNull(membersOf(result).absoluteSlot);
  return slotOrNull(membersOf(membersOf(result).context).slot);
}

function slotOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
