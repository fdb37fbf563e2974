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

/** Outcome of a transaction. */
export type ChangeOutcome =
  | { readonly kind: 'done'; readonly signature: string; readonly slot: number }
  /** `paid`: the transaction failed on the ledger, and its fee is paid. */
  | { readonly kind: 'refused'; readonly signature: string; readonly refusal: TransactionRefusal; readonly paid: boolean }
  /** The blockhash expired before the transaction landed. It changed nothing and never will. */
  | { readonly kind: 'expired'; readonly signature: string }
  /** The transaction was sent, and its outcome is unknown. It may land until the cluster's height exceeds `lastValidBlockHeight`. */
  | { readonly kind: 'unknown'; readonly signature: string; readonly lastValidBlockHeight: number; readonly reason: string };

/** Limits and reports of one change that is sent. */
export interface CarryOutInput {
  /** Compute units of the quote; by default the largest limit. */
  readonly computeUnitLimit?: number;
  /** Called before the first broadcast: the signature leads to the outcome. */
  readonly onSending?: (signature: string) => void;
  /** Longest wait for the outcome; 120,000 by default, about twice the life of a transaction. */
  readonly patienceMs?: number;
  readonly monotonicMs?: () => number;
  readonly wait?: (milliseconds: number) => Promise<unknown>;
}

const PATIENCE_MS = 120_000;
const CHECK_EVERY_MS = 400;
/** Pause between two reads of the blockhash, about the time of a block. */
const MAX_BLOCKHASHES = 50;
/** Pause before the same bytes are sent again: a leader may have dropped them. */
const CHECKS_PER_BROADCAST = 10;

/**
 * Sends a change and waits until its outcome is certain, at `confirmed`. Throws LedgerUnavailableError only when nothing was sent. It
 * returns an outcome in every case once a broadcast is possible.
 */
export async function carryOutChange(ledger: AdminLedger, change: Change, input: CarryOutInput = {}): Promise<ChangeOutcome> {
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

/** Equal instructions under one blockhash are one transaction, executed once. If it is on the ledger already, wait for another blockhash. */
async function buildUnseen(ledger: AdminLedger, change: Change, input: CarryOutInput): Promise<BuiltTransaction> {
  const { computeUnitLimit = MAX_COMPUTE_UNITS, wait = delay } = input;
  const { sender, priorityFeeMicroLamports: computeUnitPriceMicroLamports } = ledger;
  for (let attempt = 0; attempt < MAX_BLOCKHASHES; attempt += 1) {
    const transaction = await sender.build(change.instructions, { computeUnitLimit, computeUnitPriceMicroLamports });
    const [status] = await sender.statuses([transaction.signature]);
    if (status?.kind === 'unseen') return transaction;
    await wait(CHECK_EVERY_MS);
  }
  throw new LedgerUnavailableError('getLatestBlockhash', 'no new blockhash; try again', { effect: 'none' });
}

async function awaitOutcome(sender: LedgerSender, transaction: BuiltTransaction, input: CarryOutInput): Promise<ChangeOutcome> {
  const { patienceMs = PATIENCE_MS, monotonicMs = () => performance.now(), wait = delay } = input;
  const untilMs = monotonicMs() + patienceMs;
  const { signature, lastValidBlockHeight } = transaction;
  let reason = 'not seen in a block';
  for (let checks = 1; ; checks += 1) {
    try {
      const outcome = await readOutcome(sender, transaction);
      if (outcome !== null) return outcome;
      if (checks % CHECKS_PER_BROADCAST === 0) await sendAgain(sender, transaction);
    } catch (error) {
      if (!(error instanceof LedgerUnavailableError)) throw error;
      reason = error.messageForOperator;
    }
    if (monotonicMs() >= untilMs) return { kind: 'unknown', signature, lastValidBlockHeight, reason };
    await wait(CHECK_EVERY_MS);
  }
}

async function readOutcome(sender: LedgerSender, { signature, lastValidBlockHeight }: BuiltTransaction): Promise<ChangeOutcome | null> {
  // Read the height first: a transaction that is unseen after this height is final landed in no earlier block.
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

/** A preflight concerns this broadcast only; an earlier broadcast may still land. */
async function sendAgain(sender: LedgerSender, transaction: BuiltTransaction): Promise<void> {
  try {
    await sender.broadcast(transaction);
  } catch (error) {
    if (!(error instanceof BroadcastRefusedError)) throw error;
  }
}
