import { PROGRAM_ERRORS, type TransactionRefusal } from '@oracle-gateway/ledger';

const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 600_000;

/** Until the next look at a round whose transaction is on its way. */
export const IN_FLIGHT_RETRY_MS = 2_000;

/** Until the next try after the RPC server gave no answer. */
export const LEDGER_DOWN_RETRY_MS = 5_000;

/** Until the next try after the cluster refused every transaction of ours, whatever its round: no lamports, an unknown blockhash. */
export const ENVIRONMENT_RETRY_MS = 15_000;

/** Delay after a refusal: doubled each time, at most ten minutes. `attempts` counts the refusals before this one. */
export function retryAfterRefusalMs(attempts: number): number {
  return Math.min(FIRST_RETRY_MS * 2 ** Math.min(attempts, 30), LONGEST_RETRY_MS);
}

const PROGRAM_CODES: ReadonlySet<number> = new Set(PROGRAM_ERRORS.map(([code]) => code));

/**
 * Whether a refusal is about this round and uses up an attempt. A transaction whose instructions never ran, or that broke in a program
 * which the oracle program called (the system program, for want of lamports), says nothing about the round.
 */
export function countsAsAttempt(refusal: TransactionRefusal): boolean {
  switch (refusal.kind) {
    case 'program':
      return PROGRAM_CODES.has(refusal.code);
    case 'instruction':
      return true;
    case 'transaction':
      return false;
  }
}

/** A refusal as a metric label, of a bounded number of values. */
export function refusalLabel(refusal: TransactionRefusal): string {
  return refusal.kind === 'program' && PROGRAM_CODES.has(refusal.code) ? refusal.name : refusal.kind;
}
