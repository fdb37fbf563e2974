import { setTimeout as delay } from 'node:timers/promises';

import {
  BroadcastRefusedError,
  LedgerUnavailableError,
  type BuiltTransaction,
  type LedgerSender,
  type TransactionRefusal,
} from '@oracle-gateway/ledger';

import type { AdminLedger } from './admin-ledger.js';
import type { Change } from './plan.js';
import { MAX_COMPUTE_UNITS } from './quote.js';

/** What became of a transaction. */
export type Outcome =
  | { readonly kind: 'done'; readonly signature: string; readonly slot: number }
  /** `paid`: it is on the ledger as a failure, and its fee is gone. */
  | { readonly kind: 'refused'; readonly signature: string; readonly refusal: TransactionRefusal; readonly paid: boolean }
  /** Its time is over and it is not on the ledger: it changed nothing and never will. */
  | { readonly kind: 'expired'; readonly signature: string }
  /** It was sent, and whether it landed could not be found out. It may still land while the cluster is not above `lastValidBlockHeight`. */
  | { readonly kind: 'unknown'; readonly signature: string; readonly lastValidBlockHeight: number; readonly reason: string };

export interface CarryOutInput {
  /** Of the quote; without it the most that there is. */
  readonly computeUnitLimit?: number;
  /** Told before anything leaves: from then on the outcome can be asked for. */
  readonly onSending?: (signature: string) => void;
  /** Longest wait for the outcome; 120,000 by default, about twice the life of a transaction. */
  readonly patienceMs?: number;
  readonly monotonicMs?: () => number;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

const PATIENCE_MS = 120_000;
const LOOK_EVERY_MS = 400;
/** Looks for a new blockhash; a block takes about as long as the time between two. */
const MAX_BLOCKHASHES = 50;
/** The same bytes are sent again: a leader may have dropped them. */
const LOOKS_PER_BROADCAST = 10;

/**
 * Sends a change and waits until its outcome is certain, at `confirmed`. Throws LedgerUnavailableError when certainly nothing was sent;
 * once something may have been sent, whatever happens is told by the outcome.
 */
export async function carryOut(ledger: AdminLedger, change: Change, input: CarryOutInput = {}): Promise<Outcome> {
  const { sender } = ledger;
  const transaction = await buildUnseen(ledger, change, input);
  const { signature } = transaction;
  input.onSending?.(signature);
  try {
    await sender.broadcast(transaction);
  } catch (error) {
    if (error instanceof BroadcastRefusedError) return { kind: 'refused', signature, refusal: error.refusal, paid: false };
    if (!(error instanceof LedgerUnavailableError) || error.effect === 'none') throw error;
  }
  return awaitOutcome(sender, transaction, input);
}

/** Equal instructions under one blockhash are one transaction, executed once: where it is on the ledger already, another blockhash is awaited. */
async function buildUnseen(ledger: AdminLedger, change: Change, input: CarryOutInput): Promise<BuiltTransaction> {
  const { computeUnitLimit = MAX_COMPUTE_UNITS, wait = delay } = input;
  const { sender, priorityFeeMicroLamports: computeUnitPriceMicroLamports } = ledger;
  for (let attempt = 0; attempt < MAX_BLOCKHASHES; attempt += 1) {
    const transaction = await sender.build(change.instructions, { computeUnitLimit, computeUnitPriceMicroLamports });
    const [status] = await sender.statuses([transaction.signature]);
    if (status?.kind === 'unseen') return transaction;
    await wait(LOOK_EVERY_MS);
  }
  throw new LedgerUnavailableError('getLatestBlockhash', 'no new blockhash', { effect: 'none' });
}

async function awaitOutcome(sender: LedgerSender, transaction: BuiltTransaction, input: CarryOutInput): Promise<Outcome> {
  const { patienceMs = PATIENCE_MS, monotonicMs = () => performance.now(), wait = delay } = input;
  const untilMs = monotonicMs() + patienceMs;
  const { signature, lastValidBlockHeight } = transaction;
  let reason = 'it was not seen in a block';
  for (let looks = 1; ; looks += 1) {
    try {
      const outcome = await look(sender, transaction);
      if (outcome !== null) return outcome;
      if (looks % LOOKS_PER_BROADCAST === 0) await sendAgain(sender, transaction);
    } catch (error) {
      if (!(error instanceof LedgerUnavailableError)) throw error;
      reason = error.messageForOperator;
    }
    if (monotonicMs() >= untilMs) return { kind: 'unknown', signature, lastValidBlockHeight, reason };
    await wait(LOOK_EVERY_MS);
  }
}

async function look(sender: LedgerSender, { signature, lastValidBlockHeight }: BuiltTransaction): Promise<Outcome | null> {
  // Asked first: what is unseen after this height was final can have landed in no earlier block.
  const finalHeight = await sender.blockHeight('finalized');
  const [status] = await sender.statuses([signature]);
  switch (status?.kind) {
    case 'succeeded':
      return { kind: 'done', signature, slot: status.slot };
    case 'failed':
      return { kind: 'refused', signature, refusal: status.error, paid: true };
    case 'unseen':
    case undefined:
      return finalHeight > lastValidBlockHeight ? { kind: 'expired', signature } : null;
  }
}

/** Its preflight speaks of this moment alone; what was sent before may land all the same. */
async function sendAgain(sender: LedgerSender, transaction: BuiltTransaction): Promise<void> {
  try {
    await sender.broadcast(transaction);
  } catch (error) {
    if (!(error instanceof BroadcastRefusedError)) throw error;
  }
}
