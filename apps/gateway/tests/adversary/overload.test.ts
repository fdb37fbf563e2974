import { outboxPrefix } from '@oracle-gateway/outbox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { post, postAgent } from '../fakes/post.js';
import { holdNodes, startWorld, type World } from '../fakes/world.js';

/** A process that has no place left, with callers at every door. */
let world: World;
let underWay: Promise<{ readonly status: number }>;
let open: () => void;
beforeAll(async () => {
  world = await startWorld({ rounds: { maxConcurrent: 1 } });
  open = holdNodes(world);
  const arrived = Promise.race(world.nodes.map((node) => node.arrival('/v1/observe')));
  underWay = post(world.url, world.subscriber().request());
  await arrived;
});
afterAll(() => world.close());

const doors = [
  { path: 'subscription', prepare: () => world.subscriber().request(), ask: (request: unknown) => post(world.url, request) },
  { path: 'agent', prepare: () => world.payer(100n).request(), ask: (request: unknown) => postAgent(world.url, request) },
] as const;

describe.each(doors)('a full gateway, on the $path path', ({ prepare, ask }) => {
  it('refuses before it checks the request, reserves nothing, and says when to come again', async () => {
    const keys = () => world.redis.keys(`${outboxPrefix(world.gatewayPda)}*`);
    const before = await keys();
    for (const request of [prepare(), '{']) {
      const refused = await ask(request);
      expect([refused.status, refused.body['code'], refused.headers.get('retry-after')]).toEqual([503, 'at_capacity', '1']);
      expect(refused.headers.get('x-round-id')).toBeNull();
    }
    expect((await keys()).sort()).toEqual(before.sort());
  });
});

it('a full gateway serves the same requests as soon as it has a place', async () => {
  const requests = doors.map(({ prepare, ask }) => ({ request: prepare(), ask }));
  for (const { request, ask } of requests) expect((await ask(request)).status).toBe(503);
  open();
  expect((await underWay).status).toBe(200);
  for (const { request, ask } of requests) expect((await ask(request)).status).toBe(200);
});
