import type { TransactionStatus } from '@oracle-gateway/ledger';
import type { Broadcast } from '@oracle-gateway/outbox';
import { equalBytes } from '@oracle-gateway/protocol';
import type { RoundProof } from './round-proof.js';
import type { SettlementLedger } from './settlement-ledger.js';

/** What the ledger says of a round. */
export type Reconciliation =
  /** The receipt holds this round's message. The signature is null when none of the transactions given made it. */
  | { readonly kind: 'settled'; readonly signature: string | null; readonly slot: number }
  /** A transaction may still land, or has landed and its receipt is not visible yet. */
  | { readonly kind: 'in_flight' }
  /** The receipt holds another message: this round can never be settled. */
  | { readonly kind: 'conflict' }
  /** Not on the ledger, and nothing that was sent can land any more. */
  | { readonly kind: 'absent' };

interface Landing {
  readonly signature: string;
  readonly slot: number;
}

/**
 * Finds out what became of the transactions of earlier attempts. Expiry is read first and the receipt last, so that nothing can land
 * unseen in between. Throws LedgerUnavailableError.
 */
export async function reconcile(ledger: SettlementLedger, proof: RoundProof, broadcasts: readonly Broadcast[]): Promise<Reconciliation> {
  const mayStillLand = broadcasts.length > 0 && !(await areExpired(ledger, broadcasts));
  const statuses = await Promise.all(broadcasts.map(({ signature }) => ledger.sender.status(signature)));
  const found = await judgeReceipt(ledger, proof, findLanding(broadcasts, statuses));
  const isUnseen = statuses.some((status) => status.kind === 'unseen');
  return found.kind === 'absent' && isUnseen && mayStillLand ? { kind: 'in_flight' } : found;
}

/**
 * The receipt alone proves a settlement: it belongs to the program and holds this round's message. A transaction known to have landed
 * without a visible receipt means that the server which answered lags behind.
 */
export async function judgeReceipt(ledger: SettlementLedger, proof: RoundProof, landing: Landing | undefined): Promise<Reconciliation> {
  const receipt = await ledger.reader.receipt(proof.receipt);
  if (!receipt.ownerMatches || receipt.value === null) return { kind: landing === undefined ? 'absent' : 'in_flight' };
  if (!equalBytes(receipt.value.message, proof.message)) return { kind: 'conflict' };
  return { kind: 'settled', signature: landing?.signature ?? null, slot: landing?.slot ?? receipt.slot };
}

/** At `finalized`: at a lesser commitment the chain may fall back to a height at which the transaction is still valid. */
function areExpired(ledger: SettlementLedger, broadcasts: readonly Broadcast[]): Promise<boolean> {
  const newest = Math.max(...broadcasts.map((broadcast) => broadcast.lastValidBlockHeight));
  return ledger.sender.isBlockhashExpired(newest, 'finalized');
}

function findLanding(broadcasts: readonly Broadcast[], statuses: readonly TransactionStatus[]): Landing | undefined {
  for (const [index, { signature }] of broadcasts.entries()) {
    const status = statuses[index];
    if (status?.kind === 'succeeded') return { signature, slot: status.slot };
  }
  return undefined;
}
