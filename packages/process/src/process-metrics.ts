import { collectDefaultMetrics, Registry } from 'prom-client';

/**
 * Each sample wakes the process. No delay that is reported is shorter than this. At the library's default of 10 ms, an idle process took 1
 * % of a core.
 */
const EVENT_LOOP_SAMPLE_MS = 50;

let registry: Registry | undefined;

/** CPU, memory, event loop and garbage collection of this process, under the names that dashboards for Node.js know. Collected from the first call on. */
export function processMetrics(): Registry {
  if (registry === undefined) {
    registry = new Registry();
    collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS });
  }
  return registry;
}
