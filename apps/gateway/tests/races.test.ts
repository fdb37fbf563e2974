import { afterEach, describe, expect, it } from 'vitest';
import { post } from './fakes/post.js';
import { holdNodes, startWorld, type World } from './fakes/world.js';

let world: World;
afterEach(() => world.close());

describe('requests at the same moment', () => {
  it('fifty identical ones: exactly one is served, all others are 409', async () => {
    world = await startWorld();
    const request = world.subscriber().request({ signaturesRequired: 3 });
    const answers = await Promise.all(Array.from({ length: 50 }, () => post(world.url, request)));
    const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    expect(new Set(answers.map(({ headers }) => headers.get('x-round-id'))).size).toBe(1);
  });

  it('two rounds with one unit of quota left: one is served, one is 403', async () => {
    world = await startWorld();
    const consumer = world.subscriber({ roundsLeft: 1n });
    const timestamp = Math.floor(Date.now() / 1000);
    const answers = await Promise.all([0, 1].map((back) => post(world.url, consumer.request({ timestamp: timestamp - back }))));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 403]);
    expect(answers.find(({ status }) => status === 403)?.body['code']).toBe('quota_committed');
  });

  it('more rounds of one subscription than its share: the rest is 503 with Retry-After and may be sent again as it is, other subscriptions are served', async () => {
    world = await startWorld({ rounds: { maxConcurrent: 2 } });
    const consumer = world.subscriber();
    const arrived = Promise.race(world.nodes.map((node) => node.arrival('/v1/observe')));
    const open = holdNodes(world);
    const timestamp = Math.floor(Date.now() / 1000);
    const first = post(world.url, consumer.request({ timestamp }));
    await arrived;
    const next = consumer.request({ timestamp: timestamp - 1 });
    const refused = await post(world.url, next);
    expect([refused.status, refused.body['code'], refused.headers.get('retry-after')]).toEqual([503, 'share_used', '1']);
    expect(refused.headers.get('ratelimit')).toBe('"rounds-at-once";r=0;t=1');
    const other = post(world.url, world.subscriber().request());
    open();
    expect([(await first).status, (await other).status]).toEqual([200, 200]);
    expect((await post(world.url, next)).status).toBe(200);
  });

  it('the same through two gateway processes that share a keypair: one is served', async () => {
    world = await startWorld();
    const second = await world.sibling();
    const request = world.subscriber().request();
    const answers = await Promise.all([world.url, second.url].map((url) => post(url, request)));
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
    await second.close();
  });

  it('more rounds than the limit: the rest is 503 with Retry-After, and may be sent again as it is', async () => {
    world = await startWorld({ rounds: { maxConcurrent: 1, observeDeadlineMs: 1_000, signDeadlineMs: 1_000, deadlineMs: 5_000 } });
    for (const node of world.nodes) node.fault = 'late-observe';
    const arrived = Promise.race(world.nodes.map((node) => node.arrival('/v1/observe')));
    const slow = post(world.url, world.subscriber().request());
    await arrived;
    const request = world.subscriber().request();
    const refused = await post(world.url, request);
    expect([refused.status, refused.body['code'], refused.headers.get('retry-after')]).toEqual([503, 'at_capacity', '1']);
    expect((await slow).status).toBe(503);
    for (const node of world.nodes) node.fault = 'none';
    const again = await post(world.url, request);
    expect([again.status, again.body['code']]).toEqual([200, undefined]);
  });
});
