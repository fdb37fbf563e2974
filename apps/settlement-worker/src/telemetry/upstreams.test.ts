import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createMetrics } from './metrics.js';
import { createUpstreams } from './upstreams.js';

function upstreamsAt() {
  const clock = { ms: 0 };
  const lines: string[] = [];
  const metrics = createMetrics();
  const logger = pino({ level: 'debug' }, { write: (line) => lines.push(line) });
  return { clock, lines, metrics, upstreams: createUpstreams({ metrics, logger, monotonicMs: () => clock.ms, silenceMs: 1_000 }) };
}

it('a part that failed is in trouble until it answers again, which is logged once each', async () => {
  const { upstreams, lines, metrics } = upstreamsAt();
  for (let attempt = 0; attempt < 5; attempt += 1) upstreams.failed('ledger', new Error(`no answer ${attempt}`));
  expect([upstreams.isUp('ledger'), upstreams.isUp('outbox')]).toEqual([false, true]);
  expect(upstreams.troubles()).toEqual({ ledger: 'no answer 4' });
  expect(await metrics.registry.metrics()).toContain('oracle_settlement_up{part="ledger"} 0');
  upstreams.answered('ledger');
  upstreams.answered('ledger');
  expect(upstreams.troubles()).toEqual({});
  expect(await metrics.registry.metrics()).toContain('oracle_settlement_up{part="ledger"} 1');
  expect(lines).toHaveLength(2);
});

it('a part without an answer for long counts as failing', () => {
  const { upstreams, clock } = upstreamsAt();
  clock.ms = 1_000;
  upstreams.answered('outbox');
  expect(upstreams.troubles()).toEqual({});
  clock.ms = 1_001;
  expect(upstreams.troubles()).toEqual({ ledger: 'no answer for too long' });
});
