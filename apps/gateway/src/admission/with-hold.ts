import type { AdmittedHold } from '../engine/index.js';

/** The round with a hold in place of the one on the same account. */
export function withHold<Round extends { readonly holds: readonly AdmittedHold[] }>(round: Round, hold: AdmittedHold): Round {
  return { ...round, holds: round.holds.map((other) => (other.quotaKey === hold.quotaKey ? hold : other)) };
}
