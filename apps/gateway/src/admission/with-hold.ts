import type { AdmittedHold, AdmittedRound } from '../engine/index.js';

/** The round with a hold in place of the one on the same account. */
export function withHold<Round extends Pick<AdmittedRound, 'holds'>>(round: Round, hold: AdmittedHold): Round {
  return { ...round, holds: round.holds.map((other) => (other.quotaKey === hold.quotaKey ? hold : other)) };
}
