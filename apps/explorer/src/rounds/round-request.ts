import type { Asked } from '../source/asked.js';
import type { Identity } from '../wallets/identity.js';

export interface RoundRequest {
  readonly identity: Identity;
  readonly asked: Asked;
  readonly quorum: number;
  /** Read when the request is made; they are kept nowhere. */
  readonly secrets: () => Readonly<Record<string, string>> | undefined;
}

/** A round whose outcome is not known: nothing else is asked for before it is. */
export interface OpenOutcome {
  readonly request: RoundRequest;
  readonly roundId?: string;
  readonly paymentId?: string;
}
