import { OracleGatewayError } from '../base/errors.js';
import type { RoundStatus } from './reads.js';

/** End of a round that was charged. */
export type Settlement =
  /** The program verified the round again and took its charge. `final`: the ledger can no longer lose it. */
  | { readonly kind: 'settled'; readonly signature: string | null; readonly slot: number | null; readonly final: boolean }
  /** The payment of a round that is paid per request has landed. */
  | { readonly kind: 'paid'; readonly signature: string; readonly slot: number | null };

/** The round will not be settled: it failed, or its time on the ledger has passed. It is not charged. */
export class NotSettledError extends OracleGatewayError {
  override readonly name = 'NotSettledError';
  readonly code = 'not_settled';
  constructor(
    readonly roundId: string,
    readonly state: RoundStatus['state'],
    reason: string | undefined,
  ) {
    super(`the round is ${state}${reason === undefined ? '' : `: ${reason}`}`);
  }
}
