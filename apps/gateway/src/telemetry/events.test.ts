import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { createEvents } from './events.js';
import { createMetrics } from './metrics.js';
import { createCallPace } from '../nodes/call-pace.js';
import type { NodeFault } from '../errors/node-call-error.js';
import { createNodeHealth } from '../nodes/node-health.js';

function setUp(lines: string[] = []) {
  const health = createNodeHealth({ monotonicMs: () => 0 });
  const metrics = createMetrics({ roundsInFlight: () => 0, clockOffsetMs: () => null });
  const events = createEvents({
    logger: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
    metrics,
    health,
    pace: createCallPace(),
  });
  return { health, metrics, events };
}

describe('a fault of a node', () => {
  it.each<NodeFault>(['upstream', 'sealed', 'declined', 'dissent'])(
    'says nothing of its health where others may be at fault (%s), and is counted',
    async (fault) => {
      const { health, metrics, events } = setUp();
      events.nodeFault({ nodeIndex: 1, step: 'observe', fault });
      expect(health.isFailing(1)).toBe(false);
      expect(await metrics.registry.metrics()).toContain(`oracle_gateway_node_faults_total{node="1",step="observe",fault="${fault}"} 1`);
    },
  );

  it.each<NodeFault>(['unreachable', 'timeout', 'overloaded', 'bad_answer', 'refused', 'bad_partial', 'overtaken'])(
    'puts it last where it is its own (%s)',
    (fault) => {
      const { health, events } = setUp();
      events.nodeFault({ nodeIndex: 1, step: 'sign', fault });
      expect(health.isFailing(1)).toBe(true);
    },
  );
});

it.each(['nodeFault', 'stockNotFilled'] as const)('the log does not hold the terms of a source (%s)', (event) => {
  const lines: string[] = [];
  const { events } = setUp(lines);
  events[event]({ nodeIndex: 1, step: 'commit', fault: 'upstream', sourceTerms: 'planted' });
  expect(lines).toHaveLength(1);
  expect(lines.join()).not.toContain('planted');
});
