import { formatAddress, type Address } from '@oracle-gateway/protocol';

import { DemoFailure } from './demo-failure.js';
import type { PlainTransaction } from './plain-ledger.js';

export interface SettledRound {
  readonly receipt: Address;
  /** Base58: the settling transaction, as the gateway reports it. */
  readonly signature: string;
}

export interface Batch {
  readonly signature: string;
  readonly receipts: readonly Address[];
}

/** The transactions that settled these rounds; the largest batch first. */
export function groupByTransaction(rounds: readonly SettledRound[]): Batch[] {
  const receiptsOf = new Map<string, Address[]>();
  for (const { signature, receipt } of rounds) receiptsOf.set(signature, [...(receiptsOf.get(signature) ?? []), receipt]);
  const batches = [...receiptsOf].map(([signature, receipts]) => ({ signature, receipts }));
  return batches.sort((one, other) => other.receipts.length - one.receipts.length);
}

/** Throws DemoFailure unless the transaction succeeded and names every one of the accounts. */
export function requireCarriedOut(signature: string, transaction: PlainTransaction, accounts: readonly Address[]): void {
  if (!transaction.succeeded) throw new DemoFailure(`the transaction ${signature} failed`);
  const missing = accounts.map(formatAddress).find((account) => !transaction.accounts.includes(account));
  if (missing !== undefined) throw new DemoFailure(`the transaction ${signature} does not name ${missing}`);
}
