import type { ClaimTicket } from '@oracle-gateway/outbox';
import { retryAfterRefusalMs } from './retry-policy.js';
import type { PassDeps } from './pass-deps.js';

export interface RoundRefusal {
  readonly reason: string;
  /** The reason as a metric label, with a bounded number of values. */
  readonly label: string;
  /** Parks the round at once. */
  readonly isFinal?: boolean;
}

/** Uses up no attempt: the refusal is not about the round, which waits. */
export async function postponeRefused(
  { outbox, metrics, logger }: PassDeps,
  claim: ClaimTicket,
  { reason, label, retryAfterMs }: Pick<RoundRefusal, 'reason' | 'label'> & { readonly retryAfterMs: number },
): Promise<void> {
  metrics.refused.inc({ reason: label });
  logger.error({ roundId: claim.roundId, reason }, 'the cluster refuses transactions of this gateway; the round waits');
  await outbox.postpone(claim, { retryAfterMs, reason });
}

/** Uses up an attempt. After the last one, the round is parked with an error in the log. */
export async function refuseRound(
  { outbox, metrics, logger, maxAttempts }: PassDeps,
  claim: ClaimTicket & { readonly attempts: number },
  { reason, label, isFinal = false }: RoundRefusal,
): Promise<void> {
  const { roundId, attempts } = claim;
  const retryAfterMs = retryAfterRefusalMs(attempts);
  const outcome = await outbox.refuse(claim, { reason, retryAfterMs, maxAttempts: isFinal ? 0 : maxAttempts });
  metrics.refused.inc({ reason: label });
  if (outcome === 'scheduled') {
    logger.warn({ roundId, reason, attempt: attempts + 1 }, 'the round was refused; it is tried again');
    return;
  }
  metrics.parked.inc();
  logger.error({ roundId, reason, attempt: attempts + 1 }, 'the round is parked: it needs an operator');
}
