import { nodeOperations } from '@oracle-gateway/node-api';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '@oracle-gateway/dev-servers';
import {
  call,
  Cleanup,
  expectRefusal,
  newLedger,
  observeOk,
  observeRequest,
  OTHER_GATEWAY_KEY,
  priceSource,
  signedHeaders,
  startNode,
  startNodeWithSource,
  startSource,
  type TestNode,
} from '../fixture.js';
import { openRaw, type RawConnection } from '../raw-connection.js';

/** A client that reaches a node and is no gateway may cost the node next to nothing, also from the very address of a gateway. */
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const HEALTH = 'GET /health HTTP/1.1\r\nhost: node\r\n\r\n';
const NO_SESSIONS = JSON.stringify({ sessionIds: [`0x${'00'.repeat(32)}`] });

/** A release of nothing as bytes of HTTP: the cheapest request of a gateway. */
async function signedRelease(node: TestNode, signed: Parameters<typeof signedHeaders>[3] = {}): Promise<string> {
  const { method, path } = nodeOperations.release;
  const headers = {
    host: 'node',
    'content-length': String(NO_SESSIONS.length),
    ...(await signedHeaders(node, path, NO_SESSIONS, signed)),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${NO_SESSIONS}`;
}

function openMany(node: TestNode, count: number): Promise<RawConnection[]> {
  return Promise.all(Array.from({ length: count }, () => openRaw(cleanup, node.url)));
}

describe('connections of strangers', () => {
  it('end with the answer, so that asking for the health holds none', async () => {
    const { node, source } = await startNodeWithSource(cleanup, { limits: { maxConnections: 16 } });
    for (let count = 0; count < 40; count += 1) {
      const stranger = await openRaw(cleanup, node.url);
      stranger.send(HEALTH);
      expect(await stranger.closed).toMatch(/^HTTP\/1\.1 200 .*connection: close/is);
    }
    await observeOk(node, observeRequest(source));
  });

  it('are closed for newcomers where they stay idle, the oldest first, and shut out no gateway', async () => {
    const { node, source } = await startNodeWithSource(cleanup, { limits: { maxConnections: 32 } });
    const [first, ...others] = await openMany(node, 200);
    await first?.closed;
    await observeOk(node, observeRequest(source));
    const last = others.at(-1);
    last?.send(HEALTH);
    expect(await last?.closed).toContain('200 OK');
    await expect.poll(() => others.filter((each) => each.isOpen()).length).toBeLessThanOrEqual(8);
  });

  it('never close the connection of a gateway, which stays open from one request to the next', async () => {
    const { node } = await startNodeWithSource(cleanup, { limits: { maxConnections: 32 } });
    const gateway = await openRaw(cleanup, node.url);
    gateway.send(await signedRelease(node));
    const answer = await gateway.until('{"released":0}');
    expect(answer).not.toMatch(/connection: close/i);
    expect(answer).toMatch(/keep-alive: timeout=75/i);
    const strangers = await openMany(node, 200);
    await strangers[0]?.closed;
    gateway.send(await signedRelease(node));
    await gateway.until('{"released":0}HTTP/1.1 200 OK');
    expect(gateway.isOpen()).toBe(true);
  });

  it('carry one request each, however many are sent at once', async () => {
    const { node } = await startNodeWithSource(cleanup);
    const stranger = await openRaw(cleanup, node.url);
    stranger.send(HEALTH.repeat(50));
    expect((await stranger.closed).match(/HTTP\/1\.1/g)?.length ?? 0).toBeLessThanOrEqual(1);
  });

  it('are what a connection becomes again when a request on it is refused with 401', async () => {
    const { node } = await startNodeWithSource(cleanup);
    const gateway = await openRaw(cleanup, node.url);
    gateway.send(await signedRelease(node));
    await gateway.until('{"released":0}');
    gateway.send(await signedRelease(node, { gatewayKey: new Uint8Array(32).fill(0x99) }));
    expect(await gateway.closed).toMatch(/401 .*connection: close/is);
  });

  it('of one gateway that takes too many shut out no other gateway', async () => {
    const { node } = await startNodeWithSource(cleanup, { limits: { maxConnections: 16 } });
    const honest = await openRaw(cleanup, node.url);
    honest.send(await signedRelease(node));
    await honest.until('{"released":0}');
    const greedy: RawConnection[] = [];
    for (let count = 0; count < 40; count += 1) {
      const connection = await openRaw(cleanup, node.url);
      connection.send(await signedRelease(node, { gatewayKey: OTHER_GATEWAY_KEY }));
      await connection.until('{"released":0}');
      greedy.push(connection);
    }
    await greedy[0]?.closed;
    await expect.poll(() => greedy.filter((each) => each.isOpen()).length).toBeLessThanOrEqual(12);
    honest.send(await signedRelease(node));
    await honest.until('{"released":0}HTTP/1.1 200 OK');
  });
});

describe('signatures of strangers', () => {
  /** A node on whose clock for limits a second passes only when the test says so. */
  const startMeasured = async () => {
    const clock = { monotonicMs: 0 };
    const source = await startSource(cleanup, priceSource);
    const config = { metrics: { host: '127.0.0.1', port: await freePort() } };
    const overrides = { monotonicMs: () => clock.monotonicMs };
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name], config, overrides });
    const verifiedInVain = async (): Promise<number> => {
      const text = await (await fetch(`${node.metricsUrl}/metrics`)).text();
      return Number(/unauthorized_total\{reason="signature_invalid"\} (\d+)/.exec(text)?.[1] ?? 0);
    };
    const gateway = await openRaw(cleanup, node.url);
    gateway.send(await signedRelease(node));
    await gateway.until('{"released":0}');
    // The node has just met its gateway, which counts as a look-up of a stranger.
    clock.monotonicMs += 1_100;
    return { clock, source, node, gateway, verifiedInVain };
  };

  /** Sends so many requests, each on a connection of its own, and counts the answers by status. */
  const flood = async (
    node: TestNode,
    count: number,
    signed: Parameters<typeof signedHeaders>[3],
    fromOf: (index: number) => string = () => '127.0.0.1',
  ) => {
    const statuses = new Map<string, number>();
    for (let sent = 0; sent < count; sent += 50) {
      const answers = Array.from({ length: Math.min(50, count - sent) }, async (_, index) => {
        const connection = await openRaw(cleanup, node.url, fromOf(sent + index));
        connection.send(await signedRelease(node, signed));
        return (await connection.until('}')).slice(9, 12);
      });
      for (const status of await Promise.all(answers)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    return Object.fromEntries(statuses);
  };

  it('in the name of a known gateway are verified 200 times a second, and the gateway is served all the while', async () => {
    const { node, source, gateway, clock, verifiedInVain } = await startMeasured();
    expect(await flood(node, 500, { body: 'another' })).toEqual({ 401: 200, 503: 300 });
    expect(await verifiedInVain()).toBe(200);
    gateway.send(await signedRelease(node));
    await gateway.until('{"released":0}HTTP/1.1 200 OK');
    clock.monotonicMs += 1_100;
    await observeOk(node, observeRequest(source));
  });

  it('without a known name are verified 20 times a second, and leave what known gateways have', async () => {
    const { node, source, verifiedInVain } = await startMeasured();
    expect(await flood(node, 100, { gatewayKey: new Uint8Array(32).fill(0x99), body: 'another' })).toEqual({ 401: 20, 503: 80 });
    expect(await verifiedInVain()).toBe(20);
    await observeOk(node, observeRequest(source));
  });

  it.each([
    ['in its name', { body: 'another' }, 640],
    ['in the names of others', { gatewayKey: new Uint8Array(32).fill(0x99), body: 'another' }, 80],
  ])('from however many places, %s, leave a gateway its new connections from where it called before', async (_, signed, verified) => {
    const { node, source, verifiedInVain } = await startMeasured();
    await flood(node, 1_000, signed, (index) => `127.0.9.${1 + (index % 200)}`);
    expect(await verifiedInVain()).toBeLessThanOrEqual(verified);
    await observeOk(node, observeRequest(source));
    expect(await flood(node, 50, {})).toEqual({ 200: 50 });
  });

  it('from however many places leave the look-ups of another gateway at an address that a gateway has called from', async () => {
    const { node, source } = await startMeasured();
    const keys = Array.from({ length: 100 }, (_, fill) => new Uint8Array(32).fill(fill + 150));
    for (const [index, gatewayKey] of keys.entries()) await flood(node, 1, { gatewayKey }, () => `127.0.9.${1 + index}`);
    await observeOk(node, observeRequest(source), { gatewayKey: OTHER_GATEWAY_KEY });
  });

  it('are not the good ones of a known gateway, which may open any number of connections', async () => {
    const { node } = await startMeasured();
    expect(await flood(node, 250, {})).toEqual({ 200: 250 });
  });

  it('on the connection of a gateway are refused like any others, and end it', async () => {
    const { node, gateway } = await startMeasured();
    gateway.send(await signedRelease(node, { gatewayKey: OTHER_GATEWAY_KEY, body: 'another' }));
    expect(await gateway.closed).toContain('401');
    expectRefusal(await call(node, 'release', JSON.parse(NO_SESSIONS), { timeMs: 1 }), 401, 'unauthorized');
  });
});
