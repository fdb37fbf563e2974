import { pino } from 'pino';
import { createEvents, type Events } from '../../src/telemetry/events.js';
import { createMetrics } from '../../src/telemetry/metrics.js';

/** The real events without a log. A test replaces the events that it is about. */
export const silentEvents: Events = createEvents({
  logger: pino({ level: 'silent' }),
  metrics: createMetrics(),
  nameSources: () => 'source',
  monotonicMs: () => performance.now(),
});
