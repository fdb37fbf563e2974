import { describeRefusal, type TransactionRefusal } from '@oracle-gateway/ledger';
import type { Claim } from '@oracle-gateway/outbox';
import type { RoundId } from '@oracle-gateway/protocol';
import { refuseRound, withClaim, type ClaimDependencies, type RoundOutcome } from './claim.js';
import { conclude, postpone } from './conclude.js';
import { judgeReceipt, reconcile } from './reconcile.js';
import { countsAsAttempt, ENVIRONMENT_RETRY_MS, refusalLabel } from './retry-policy.js';
import type { RoundProof } from './round-proof.js';
import { send, type SendDependencies } from './send.js';

export type SettleDependencies = ClaimDependencies & Omit<SendDependencies, 'outbox' | 'ledger'>;

/**
 * One pass over one round: find out what became of earlier transactions, send a new one only if none of them can land, write down what
 * happened. Whatever is neither settled nor parked is taken up again by a later pass.
 */
export function settleRound(dependencies: SettleDependencies, roundId: RoundId): Promise<RoundOutcome> {
  const { ledger } = dependencies;
  return withClaim(dependencies, { roundId }, async (claim, proof) => {
    if (claim.broadcasts.length > 0) {
      const found = await reconcile(ledger, proof, claim.broadcasts);
      if (found.kind !== 'absent') return conclude(dependencies, claim, proof, found);
    }
    const sent = await send(dependencies, claim, proof);
    switch (sent.kind) {
      case 'landed': {
        const found = await judgeReceipt(ledger, proof, sent);
        return found.kind === 'absent' ? postpone(dependencies, claim) : conclude(dependencies, claim, proof, found);
      }
      case 'refused':
        return afterRefusal(dependencies, claim, proof, sent.refusal);
      case 'unknown':
        return postpone(dependencies, claim);
    }
  });
}

async function afterRefusal(
  dependencies: SettleDependencies,
  claim: Claim,
  proof: RoundProof,
  refusal: TransactionRefusal,
): Promise<RoundOutcome> {
  const { outbox, ledger, metrics, logger } = dependencies;
  const reason = describeRefusal(refusal);
  if (!countsAsAttempt(refusal)) {
    metrics.refused.inc({ reason: refusalLabel(refusal) });
    logger.error({ roundId: claim.roundId, reason }, 'the cluster refuses our transactions; the round waits');
    await outbox.postpone(claim, { retryAfterMs: ENVIRONMENT_RETRY_MS, reason });
    return 'postponed';
  }
  // "Already settled" proves nothing, and a refusal may follow a settlement that was not seen: the receipt decides.
  const found = await judgeReceipt(ledger, proof, undefined);
  if (found.kind !== 'absent') return conclude(dependencies, claim, proof, found);
  return refuseRound(dependencies, claim, { reason, label: refusalLabel(refusal) });
}
