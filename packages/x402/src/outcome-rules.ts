import type { SettleOutcome } from './settle-outcome.js';
import type { VerifyOutcome } from './verify-outcome.js';

/**
 * The next step after an outcome:
 *
 * - `go-on`: settle it later.
 * - `new-payment`: answer `402`; the client may sign another payment.
 * - `same-payment`: answer `503`; the client may send the same payment again.
 * - `deliver`: hand over what was paid for.
 * - `check-ledger`: search for the transaction on the ledger until its blockhash is past, before any answer; above all, never ask for
 *   another payment.
 */
export type OutcomeStep = 'go-on' | 'new-payment' | 'same-payment' | 'deliver' | 'check-ledger';

/** The next step after each outcome. */
export const NEXT_STEP: Readonly<Record<VerifyOutcome['kind'] | SettleOutcome['kind'], OutcomeStep>> = {
  verified: 'go-on',
  refused: 'new-payment',
  unavailable: 'same-payment',
  settled: 'deliver',
  'not-broadcast': 'new-payment',
  duplicate: 'check-ledger',
  uncertain: 'check-ledger',
};
