import { BroadcastRefusedError, LedgerUnavailableError, type LedgerSigner } from '@oracle-gateway/ledger';
import { MAX_BROADCASTS, type Outbox } from '@oracle-gateway/outbox';
import { subjectOf } from './retry-policy.js';
import type { SettlementLedger } from '../ledger/settlement-ledger.js';
import type { ClaimedRound } from './claimed-round.js';
import { newTransaction, type SentTransaction } from './sent-transaction.js';

export interface SendDeps {
  readonly outbox: Pick<Outbox, 'recordBroadcast' | 'forgetBroadcast'>;
  readonly ledger: Pick<SettlementLedger, 'sender'>;
  readonly monotonicMs: () => number;
}

export interface Sending {
  readonly payer: LedgerSigner;
  /** Most lamports that the payer spends. */
  readonly lamports: bigint;
  readonly computeUnitPriceMicroLamports: bigint;
}

/** A transaction that was accepted but not seen is sent again after this long, then after twice as long: a busy leader drops some. */
const FIRST_AGAIN_MS = 1_000;
const LONGEST_AGAIN_MS = 4_000;
/** Wait while the broadcast has no answer, in milliseconds. */
const UNANSWERED_MS = 3_000;
/** Wait after a broadcast that failed, in milliseconds. */
const AFTER_FAILURE_MS = 500;

/**
 * Builds one transaction for these rounds and sends it. Before that, its signature is written to every round's record and its bytes to the
 * first: after a crash at any point the outcome can be found, and the same bytes can be sent again. Resolves when the records are on disk,
 * with the rounds whose record could not be written, and why. Nothing is sent then. Throws LedgerUnavailableError; nothing is sent either.
 */
export async function sendTogether(
  deps: SendDeps,
  rounds: readonly ClaimedRound[],
  { payer, lamports, computeUnitPriceMicroLamports }: Sending,
): Promise<ReadonlyMap<ClaimedRound, unknown>> {
  const { outbox, ledger, monotonicMs } = deps;
  const built = await ledger.sender.build(
    rounds.map(({ proof }) => proof.instruction(payer.address)),
    {
      computeUnitLimit: rounds.reduce((sum, { proof }) => sum + proof.footprint.computeUnits, 0),
      computeUnitPriceMicroLamports,
      payer,
    },
  );
  const broadcasts = rounds.map((_, index) => (index === 0 ? built : { ...built, wire: null }));
  const recordings = await Promise.allSettled(rounds.map(({ claim }, index) => outbox.recordBroadcast(claim, broadcasts[index] ?? built)));
  const failures = new Map<ClaimedRound, unknown>();
  for (const [index, recording] of recordings.entries()) {
    const round = rounds[index];
    if (round !== undefined && recording.status === 'rejected') failures.set(round, recording.reason);
  }
  if (failures.size > 0) {
    // If this fails, the round waits until the transaction would have expired.
    await Promise.allSettled(rounds.filter((round) => !failures.has(round)).map(({ claim }) => outbox.forgetBroadcast(claim, built)));
    return failures;
  }
  const { signature, wire } = built;
  const transaction = newTransaction({
    signature,
    wire,
    isShared: rounds.length > 1,
    payment: { payer: payer.address, lamports },
    nowMs: monotonicMs(),
  });
  for (const [index, round] of rounds.entries()) {
    round.broadcasts = [...round.broadcasts, broadcasts[index] ?? built].slice(-MAX_BROADCASTS);
    round.transaction = transaction;
  }
  sendBytes(deps, transaction, wire);
  return failures;
}

/**
 * Sends a transaction's bytes, for the first time or again: they land at most once. The outcome is noted in the transaction. Nothing waits for
 * it, so a broadcast that hangs delays nothing.
 */
export function sendBytes(
  { ledger, monotonicMs }: Pick<SendDeps, 'ledger' | 'monotonicMs'>,
  transaction: SentTransaction,
  wire: Uint8Array,
): void {
  transaction.sendAgainAtMs = monotonicMs() + UNANSWERED_MS;
  transaction.unanswered += 1;
  transaction.timesSent += 1;
  ledger.sender.broadcast({ wire }).then(
    () => {
      transaction.unanswered -= 1;
      transaction.mayHaveLeft = true;
      transaction.trouble = null;
      transaction.sendAgainAtMs = monotonicMs() + untilSentAgainMs(transaction);
    },
    (error: unknown) => {
      transaction.unanswered -= 1;
      noteFailure(transaction, error, monotonicMs());
      const pauseMs = transaction.refusal === null ? AFTER_FAILURE_MS : untilSentAgainMs(transaction);
      transaction.sendAgainAtMs = Math.min(transaction.sendAgainAtMs, monotonicMs() + pauseMs);
    },
  );
}

/** Time until the same bytes are sent again, unless the transaction has landed. */
export function untilSentAgainMs({ timesSent }: Pick<SentTransaction, 'timesSent'>): number {
  return Math.min(FIRST_AGAIN_MS * 2 ** Math.max(0, timesSent - 1), LONGEST_AGAIN_MS);
}

function noteFailure(transaction: SentTransaction, error: unknown, atMs: number): void {
  if (error instanceof BroadcastRefusedError) {
    transaction.trouble = error.message;
    if (subjectOf(error.refusal) !== 'transient') transaction.refusal = { error: error.refusal, atMs };
  } else if (error instanceof LedgerUnavailableError) {
    transaction.trouble = error.message;
    if (error.effect === 'unknown') transaction.mayHaveLeft = true;
  } else {
    transaction.trouble = `internal: ${error instanceof Error ? error.name : 'unknown'}`;
    transaction.mayHaveLeft = true;
  }
}
