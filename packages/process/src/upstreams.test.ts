import { pino } from 'pino';
import { Gauge, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { createUpstreams } from './upstreams.js';

function upstreamsAt() {
  const clock = { ms: 0 };
  const lines: string[] = [];
  const registry = new Registry();
  const up = new Gauge({ name: 'up', help: 'Whether a part answered.', labelNames: ['part'], registers: [registry] });
  const logger = pino({ level: 'debug' }, { write: (line) => lines.push(line) });
  const upstreams = createUpstreams(
    { up, logger, monotonicMs: () => clock.ms },
    { parts: ['outbox', 'ledger'], waiting: 'rounds', silenceMs: 1_000 },
  );
  return { clock, lines, registry, upstreams };
}

it('a part that failed is in trouble until it answers again, which is logged once each', async () => {
  const { upstreams, lines, registry } = upstreamsAt();
  for (let attempt = 0; attempt < 5; attempt += 1) upstreams.failed('ledger', new Error(`no answer ${attempt}`));
  expect([upstreams.isUp('ledger'), upstreams.isUp('outbox')]).toEqual([false, true]);
  expect(upstreams.troubles()).toEqual({ ledger: 'no answer 4' });
  expect(await registry.metrics()).toContain('up{part="ledger"} 0');
  upstreams.answered('ledger');
  upstreams.answered('ledger');
  expect(upstreams.troubles()).toEqual({});
  expect(await registry.metrics()).toContain('up{part="ledger"} 1');
  expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual(['does not answer; rounds wait', 'answers again']);
});

it('a part without an answer for long counts as failing', () => {
  const { upstreams, clock } = upstreamsAt();
  clock.ms = 1_000;
  upstreams.answered('outbox');
  expect(upstreams.troubles()).toEqual({});
  clock.ms = 1_001;
  expect(upstreams.troubles()).toEqual({ ledger: 'no answer for too long' });
});
