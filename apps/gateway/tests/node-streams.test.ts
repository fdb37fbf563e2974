import { afterEach, describe, expect, it } from 'vitest';
import { post } from './fakes/post.js';
import { streamsTo } from './fakes/streams-to.js';
import { startWorld, type World } from './fakes/world.js';

let world: World;
afterEach(() => world.close());

async function serve(signaturesRequired = 3, registryVersion = 1): Promise<void> {
  const { status, body } = await post(world.url, world.subscriber().request({ signaturesRequired, registryVersion }));
  expect([status, body['error']]).toEqual([200, undefined]);
}

async function count(metric: string): Promise<number> {
  const line = (await world.metrics()).split('\n').find((text) => text.startsWith(`${metric} `));
  return Number(line?.slice(metric.length + 1) ?? 0);
}
function sentBy(transport: 'stream' | 'http'): Promise<number> {
  return count(`oracle_gateway_node_calls_total{transport="${transport}"}`);
}

describe('a gateway with streams', () => {
  it('serves rounds over them, by HTTP none', async () => {
    world = await startWorld();
    const before = await sentBy('http');
    for (let round = 0; round < 5; round += 1) await serve(5);
    expect(await sentBy('stream')).toBeGreaterThanOrEqual(25);
    expect(await sentBy('http')).toBe(before);
    await world.log.line('stream to a node opened', '"nodeIndex":0');
  });

  it('calls nodes without streams by HTTP where the ledger names no key of theirs, and is as ready', async () => {
    world = await startWorld({ transport: 'http' });
    await serve(5);
    expect(await sentBy('stream')).toBe(0);
    await world.log.line('stream to a node not opened', '"failure":"refused"', '"status":404');
  });

  it('does not call a node by HTTP whose streams are refused on the path, where the ledger names its key for http://', async () => {
    world = await startWorld();
    const [refused] = world.nodes;
    refused!.hasStreams = false;
    refused!.cutStreams();
    await world.log.line('stream to a node not opened', '"failure":"refused"', '"status":404');
    const before = await sentBy('http');
    await serve(4);
    const { status } = await post(world.url, world.subscriber().request({ signaturesRequired: 5 }));
    expect(status).toBe(503);
    expect(await sentBy('http')).toBe(before);
    refused!.hasStreams = true;
    await streamsTo(world.nodes, world.metricsUrl);
    await serve(5);
  });

  it('has the first calls after its start wait for its streams', async () => {
    world = await startWorld();
    const sibling = await world.sibling();
    try {
      const { status } = await post(sibling.url, world.subscriber().request({ signaturesRequired: 5 }));
      expect(status).toBe(200);
    } finally {
      await sibling.close();
    }
  });

  it('serves on while streams are cut off, and has them again by itself', async () => {
    world = await startWorld();
    const [cut] = world.nodes;
    cut?.cutStreams();
    await serve(4);
    await world.log.line('stream to a node lost', '"nodeIndex":0');
    await streamsTo(world.nodes, world.metricsUrl);
    expect(await count('oracle_gateway_node_stream_handshakes_total{node="0",outcome="opened"}')).toBe(2);
    await serve(5);
  });

  it('a node that sends a drain notice ends its calls, and gets another stream', async () => {
    world = await startWorld();
    const [leaving] = world.nodes;
    let open = (): void => undefined;
    leaving!.gate = new Promise((resolve) => {
      open = resolve;
    });
    const arrived = leaving!.arrival('/v1/observe');
    // Where the machine is busy, the signature may come from the spare: the new stream may be late for it.
    const round = serve(4);
    await arrived;
    leaving!.sendDrainNotice();
    await world.log.line('stream to a node ended', '"nodeIndex":0', '"reason":"draining"');
    open();
    await round;
    const lost = world.log
      .text()
      .split('\n')
      .filter((line) => line.includes('"step":"observe"') && line.includes('"fault":"unreachable"'));
    expect(lost).toEqual([]);
    await streamsTo(world.nodes, world.metricsUrl);
  });

  it('reads a later registry version as soon as a node names it: no node refuses a round as stale', async () => {
    world = await startWorld();
    await serve();
    const known = world.ledger.registry;
    world.ledger.registry = { ...known, version: 2n };
    world.ledger.former.set(1n, known);
    world.ledger.cachedRegistry = known;
    for (const node of world.nodes) {
      node.stale = new Set([1]);
      node.push({ topic: 'registry_version', version: 2n });
    }
    await expect.poll(() => world.ledger.cachedRegistry).toBeNull();
    for (let round = 0; round < 3; round += 1) await serve(5, 2);
    expect(world.log.text()).not.toContain('stale_registry');
    expect(world.log.text()).not.toContain('restarted under the registry version');
  });

  it('drains its streams when it ends', async () => {
    world = await startWorld();
    await serve();
    await world.gateway.close();
    await expect.poll(() => world.nodes.map((node) => node.openStreams())).toEqual([0, 0, 0, 0, 0]);
    expect(world.log.text()).not.toContain('stream to a node lost');
  });
});
