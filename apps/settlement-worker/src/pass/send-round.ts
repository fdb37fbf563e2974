import { BroadcastRefusedError, LedgerUnavailableError } from '@oracle-gateway/ledger';
import { MAX_BROADCASTS, type Outbox } from '@oracle-gateway/outbox';
import { subjectOf } from '../retry-policy.js';
import type { SettlementLedger } from '../settlement-ledger.js';
import type { RoundInHand } from './round-in-hand.js';

export interface SendDependencies {
  readonly outbox: Pick<Outbox, 'recordBroadcast'>;
  readonly ledger: Pick<SettlementLedger, 'sender' | 'priorityFee'>;
  readonly monotonicMs: () => number;
}

/** A transaction that was taken and is not seen goes out again after this long, then after twice as long: a busy leader drops some. */
const FIRST_AGAIN_MS = 1_000;
const LONGEST_AGAIN_MS = 4_000;
/** The same while the broadcast has no answer: it hangs, or the server is slow. */
const UNANSWERED_MS = 3_000;
/** The same after a broadcast that failed. */
const AFTER_FAILURE_MS = 500;

/**
 * Builds the round's transaction and sends it. Signature and bytes are on disk before the first byte leaves, so a process that dies at any
 * point leaves a record from which the outcome can be found out, and the same bytes sent again. Resolves when they are on disk.
 * Throws LedgerUnavailableError, and what `recordBroadcast` throws: nothing was sent then.
 */
export async function sendNew(dependencies: SendDependencies, round: RoundInHand): Promise<void> {
  const { outbox, ledger, monotonicMs } = dependencies;
  const { instruction, computeUnits } = round.proof;
  const computeUnitPriceMicroLamports = await ledger.priorityFee();
  const transaction = await ledger.sender.build([instruction], { computeUnitLimit: computeUnits, computeUnitPriceMicroLamports });
  await outbox.recordBroadcast(round.claim, transaction);
  round.broadcasts = [...round.broadcasts, transaction].slice(-MAX_BROADCASTS);
  round.builtAtMs = monotonicMs();
  round.mayHaveLeft = false;
  round.unanswered = 0;
  round.timesSent = 0;
  round.refusal = null;
  sendBytes(dependencies, round, transaction.wire);
}

/**
 * Sends the newest transaction's bytes, for the first time or again: they land once at most. What becomes of it is noted in the round;
 * nobody waits for it, so that a broadcast that hangs holds up nothing.
 */
export function sendBytes({ ledger, monotonicMs }: SendDependencies, round: RoundInHand, wire: Uint8Array): void {
  const newest = round.broadcasts.at(-1);
  round.sendAgainAtMs = monotonicMs() + UNANSWERED_MS;
  round.waitsFor = 'its transaction was sent and is not confirmed yet';
  round.unanswered += 1;
  round.timesSent += 1;
  const note = (write: () => void): void => {
    // An answer that comes late may be about a transaction that has been replaced.
    if (round.broadcasts.at(-1) !== newest) return;
    round.unanswered -= 1;
    write();
  };
  ledger.sender.broadcast({ wire }).then(
    () =>
      note(() => {
        round.mayHaveLeft = true;
        round.sendAgainAtMs = monotonicMs() + untilSentAgainMs(round);
      }),
    (error: unknown) =>
      note(() => {
        noteFailure(round, error, monotonicMs());
        round.sendAgainAtMs = Math.min(round.sendAgainAtMs, monotonicMs() + AFTER_FAILURE_MS);
      }),
  );
}

/** Until the same bytes go out again, unless something is heard of them. */
export function untilSentAgainMs({ timesSent }: Pick<RoundInHand, 'timesSent'>): number {
  return Math.min(FIRST_AGAIN_MS * 2 ** Math.max(0, timesSent - 1), LONGEST_AGAIN_MS);
}

function noteFailure(round: RoundInHand, error: unknown, atMs: number): void {
  if (error instanceof BroadcastRefusedError) {
    round.waitsFor = error.message;
    if (subjectOf(error.refusal) !== 'transient') round.refusal = { error: error.refusal, atMs };
  } else if (error instanceof LedgerUnavailableError) {
    round.waitsFor = error.message;
    if (error.effect === 'unknown') round.mayHaveLeft = true;
  } else {
    round.waitsFor = `internal: ${error instanceof Error ? error.name : 'unknown'}`;
    round.mayHaveLeft = true;
  }
}
