import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createMetrics } from './metrics.js';
import { createStanding } from './standing.js';

function standingAt() {
  const clock = { ms: 0 };
  const lines: string[] = [];
  const metrics = createMetrics();
  const logger = pino({ level: 'debug' }, { write: (line) => lines.push(line) });
  return { clock, lines, metrics, standing: createStanding({ metrics, logger, monotonicMs: () => clock.ms, silenceMs: 1_000 }) };
}

it('a part that failed is in trouble until it answers again, which is logged once each', async () => {
  const { standing, lines, metrics } = standingAt();
  for (let attempt = 0; attempt < 5; attempt += 1) standing.failed('ledger', new Error(`no answer ${attempt}`));
  expect([standing.isUp('ledger'), standing.isUp('outbox')]).toEqual([false, true]);
  expect(standing.troubles()).toEqual({ ledger: 'no answer 4' });
  expect(await metrics.registry.metrics()).toContain('oracle_settlement_up{part="ledger"} 0');
  standing.answered('ledger');
  standing.answered('ledger');
  expect(standing.troubles()).toEqual({});
  expect(await metrics.registry.metrics()).toContain('oracle_settlement_up{part="ledger"} 1');
  expect(lines).toHaveLength(2);
});

it('a part of which nothing was heard for long is not known to work', () => {
  const { standing, clock } = standingAt();
  clock.ms = 1_000;
  standing.answered('outbox');
  expect(standing.troubles()).toEqual({});
  clock.ms = 1_001;
  expect(standing.troubles()).toEqual({ ledger: 'nothing was heard of it' });
});
