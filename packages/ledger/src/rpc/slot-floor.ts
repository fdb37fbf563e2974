import type { Commitment } from './commitment.js';

/** One call, and what its answer must come up to. */
export interface FlooredCall {
  /** As asked, with the slot that the server's bank must have reached, where the method takes one. */
  readonly params: readonly unknown[];
  /** False: the answer tells a slot before the highest that was known when the call was made. */
  reaches(result: unknown): boolean;
  /** True: the answer says that something is not there and tells no slot, so that a server that lags behind may give it. */
  needsProof(result: unknown): boolean;
}

/** The highest slot that any server has told, for each commitment. */
export interface SlotFloor {
  at(commitment: Commitment): number;
  call(method: string, params: readonly unknown[]): FlooredCall;
  /** Remembers the slot of an answer. */
  note(method: string, params: readonly unknown[], result: unknown): void;
}

/** Methods that take `minContextSlot`: the place of their options among the parameters. */
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

/** Its slot is that of the newest bank, at no commitment. */
const STATUSES = 'getSignatureStatuses';

/**
 * Lets no answer of several servers go back in time: each call asks for a bank at least as new as the newest that was known when it was
 * made. Answers that were under way meanwhile are no older than what their caller knew.
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

/** A node's own default is `finalized`; statuses are compared with what is confirmed. */
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
