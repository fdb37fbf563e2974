import { BroadcastRefusedError, LedgerUnavailableError, type BuiltTransaction, type TransactionRefusal } from '@oracle-gateway/ledger';
import type { Claim, Outbox } from '@oracle-gateway/outbox';
import type { Pause } from './pause.js';
import type { RoundProof } from './round-proof.js';
import type { SettlementLedger } from './settlement-ledger.js';

export type SendOutcome =
  | { readonly kind: 'landed'; readonly signature: string; readonly slot: number }
  /** Refused before it was sent, or landed and failed. */
  | { readonly kind: 'refused'; readonly refusal: TransactionRefusal }
  /** Sent and not seen in time: it may still land. */
  | { readonly kind: 'unknown' };

export interface SendDependencies {
  readonly outbox: Pick<Outbox, 'recordBroadcast' | 'forgetBroadcast'>;
  readonly ledger: SettlementLedger;
  readonly pause: Pause;
  readonly nowMs: () => number;
  /** Ends waiting for a confirmation: the process is stopping. */
  readonly signal: AbortSignal;
}

const CONFIRM_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 400;
/** A transaction that a busy leader dropped is sent again, byte for byte. */
const POLLS_PER_REBROADCAST = 5;

/**
 * Sends the round's transaction and waits a bounded time for it. Its signature is on disk before the first byte leaves, so a process that
 * dies at any point leaves a record from which the outcome can be found out. Throws LedgerUnavailableError: the outcome is then unknown.
 */
export async function send(dependencies: SendDependencies, claim: Claim, proof: RoundProof): Promise<SendOutcome> {
  const { outbox, ledger } = dependencies;
  const transaction = await ledger.sender.build([proof.instruction], { computeUnitLimit: proof.computeUnits });
  await outbox.recordBroadcast(claim, transaction);
  try {
    await ledger.sender.broadcast(transaction);
  } catch (error) {
    if (!(error instanceof BroadcastRefusedError)) throw error;
    await outbox.forgetBroadcast(claim, transaction);
    return { kind: 'refused', refusal: error.refusal };
  }
  return confirm(dependencies, transaction);
}

async function confirm({ ledger, pause, nowMs, signal }: SendDependencies, transaction: BuiltTransaction): Promise<SendOutcome> {
  const { signature } = transaction;
  const deadlineMs = nowMs() + CONFIRM_TIMEOUT_MS;
  for (let poll = 1; ; poll += 1) {
    const status = await ledger.sender.status(signature);
    if (status.kind === 'succeeded') return { kind: 'landed', signature, slot: status.slot };
    if (status.kind === 'failed') return { kind: 'refused', refusal: status.error };
    if (signal.aborted || nowMs() >= deadlineMs) return { kind: 'unknown' };
    await pause(POLL_INTERVAL_MS, signal);
    if (poll % POLLS_PER_REBROADCAST === 0) await rebroadcast(ledger, transaction);
  }
}

/** Its answer proves nothing: a transaction that has landed meanwhile is refused as well. The status decides. */
async function rebroadcast(ledger: SettlementLedger, transaction: BuiltTransaction): Promise<void> {
  try {
    await ledger.sender.broadcast(transaction);
  } catch (error) {
    if (!(error instanceof BroadcastRefusedError) && !(error instanceof LedgerUnavailableError)) throw error;
  }
}
