import type { LedgerReader, TransactionHistory } from '@oracle-gateway/ledger';
import { createLogger, wait } from '@oracle-gateway/process';
import type { RandomBytes } from '@oracle-gateway/schnorr/signing';
import type { Logger } from 'pino';
import type { Config, Secrets } from './config/config.js';
import { type LedgerAccess, openLedgerAccess } from './ledger/ledger-access.js';
import type { PayPath } from './paths/pay-path.js';
import { createEvents, type Events } from './telemetry/events.js';
import { createMetrics, type Metrics } from './telemetry/metrics.js';

/** Parts that a test or another launcher replaces. */
export interface Overrides {
  readonly ledger?: LedgerReader;
  readonly history?: TransactionHistory;
  readonly logger?: Logger;
  /** The wall clock: what timestamps are compared with. */
  readonly nowMs?: () => number;
  /** Clock of ages and durations: never set back. */
  readonly monotonicMs?: () => number;
  readonly randomBytes?: RandomBytes;
  /** Folder of the pages that come with the gateway. */
  readonly pagesPath?: string;
  /** The ways to pay. */
  readonly paths?: readonly PayPath[];
}

/** Parts that are open before the ledger has answered. */
export interface Services {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly events: Events;
  readonly clock: Clock;
  readonly ledger: LedgerAccess;
}

interface Clock {
  readonly nowMs: () => number;
  readonly monotonicMs: () => number;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

export function openServices(config: Config, secrets: Secrets, overrides: Overrides): Services {
  const logger = overrides.logger ?? createLogger({ app: 'gateway', level: config.logLevel });
  const { nowMs = Date.now, monotonicMs = () => performance.now() } = overrides;
  const metrics = createMetrics();
  const events = createEvents({ logger, metrics, monotonicMs });
  const ledger = openLedgerAccess(config, secrets, { metrics, logger, ledger: overrides.ledger, history: overrides.history });
  return { logger, metrics, events, clock: { nowMs, monotonicMs, wait }, ledger };
}
