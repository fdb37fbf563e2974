import { afterEach, expect, it } from 'vitest';
import { post } from '../fakes/post.js';
import { startWorld, type World } from '../fakes/world.js';

/** Rounds that one gateway process runs at once. */
const PLACES = 64;
const PER_SUBSCRIPTION = 16;

let world: World;
afterEach(() => world.close());

it('as many rounds of one subscription on a slow source as the gateway has places leave room for everybody else', async () => {
  world = await startWorld({ rounds: { max_concurrent: PLACES, observe_deadline_ms: 30_000, deadline_ms: 40_000 } });
  const greedy = world.subscriber();
  for (const node of world.nodes) node.slowFor = greedy.text;
  const now = Math.floor(Date.now() / 1000);
  const leaving = new AbortController();
  const slow = Array.from({ length: PLACES }, async (_, second) => {
    const body = JSON.stringify(greedy.request({ timestamp: now - second }));
    const response = await fetch(`${world.url}/v1/round/execute`, { method: 'POST', body, signal: leaving.signal });
    return [response.status, ((await response.json()) as { code: string }).code, response.headers.get('retry-after')];
  });
  const refused = slow.map((answer) => answer.catch(() => null));
  await expect.poll(() => world.metrics(), { timeout: 30_000 }).toMatch(/^oracle_gateway_rounds_in_flight 16$/m);

  for (let round = 0; round < 5; round += 1) expect((await post(world.url, world.subscriber().request())).status).toBe(200);
  leaving.abort();
  const answers = (await Promise.all(refused)).filter((answer) => answer !== null);
  expect(answers).toEqual(Array.from({ length: PLACES - PER_SUBSCRIPTION }, () => [503, 'subscription_at_capacity', '1']));
}, 90_000);
