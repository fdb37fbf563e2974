import type { UnreadableRecordError } from '@oracle-gateway/outbox';
import type { PassDeps } from './pass-deps.js';
import { refuseRound } from './refuse-round.js';
import type { Purpose } from './claimed-round.js';

/** The attempts of an unreadable record are unknown. Each is followed by the delay after the fifth: 80 s. */
const ASSUMED_ATTEMPTS = 4;

/**
 * A record that this version cannot read uses up attempts like a refused round. A worker of the version that wrote it may claim it meanwhile;
 * after the last attempt it is parked. When its window has passed it lapses, and its units are released.
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
