import { afterEach, expect, it } from 'vitest';
import { post } from '../fakes/post.js';
import { startWorld, type World } from '../fakes/world.js';

/** Rounds that one gateway process runs at once. */
const PLACES = 64;

let world: World;
afterEach(() => world.close());

it('as many rounds of one subscription on a slow source as the gateway has places leave room for all other callers', async () => {
  world = await startWorld({ rounds: { maxConcurrent: PLACES, observeDeadlineMs: 30_000, deadlineMs: 40_000 } });
  const greedy = world.subscriber();
  for (const node of world.nodes) node.slowFor = greedy.text;
  const now = Math.floor(Date.now() / 1000);
  const leaving = new AbortController();
  const refused: unknown[] = [];
  const slow = Array.from({ length: PLACES }, async (_, second) => {
    const body = JSON.stringify(greedy.request({ timestamp: now - second }));
    const response = await fetch(`${world.url}/v1/round/execute`, { method: 'POST', body, signal: leaving.signal });
    refused.push([response.status, ((await response.json()) as { code: string }).code, response.headers.get('retry-after')]);
  });
  const ended = Promise.allSettled(slow);
  // Alone it has nearly all of them, and is told so in the headers where it has not.
  await expect.poll(() => refused.length).toBe(10);
  expect(await world.metrics()).toMatch(/^oracle_gateway_rounds_in_flight 54$/m);
  expect(refused).toEqual(Array(10).fill([503, 'share_used', '1']));

  for (let round = 0; round < 5; round += 1) expect((await post(world.url, world.subscriber().request())).status).toBe(200);
  const others = Array.from({ length: 6 }, () => post(world.url, world.subscriber().request()));
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual(Array(6).fill(200));
  leaving.abort();
  await ended;
  expect(refused).toHaveLength(10);
  expect(await world.metrics()).toMatch(/^oracle_gateway_share_refusals_total\{resource="rounds",reason="own_share"\} 10$/m);
});
