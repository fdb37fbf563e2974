import type { ExecuteRoundRequest } from '@oracle-gateway/gateway-api';
import type { RoundId } from '@oracle-gateway/protocol';
import { afterEach, expect, it } from 'vitest';
import { post } from '../fakes/post.js';
import { holdNodes, startWorld, type World } from '../fakes/world.js';

let world: World;
afterEach(() => world.close());

/** The machine may be busy: what is waited for may take this long. */

function observing(): number[] {
  return world.nodes.map((node) => node.observing());
}

/** Sends a request, waits until all its nodes fetch, and leaves. */
async function leaveDuringRound(request: ExecuteRoundRequest): Promise<void> {
  const leaving = new AbortController();
  const abandoned = fetch(`${world.url}/v1/round/execute`, { method: 'POST', body: JSON.stringify(request), signal: leaving.signal });
  await expect.poll(() => observing().filter((count) => count > 0).length).toBe(3);
  leaving.abort();
  await expect(abandoned).rejects.toThrow();
}

it('a caller who leaves stops the fetch at every node', async () => {
  world = await startWorld();
  for (const node of world.nodes) node.fault = 'late-observe';
  await leaveDuringRound(world.subscriber().request());
  await expect.poll(observing).toEqual([0, 0, 0, 0, 0]);
});

it('the place and the quota of a caller who leaves are free when the nodes have let go, and not before', async () => {
  world = await startWorld({ rounds: { maxConcurrent: 1 } });
  for (const node of world.nodes) node.fault = 'late-observe';
  const consumer = world.subscriber({ roundsLeft: 1n });
  const request = consumer.request();
  const released = Promise.race(world.nodes.map((node) => node.arrival('/v1/release')));
  const observed = leaveDuringRound(request);
  await observed;
  const letGo = holdNodes(world);
  await released;
  const tooEarly = await post(world.url, world.subscriber().request());
  expect([tooEarly.status, tooEarly.body['code']]).toEqual([503, 'at_capacity']);

  for (const node of world.nodes) node.fault = 'none';
  letGo();
  const { roundId } = JSON.parse(await world.log.line('round failed', 'client_gone')) as { roundId: RoundId };
  await expect.poll(async () => (await world.outbox.read(roundId))?.state).toBe('failed');
  const next = consumer.request({ timestamp: request.timestamp - 1 });
  await expect.poll(async () => (await post(world.url, next)).status).toBe(200);
});

it('a round that has failed leaves no node working for it', async () => {
  world = await startWorld({ nodeCount: 3 });
  for (const node of world.nodes.slice(0, 2)) node.fault = 'upstream';
  for (const node of world.nodes.slice(2)) node.fault = 'late-observe';
  const failed = await post(world.url, world.subscriber().request());
  expect([failed.status, failed.body['code']]).toEqual([503, 'upstream_failure']);
  expect(world.nodes[2]?.calls['/v1/observe']).toBe(1);
  await expect.poll(observing).toEqual([0, 0, 0]);
});
