import { createUpstreams } from '@oracle-gateway/process';
import { randomUUID } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { shareStates } from '../../tests/support/redis-states.js';
import { createSimulatedWorld, FAIR, PRICE, simulatedFeed } from '../../tests/support/simulated-world.js';
import { createTargets } from '../feeds/targets.js';
import { createMetrics, type Part, PARTS } from '../telemetry/metrics.js';
import { renewMetrics } from './renew-metrics.js';
import { createCheckJob } from './check-job.js';

const shared = shareStates();

function openCheckJob({ claimMs = 60_000, maxPerDay = null as bigint | null } = {}) {
  const [world, feed] = [createSimulatedWorld(), simulatedFeed({ maxPerDay })];
  const lines: Readonly<Record<string, unknown>>[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as Readonly<Record<string, unknown>>) });
  const metrics = createMetrics();
  const upstreams = createUpstreams<Part>({ up: metrics.up, logger }, { parts: PARTS, waiting: 'feeds' });
  const ending = new AbortController();
  const parts = {
    targets: createTargets([world.ledger]),
    askedNodes: (quorum: number) => Promise.resolve(quorum),
    states: shared().states,
    nowMs: () => world.clock.ms,
    metrics,
    upstreams,
    logger,
  };
  const deps = { ...parts, feeds: [{ feed, client: world.client }], newToken: randomUUID, claimMs, backoffLimitMs: 1_000 };
  const stamps = new Map([['ledger', new Map<string, number>()]]);
  const pingLedger = () => (world.weather.isRpcDown() ? Promise.reject(new Error('down')) : Promise.resolve());
  const metricsDeps = {
    ...parts,
    feeds: [feed],
    allTargets: [world.ledger],
    budgets: new Map([['ledger', { spentToday: () => Promise.resolve(7n) }]]),
    pingLedger,
    stamps,
  };
  return { world, feed, lines, metrics, upstreams, ending, metricsDeps, tick: createCheckJob(deps, ending.signal) };
}

it('a check that wrote is told to log and metrics, one that failed to the health as well', async () => {
  const { world, feed, lines, metrics, upstreams, tick } = openCheckJob();
  await tick(feed.name);
  expect(lines.at(-1)).toMatchObject({ msg: 'wrote a value', feed: feed.name, reason: 'first', value: '10000', signature: 'signature-1' });
  world.weather = { ...FAIR, isRpcDown: () => true };
  await tick(feed.name);
  expect(upstreams.troubles()).toMatchObject({ ledger: expect.any(String) as string });
  expect(lines.at(-1)).toMatchObject({ msg: 'a check failed; the next one goes on', step: 'ledger' });
  world.weather = FAIR;
  await tick(feed.name);
  expect(upstreams.troubles()).toEqual({});
  const text = await metrics.registry.metrics();
  for (const outcome of ['written', 'failed', 'not-due'])
    expect(text).toContain(`oracle_keeper_checks_total{feed="${feed.name}",outcome="${outcome}"} 1`);
  expect(text).toContain(`oracle_keeper_failures_total{feed="${feed.name}",step="ledger"} 1`);
});

it('a limit that is used up is an error in the log', async () => {
  const { feed, lines, tick } = openCheckJob({ maxPerDay: PRICE - 1n });
  await tick(feed.name);
  expect(lines.at(-1)).toMatchObject({ level: 50, msg: 'the feed is not written: raise max_per_day' });
});

it('a feed is not checked twice at once, and not any more once the keeper closes', async () => {
  const { world, feed, ending, tick } = openCheckJob();
  let answer: () => void = () => undefined;
  let reads = 0;
  const { read } = world.ledger;
  world.ledger.read = async (one) => {
    reads += 1;
    if (reads === 1) await new Promise<void>((resolve) => (answer = resolve));
    return read(one);
  };
  const first = tick(feed.name);
  await expect.poll(() => reads).toBe(1);
  await tick(feed.name);
  await tick('a feed of another file');
  expect(reads).toBe(1);
  answer();
  await first;
  expect(world.rounds).toHaveLength(1);
  ending.abort();
  const before = reads;
  await tick(feed.name);
  expect(reads).toBe(before);
});

it('a check is cut off before its claim ends, and its purchase is gone on with', async () => {
  const { world, feed, lines, tick } = openCheckJob({ claimMs: 40 });
  const { buy } = world.client;
  world.client.buy = async (_subject, { onIdempotencyKey, signal }) => {
    await onIdempotencyKey('round-1');
    // A busy machine may be late.
    signal.throwIfAborted();
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  };
  await tick(feed.name);
  expect(lines.at(-1)).toMatchObject({ step: 'gateway', err: { message: 'the check took too long' } });
  world.client.buy = buy;
  world.clock.ms += 15_000;
  await tick(feed.name);
  expect(lines.at(-1)).toMatchObject({ msg: 'wrote a value', reason: 'open' });
});

it('a thousand checks leave no listener on the signal that lives as long as the keeper', async () => {
  const { world, feed, ending, tick } = openCheckJob();
  // Most are not due, some fail, and some buy.
  for (let checks = 0; checks < 1_000; checks += 1) {
    world.weather = checks % 10 === 0 ? { ...FAIR, isRpcDown: () => true } : FAIR;
    world.clock.ms += checks % 100 === 1 ? 3_600_000 : 1;
    await tick(feed.name);
  }
  expect(getEventListeners(ending.signal, 'abort')).toEqual([]);
});

it('the metrics show times, spending and funds, and the trouble of ledger and target', async () => {
  const { world, feed, metrics, upstreams, metricsDeps, tick } = openCheckJob();
  await tick(feed.name);
  await renewMetrics(metricsDeps);
  expect(metricsDeps.stamps.get('ledger')?.get(feed.name)).toBe(world.held?.observedAtMs);
  const text = await metrics.registry.metrics();
  expect(text).toContain(`oracle_keeper_spent{feed="${feed.name}"} ${PRICE}`);
  expect(text).toContain('oracle_keeper_payer_writes{target="ledger"} 9');
  expect(text).toContain('oracle_keeper_fees_spent{target="ledger"} 7');
  world.weather = { ...FAIR, isRpcDown: () => true };
  await renewMetrics(metricsDeps);
  expect(upstreams.troubles()).toMatchObject({ ledger: 'down', 'target ledger': expect.any(String) as string });
  expect(metricsDeps.stamps.get('ledger')?.get(feed.name)).toBe(world.held?.observedAtMs);
});
