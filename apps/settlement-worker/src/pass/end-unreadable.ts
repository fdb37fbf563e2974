import type { UnreadableRecordError } from '@oracle-gateway/outbox';
import type { PassDeps } from './pass-deps.js';
import { refuseRound } from './refuse-round.js';
import type { Purpose } from './claimed-round.js';

/** Attempts of a record that cannot be read are unknown: each is followed by the delay after the fifth, 80 s. */
const ASSUMED_ATTEMPTS = 4;

/**
 * A record that this version cannot read is refused like a round, so that a worker of the version that wrote it may take it until its
 * attempts are used up, and an operator sees it then. When its window has passed it lapses, and its units are free again.
 */
export async function endUnreadable(deps: PassDeps, error: UnreadableRecordError, purpose: Purpose): Promise<void> {
  const { outbox, metrics, logger } = deps;
  const { claim } = error;
  logger.error({ roundId: claim.roundId, reason: error.message }, 'the record of the round cannot be read');
  if (purpose === 'settle') {
    await refuseRound(deps, { ...claim, attempts: ASSUMED_ATTEMPTS }, { reason: `internal: ${error.name}`, label: 'internal' });
    return;
  }
  await outbox.lapse(claim, 'unreadable, and its settlement window has passed');
  metrics.lapsed.inc();
}
