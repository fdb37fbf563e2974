import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createEvents } from './events.js';
import { createMetrics } from './metrics.js';

function setUp(lines: string[] = []) {
  const metrics = createMetrics();
  const events = createEvents({
    logger: pino({ level: 'info' }, { write: (line) => void lines.push(line) }),
    metrics,
    nameSources: () => 'source',
    monotonicMs: () => 0,
  });
  return { metrics, events };
}

it('a fault of a node is counted by node, step and fault', async () => {
  const { metrics, events } = setUp();
  events.nodeFault({ nodeIndex: 1, step: 'observe', fault: 'declined' });
  expect(await metrics.registry.metrics()).toContain('oracle_gateway_node_faults_total{node="1",step="observe",fault="declined"} 1');
});

it.each(['nodeFault', 'stockNotFilled'] as const)('the log does not hold the terms of a source (%s)', (event) => {
  const lines: string[] = [];
  const { events } = setUp(lines);
  events[event]({ nodeIndex: 1, step: 'commit', fault: 'upstream', sourceTerms: 'planted' });
  expect(lines).toHaveLength(1);
  expect(lines.join()).not.toContain('planted');
});
