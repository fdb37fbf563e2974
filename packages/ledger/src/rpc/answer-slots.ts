import type { Commitment } from './commitment.js';

/** The numbers of an answer that are used as clocks. */
export interface AnswerClocks {
  /** Slot of the bank that answered; null for an answer without one. */
  readonly slot: number | null;
  /** Height of that bank; null for an answer without one. */
  readonly height: number | null;
  /** The highest slot of a block that the answer names; null for none. */
  readonly blockSlot: number | null;
  readonly commitment: Commitment;
}

/** This method answers from the newest bank, whatever the commitment. */
export const STATUSES = 'getSignatureStatuses';

/** Methods that take `minContextSlot`, with the index of their options. */
export const OPTIONS_AT: ReadonlyMap<string, number> = new Map([
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

/** A malformed number counts as absent: the reader of the answer refuses it. */
export function clocksOf(method: string, params: readonly unknown[], result: unknown): AnswerClocks {
  return {
    slot: slotOf(method, result),
    height: heightOf(method, result),
    blockSlot: blockSlotOf(method, result),
    commitment: commitmentOf(method, params),
  };
}

/** A node's default is `finalized`; statuses are compared at `confirmed`. */
export function commitmentOf(method: string, params: readonly unknown[]): Commitment {
  if (method === STATUSES) return 'confirmed';
  const { commitment, preflightCommitment } = answerMembers(params[OPTIONS_AT.get(method) ?? params.length - 1]);
  return (preflightCommitment ?? commitment) === 'confirmed' ? 'confirmed' : 'finalized';
}

export function slotOf(method: string, result: unknown): number | null {
  if (method === 'getSlot') return countOrNull(result);
  if (method === 'getEpochInfo') return countOrNull(answerMembers(result).absoluteSlot);
  return countOrNull(answerMembers(answerMembers(result).context).slot);
}

function heightOf(method: string, result: unknown): number | null {
  if (method === 'getBlockHeight') return countOrNull(result);
  return method === 'getEpochInfo' ? countOrNull(answerMembers(result).blockHeight) : null;
}

function blockSlotOf(method: string, result: unknown): number | null {
  switch (method) {
    case 'getTransaction':
      return countOrNull(answerMembers(result).slot);
    case 'getSignaturesForAddress':
      return highestOf(result);
    case STATUSES:
      return highestOf(answerMembers(result).value);
    default:
      return null;
  }
}

function highestOf(entries: unknown): number | null {
  if (!Array.isArray(entries)) return null;
  const slots = entries.map((entry: unknown) => countOrNull(answerMembers(entry).slot)).filter((slot) => slot !== null);
  return slots.length === 0 ? null : slots.reduce((highest, slot) => Math.max(highest, slot));
}

function countOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

export function answerMembers(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}
