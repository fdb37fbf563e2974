import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import { StaleTokenError, type Claim, type Outbox } from '@oracle-gateway/outbox';
import type { Address, RoundId } from '@oracle-gateway/protocol';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.js';
import { LEDGER_DOWN_RETRY_MS, retryAfterRefusalMs } from './retry-policy.js';
import { toRoundProof, type RoundProof } from './round-proof.js';
import type { SettlementLedger } from './settlement-ledger.js';

export type RoundOutcome =
  | 'settled'
  | 'lapsed'
  | 'refused'
  | 'parked'
  | 'postponed'
  /** Another worker took the record over. */
  | 'overtaken'
  /** Not pending, held by somebody, or not due. */
  | 'not_claimed';

export interface ClaimDependencies {
  readonly outbox: Outbox;
  readonly ledger: SettlementLedger;
  readonly programId: Address;
  readonly gatewayAuthority: Address;
  readonly workerId: string;
  readonly maxAttempts: number;
  readonly metrics: Metrics;
  readonly logger: Logger;
}

/**
 * How long a dead worker keeps a round from the others. A live one that is slower than this may be overtaken: its token then writes
 * nothing any more, and the signatures it recorded tell the next one what was sent.
 */
const LEASE_MS = 20_000;

/** Claims a round, does `work` with it and sees to it that the record is left in a state from which somebody goes on, whatever is thrown. */
export async function withClaim(
  dependencies: ClaimDependencies,
  input: { readonly roundId: RoundId; readonly early?: boolean },
  work: (claim: Claim, proof: RoundProof) => Promise<RoundOutcome>,
): Promise<RoundOutcome> {
  const { outbox, workerId } = dependencies;
  const claim = await outbox.claim({ ...input, workerId, leaseMs: LEASE_MS });
  if (claim === null) return 'not_claimed';
  try {
    return await work(claim, toRoundProof(claim.settlement, dependencies));
  } catch (error) {
    return recover(dependencies, claim, error);
  }
}

async function recover(dependencies: ClaimDependencies, claim: Claim, error: unknown): Promise<RoundOutcome> {
  const { outbox, logger } = dependencies;
  const { roundId } = claim;
  if (error instanceof StaleTokenError) {
    logger.info({ roundId }, 'another worker took the round over');
    return 'overtaken';
  }
  if (error instanceof LedgerUnavailableError) {
    logger.warn({ roundId, reason: error.message }, 'the ledger does not answer; the round waits');
    await outbox.postpone(claim, { retryAfterMs: LEDGER_DOWN_RETRY_MS, reason: 'the ledger does not answer' });
    return 'postponed';
  }
  // A fault of our own counts like a refusal: a record that cannot be worked on must end with an operator, not be tried for ever.
  logger.error({ roundId, err: error }, 'settling the round failed');
  return refuseRound(dependencies, claim, { reason: `internal: ${error instanceof Error ? error.name : 'unknown'}`, label: 'internal' });
}

/** Uses up an attempt, and says so loudly when it was the last. `label` is the reason with a bounded number of values, for metrics. */
export async function refuseRound(
  { outbox, metrics, logger, maxAttempts }: ClaimDependencies,
  claim: Claim,
  refusal: { readonly reason: string; readonly label: string; readonly final?: boolean },
): Promise<RoundOutcome> {
  const { roundId, attempts } = claim;
  const { reason, label, final = false } = refusal;
  const outcome = await outbox.refuse(claim, { reason, retryAfterMs: retryAfterRefusalMs(attempts), maxAttempts: final ? 0 : maxAttempts });
  metrics.refused.inc({ reason: label });
  if (outcome === 'scheduled') {
    logger.warn({ roundId, reason, attempt: attempts + 1 }, 'the round was refused; it is tried again');
    return 'refused';
  }
  metrics.parked.inc();
  logger.error({ roundId, reason, attempt: attempts + 1 }, 'the round is parked: it needs an operator');
  return 'parked';
}
