import { IllegalTransitionError, StaleTokenError, UnknownRoundError } from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import type { Hand } from './hand.js';
import type { PassDeps } from './pass-deps.js';
import type { RoundInHand } from './round-in-hand.js';
import { LEASE_MS } from './take-rounds.js';

/** A lease with less left than this is extended. */
const RENEW_BELOW_MS = 12_000;

/** Keeps the claims of the rounds in hand alive, and lets go of those whose lease has run out. */
export interface Leases {
  renewAll(): void;
}

export function createLeases({ outbox, monotonicMs, standing, logger }: PassDeps, hand: Hand): Leases {
  const renewing = new Set<RoundId>();

  const renew = async (round: RoundInHand): Promise<void> => {
    const { claim, waitsFor } = round;
    const askedAtMs = monotonicMs();
    try {
      await outbox.renew(claim, { leaseMs: LEASE_MS, reason: waitsFor });
      round.leaseUntilMs = askedAtMs + LEASE_MS;
    } catch (error) {
      const hasEnded = error instanceof StaleTokenError || error instanceof IllegalTransitionError || error instanceof UnknownRoundError;
      if (hasEnded) hand.drop(claim.roundId);
      else standing.failed('outbox', error);
    }
  };

  return {
    renewAll() {
      const nowMs = monotonicMs();
      for (const round of hand.rounds()) {
        const { roundId } = round.claim;
        if (nowMs >= round.leaseUntilMs) {
          logger.warn({ roundId }, 'the claim ran out while the outbox did not answer; the round is due again');
          hand.drop(roundId);
        } else if (round.leaseUntilMs - nowMs < RENEW_BELOW_MS && !renewing.has(roundId)) {
          renewing.add(roundId);
          void renew(round).finally(() => renewing.delete(roundId));
        }
      }
    },
  };
}
