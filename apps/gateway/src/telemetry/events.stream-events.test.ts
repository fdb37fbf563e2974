import { StreamHandshakeError } from '@oracle-gateway/node-api/stream';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createMetrics } from './metrics.js';
import { createStreamEvents } from './events.js';

function setUp() {
  const lines: string[] = [];
  const clock = { nowMs: 0 };
  const metrics = createMetrics();
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(line) });
  return {
    lines,
    clock,
    events: createStreamEvents({ logger, metrics, monotonicMs: () => clock.nowMs }),
    text: () => metrics.registry.metrics(),
  };
}

it('counts handshakes and ends of each node, and shows whether its stream is open', async () => {
  const { events, text } = setUp();
  events.streamOpened(1);
  events.streamNotOpened(2, new StreamHandshakeError('refused', { status: 404, code: null }));
  expect(await text()).toContain('oracle_gateway_node_streams{node="1"} 1');
  events.streamEnded(1, 'lost');
  for (const line of [
    'oracle_gateway_node_streams{node="1"} 0',
    'oracle_gateway_node_streams{node="2"} 0',
    'oracle_gateway_node_stream_handshakes_total{node="1",outcome="opened"} 1',
    'oracle_gateway_node_stream_handshakes_total{node="2",outcome="refused"} 1',
    'oracle_gateway_node_stream_ends_total{node="1",reason="lost"} 1',
  ]) {
    expect(await text()).toContain(line);
  }
});

it('a key that does not sign is told with its setting, and as no fault of the node', async () => {
  const { events, lines, text } = setUp();
  const cause = new Error('settlement.gateway_keypair_path: no signer listens');
  events.streamNotOpened(2, new StreamHandshakeError('unsigned', null, { cause }));
  expect(lines.join('')).toContain('"reason":"settlement.gateway_keypair_path: no signer listens"');
  expect(await text()).toContain('oracle_gateway_node_stream_handshakes_total{node="2",outcome="unsigned"} 1');
});

it('counts calls by transport', async () => {
  const { events, text } = setUp();
  events.nodeCallSent('stream');
  events.nodeCallSent('stream');
  events.nodeCallSent('http');
  expect(await text()).toContain('oracle_gateway_node_calls_total{transport="stream"} 2');
  expect(await text()).toContain('oracle_gateway_node_calls_total{transport="http"} 1');
});

it('a node whose stream comes and goes writes each line once a minute, and keeps no other from being written', () => {
  const { events, lines, clock } = setUp();
  for (let times = 0; times < 50; times += 1) {
    events.streamOpened(1);
    events.streamEnded(1, 'lost');
  }
  expect(lines).toHaveLength(2);
  events.streamEnded(1, 'idle');
  events.streamOpened(2);
  expect(lines).toHaveLength(4);
  clock.nowMs += 60_000;
  events.streamOpened(1);
  expect(lines).toHaveLength(5);
});
