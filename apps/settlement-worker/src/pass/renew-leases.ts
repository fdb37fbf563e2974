import { IllegalTransitionError, StaleTokenError, UnknownRoundError } from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import type { ClaimedRounds } from './claimed-rounds.js';
import type { PassDeps } from './pass-deps.js';
import type { ClaimedRound } from './claimed-round.js';
import { LEASE_MS } from './intake.js';

/** A lease that ends sooner than this is extended. */
const RENEW_BELOW_MS = 12_000;

/** Extends the leases of claimed rounds, and drops rounds whose lease has run out. */
export interface Leases {
  renewAll(): void;
}

export function createLeases({ outbox, monotonicMs, upstreams, logger }: PassDeps, rounds: ClaimedRounds): Leases {
  const renewing = new Set<RoundId>();

  const renew = async (round: ClaimedRound): Promise<void> => {
    const { claim, waitsFor } = round;
    const askedAtMs = monotonicMs();
    try {
      await outbox.renew(claim, { leaseMs: LEASE_MS, reason: waitsFor });
      round.leaseUntilMs = askedAtMs + LEASE_MS;
    } catch (error) {
      const hasEnded = error instanceof StaleTokenError || error instanceof IllegalTransitionError || error instanceof UnknownRoundError;
      if (hasEnded) rounds.drop(claim.roundId);
      else upstreams.failed('outbox', error);
    }
  };

  return {
    renewAll() {
      const nowMs = monotonicMs();
      for (const round of rounds.all()) {
        const { roundId } = round.claim;
        if (nowMs >= round.leaseUntilMs) {
          logger.warn({ roundId }, 'the lease of the round ran out; the round is due again');
          rounds.drop(roundId);
        } else if (round.leaseUntilMs - nowMs < RENEW_BELOW_MS && !renewing.has(roundId)) {
          renewing.add(roundId);
          void renew(round).finally(() => renewing.delete(roundId));
        }
      }
    },
  };
}
