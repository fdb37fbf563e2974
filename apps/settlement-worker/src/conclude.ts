import { subscriptionAccount, type Claim } from '@oracle-gateway/outbox';
import { refuseRound, type ClaimDependencies, type RoundOutcome } from './claim.js';
import type { Reconciliation } from './reconcile.js';
import { IN_FLIGHT_RETRY_MS } from './retry-policy.js';
import type { RoundProof } from './round-proof.js';

/** Writes down what the ledger says of a round of which it says something. */
export async function conclude(
  dependencies: ClaimDependencies,
  claim: Claim,
  proof: RoundProof,
  found: Exclude<Reconciliation, { kind: 'absent' }>,
): Promise<RoundOutcome> {
  const { outbox, ledger, metrics, logger } = dependencies;
  switch (found.kind) {
    case 'settled': {
      const { signature, slot } = found;
      const subscription = await ledger.reader.subscription(proof.subscriptionOwner, { fresh: true });
      const account = subscriptionAccount(proof.subscriptionOwner);
      const figure = { account, available: subscription.value?.roundsLeft ?? 0n, slot: subscription.slot };
      await outbox.settle(claim, { signature, slot, seenAtSlot: slot, figures: [figure] });
      metrics.settled.inc();
      logger.info({ roundId: claim.roundId, signature, slot }, 'settled');
      return 'settled';
    }
    case 'in_flight':
      return postpone(dependencies, claim);
    case 'conflict':
      return refuseRound(dependencies, claim, { reason: 'the receipt holds another message', label: 'conflict', final: true });
  }
}

/** A transaction is on its way: the next pass finds out. */
export async function postpone({ outbox }: Pick<ClaimDependencies, 'outbox'>, claim: Claim): Promise<RoundOutcome> {
  await outbox.postpone(claim, { retryAfterMs: IN_FLIGHT_RETRY_MS, reason: 'a transaction is on its way' });
  return 'postponed';
}
