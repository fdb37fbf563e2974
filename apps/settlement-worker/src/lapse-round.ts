import type { RoundId } from '@oracle-gateway/protocol';
import { withClaim, type ClaimDependencies, type RoundOutcome } from './claim.js';
import { conclude } from './conclude.js';
import { reconcile } from './reconcile.js';

/**
 * Ends a round that the program no longer accepts because its settlement window has passed, parked or not, unless it was settled after
 * all or a transaction may still land.
 */
export function lapseRound(dependencies: ClaimDependencies, roundId: RoundId): Promise<RoundOutcome> {
  const { outbox, ledger, metrics, logger } = dependencies;
  return withClaim(dependencies, { roundId, early: true }, async (claim, proof) => {
    const found = await reconcile(ledger, proof, claim.broadcasts);
    if (found.kind === 'settled' || found.kind === 'in_flight') return conclude(dependencies, claim, proof, found);
    await outbox.lapse(claim, 'settlement_window_passed');
    metrics.lapsed.inc();
    logger.error({ roundId }, 'the round lapsed: it can no longer be settled');
    return 'lapsed';
  });
}
