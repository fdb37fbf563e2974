import type { SettleOutcome } from './settle-outcome.js';
import type { VerifyOutcome } from './verify-outcome.js';

/**
 * What the caller of a facilitator may do next:
 *
 * - `go-on`: settle it later.
 * - `new-payment`: answer `402`; the client may sign another payment.
 * - `same-payment`: answer `503`; the client may send the same payment again.
 * - `deliver`: hand over what was paid for.
 * - `check-ledger`: nobody may be told anything, least of all to pay again, before the ledger has been asked for the transaction, until its
 *   blockhash is past.
 */
export type NextStep = 'go-on' | 'new-payment' | 'same-payment' | 'deliver' | 'check-ledger';

export const NEXT_STEP: Readonly<Record<VerifyOutcome['kind'] | SettleOutcome['kind'], NextStep>> = {
  verified: 'go-on',
  refused: 'new-payment',
  unavailable: 'same-payment',
  settled: 'deliver',
  'not-broadcast': 'new-payment',
  duplicate: 'check-ledger',
  uncertain: 'check-ledger',
};
