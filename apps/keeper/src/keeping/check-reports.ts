import { OracleGatewayError, TransportError } from '@oracle-gateway/client';
import { LedgerUnavailableError } from '@oracle-gateway/ledger';
import type { Upstreams } from '@oracle-gateway/process';
import type { Logger } from 'pino';
import { DailyLimitError, TargetUnavailableError } from '../feeds/check-errors.js';
import type { FeedOutcome } from '../feeds/check-outcome.js';
import { type Metrics, type Part, targetPart } from '../telemetry/metrics.js';

/** Tells the log, the metrics and the health what a check came to for one feed. */
export function reportCheck(
  { metrics, upstreams, logger }: { readonly metrics: Metrics; readonly upstreams: Upstreams<Part>; readonly logger: Logger },
  { feed, outcome, lacking = [] }: FeedOutcome,
): void {
  for (const { target, error } of lacking) {
    metrics.failures.inc({ feed: feed.name, step: 'submit' });
    const part = partOf(error);
    if (part !== null) upstreams.failed(part, error);
    logger.warn({ feed: feed.name, target, err: error }, 'a target lacks a value that others have; a later check brings it');
  }
  metrics.checks.inc({ feed: feed.name, outcome: outcome.kind });
  switch (outcome.kind) {
    case 'written': {
      const { reason, bought, together, signature } = outcome;
      metrics.writes.inc({ feed: feed.name, reason });
      upstreams.answered('ledger');
      upstreams.answered('gateway');
      logger.info({ feed: feed.name, reason, ...bought, together, signature }, 'wrote a value');
      return;
    }
    case 'not-due':
      upstreams.answered('ledger');
      if (feed.rule.deviationBps !== null) upstreams.answered('gateway');
      return;
    case 'failed': {
      const { step, error, bought, target } = outcome;
      metrics.failures.inc({ feed: feed.name, step });
      const part = partOf(error);
      if (part !== null) upstreams.failed(part, error);
      const value = { ...(bought === undefined ? {} : { value: bought.value }), ...(target === undefined ? {} : { target }) };
      if (error instanceof DailyLimitError) logger.error({ feed: feed.name, err: error }, 'the feed is not written: raise max_per_day');
      else logger.warn({ feed: feed.name, step, err: error, ...codeOf(error), ...value }, 'a check failed; the next one goes on');
      return;
    }
    case 'backing-off':
    case 'claimed-elsewhere':
    case 'written-elsewhere':
    case 'put-off':
      logger.debug({ feed: feed.name, outcome: outcome.kind }, 'nothing to do');
  }
}

/** The part that did not answer; null where everything answered. */
function partOf(error: unknown): Part | null {
  if (error instanceof LedgerUnavailableError) return 'ledger';
  if (error instanceof TargetUnavailableError) return targetPart(error.target);
  return error instanceof TransportError ? error.peer : null;
}

function codeOf(error: unknown): { readonly code?: string } {
  return error instanceof OracleGatewayError ? { code: error.code } : {};
}
