import type { RoundStatus } from '@oracle-gateway/client';
import { wholeNumberIn, objectOf, textIn } from '../read-json.js';

/** One state on the way of a round, by the gateway's word. */
export interface RoundStep {
  /** Stands for the step: the same text is the same step. */
  readonly text: string;
  /** Unix milliseconds at which the page heard of it. */
  readonly atMs: number;
  /** Signature of the transaction on the ledger, base58. */
  readonly signature?: string;
}

const WORDS: Readonly<Record<RoundStatus['state'], string>> = {
  reserved: 'Reserved: nodes are asked',
  settling: 'Signed; the payment is being made',
  payment_unknown: 'Not known yet whether the payment has landed; it is looked up',
  pending: 'Signed; waits for its settlement',
  settled: 'Settled',
  paid: 'Paid',
  unpaid: 'Not paid: nothing was taken',
  lapsed: 'Lapsed: the ledger takes it no more, and nothing is charged',
  failed: 'Failed: nothing is charged',
  expired: 'Expired: nothing is charged',
};

export function stepOf(status: RoundStatus, atMs: number): RoundStep {
  const { state, reason } = status;
  const landed = objectOf(status.settlement ?? status.payment);
  const slot = wholeNumberIn(landed?.['slot']);
  const signature = textIn(landed?.['signature']);
  const isFinal = state === 'settled' && landed?.['final'] === true;
  const known: Readonly<Record<string, string | undefined>> = WORDS;
  const words = isFinal ? 'Final: the ledger can no longer lose it' : (known[state] ?? state);
  const text = [words, slot === undefined ? '' : ` in slot ${slot}`, reason === undefined ? '' : ` (${reason})`].join('');
  return { text, atMs, ...(signature === undefined ? {} : { signature }) };
}

const MAX_STEPS = 32;

/** The steps with one more; a step that is told again is left out. */
export function withStep(steps: readonly RoundStep[], step: RoundStep): readonly RoundStep[] {
  return steps.at(-1)?.text === step.text ? steps : [...steps, step].slice(-MAX_STEPS);
}
