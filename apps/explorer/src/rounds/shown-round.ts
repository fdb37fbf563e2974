import type { Settlement } from '@oracle-gateway/client';
import type { AnyRound, Asked } from '../source/asked.js';
import type { ExplainedFailure } from './explain-failure.js';
import type { RoundStep } from './steps.js';

/** Fate of a verified round on the ledger. */
export type Settling =
  | { readonly state: 'waiting' }
  | { readonly state: 'done'; readonly settlement: Settlement }
  | { readonly state: 'failed'; readonly failure: ExplainedFailure };

/** A verified round of this visit. */
export interface ShownRound {
  readonly round: AnyRound;
  readonly asked: Asked;
  readonly settling: Settling;
  readonly steps: readonly RoundStep[];
}

/** State of a settlement in words, for the visitor. */
export function settlingText(settling: Settling): string {
  switch (settling.state) {
    case 'waiting':
      return 'Waiting for a settlement worker …';
    case 'failed':
      return `${settling.failure.title}: ${settling.failure.detail}`;
    case 'done':
      return settlementText(settling.settlement);
  }
}

function settlementText(settlement: Settlement): string {
  const at = settlement.slot === null ? '' : ` in slot ${settlement.slot}`;
  switch (settlement.kind) {
    case 'paid':
      return `Paid${at}`;
    case 'settled':
      return `Settled${at}${settlement.final ? ', final' : ''}`;
  }
}
