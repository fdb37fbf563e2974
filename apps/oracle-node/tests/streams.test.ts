import { freePort } from '@oracle-gateway/dev-servers';
import { type CloseReason, type GatewayStream, type StreamPush, StreamCallError } from '@oracle-gateway/node-api/stream';
import { formatAddress, toHex } from '@oracle-gateway/protocol';
import { COMMITMENT_LIFE_MS } from '@oracle-gateway/protocol/internal';
import { gatewayAddress } from '@oracle-gateway/protocol/accounts';
import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { attackerCommitment } from './attacker.js';
import {
  authorityOf,
  call,
  Cleanup,
  commitOk,
  encryptionPair,
  GATEWAY_KEY,
  newLedger,
  observeOk,
  observeRequest,
  OTHER_GATEWAY_KEY,
  startNode,
  startNodeWithSource,
  startSource,
  type TestNode,
  type TestNodeOptions,
} from './fixture.js';
import { changeRegistry, gatewayAccount, PROGRAM_ID } from './ledger-fake.js';
import { type HandshakeOptions, openTestStream } from './over-stream.js';

/** Rules of a stream beyond the calls of HTTP: its handshake, what the node pushes, and its end. */
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const never = new AbortController().signal;
setMaxListeners(0, never);
const PATIENT = { deadlineMs: 30_000, signal: never };
const NO_SESSIONS = Buffer.from(JSON.stringify({ sessionIds: [`0x${'00'.repeat(32)}`] }));
const ALL = { commitments: true, registryVersion: true };

interface Watched {
  readonly stream: GatewayStream;
  readonly pushes: StreamPush[];
  readonly ended: CloseReason[];
  /** All commitments that were pushed, in order. */
  readonly commitments: () => readonly { readonly d: string; readonly e: string }[];
}

async function watch(node: TestNode, options: HandshakeOptions = {}, gatewayKey = GATEWAY_KEY): Promise<Watched> {
  const pushes: StreamPush[] = [];
  const ended: CloseReason[] = [];
  const stream = await openTestStream(
    node,
    gatewayKey,
    {},
    { onPush: (push) => pushes.push(push), onClosed: (reason) => ended.push(reason), ...options },
  );
  cleanup.add(() => stream.close());
  const commitments = () => pushes.flatMap((push) => (push.topic === 'commitments' ? push.batch.nonces : []));
  return { stream, pushes, ended, commitments };
}

/** A node on whose clock for lives time passes only when the test says so. */
async function startOnClock(options: Partial<TestNodeOptions> = {}) {
  const clock = { monotonicMs: 0 };
  const world = await startNodeWithSource(cleanup, { ...options, overrides: { monotonicMs: () => clock.monotonicMs } });
  return { ...world, clock };
}

/** A call that uses a pushed commitment. Resolves to whether the node still had it. */
async function use(stream: GatewayStream, source: { readonly url: string; readonly name: string }, own: { d: string; e: string }) {
  const request = {
    ...observeRequest(source as Parameters<typeof observeRequest>[0]),
    gatewayNonce: toHex(randomBytes(16)),
    signers: [
      { index: 0, ...own },
      { index: 1, ...attackerCommitment() },
    ],
  };
  const reply = await stream.call('observe', Buffer.from(JSON.stringify(request)), PATIENT);
  return Buffer.from(reply.body).toString().includes('"partial"');
}

describe('a handshake', () => {
  it('may name the encryption key that the ledger has, and is refused for one that the node does not have', async () => {
    const { node } = await startNodeWithSource(cleanup);
    const { stream } = await watch(node, { encryptionKey: encryptionPair(0).publicKey });
    expect((await stream.call('release', NO_SESSIONS, PATIENT)).status).toBe(200);
    await expect(watch(node, { encryptionKey: encryptionPair(7).publicKey })).rejects.toMatchObject({
      failure: 'refused',
      refusal: { status: 400, code: 'not_enabled' },
    });
  });

  it('leaves other requests on the same port as they are, also where they offer another protocol', async () => {
    const { node } = await startNodeWithSource(cleanup);
    await watch(node);
    expect((await fetch(`${node.url}/v1/stream`)).status).toBe(404);
    const { request } = await import('node:http');
    const status = await new Promise((resolve) => {
      const asked = request(`${node.url}/health`, { headers: { connection: 'upgrade', upgrade: 'h2c' } });
      asked.on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.end();
    });
    expect(status).toBe(200);
  });
});

describe('calls', () => {
  it('of several kinds run at once on one stream, as over HTTP', async () => {
    const { node, source } = await startNodeWithSource(cleanup);
    const { stream } = await watch(node);
    const replies = await Promise.all([
      ...Array.from({ length: 10 }, () => stream.call('observe', Buffer.from(JSON.stringify(observeRequest(source))), PATIENT)),
      stream.call('release', NO_SESSIONS, PATIENT),
      stream.call('sign', Buffer.from('{}'), PATIENT),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 200, 400]);
    expect(replies.every(({ timeMs }) => Math.abs(timeMs - Date.now()) < 60_000)).toBe(true);
  });

  it('stop the fetch and free their place where they are cancelled', async () => {
    const arrived: (() => void)[] = [];
    const gone = new Promise<void>((resolve) => arrived.push(resolve));
    const slow = await startSource(cleanup, (request) => {
      request.socket.once('close', () => arrived[0]?.());
      arrived[1]?.();
    });
    const asked = new Promise<void>((resolve) => arrived.push(resolve));
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [slow.name] });
    const { stream } = await watch(node);
    const ending = new AbortController();
    const room = stream.room;
    const reply = stream.call('observe', Buffer.from(JSON.stringify(observeRequest(slow))), { ...PATIENT, signal: ending.signal });
    await asked;
    ending.abort();
    await expect(reply).rejects.toThrow(new StreamCallError('aborted'));
    await gone;
    await expect.poll(() => stream.room).toBe(room);
  });

  it('take the places of connections, which gateways share', async () => {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const slow = await startSource(cleanup, (_, response) => {
      void gate.then(() => response.end('{"price":"1"}'));
    });
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [slow.name], limits: { maxConnections: 16 } });
    const { stream } = await watch(node);
    const { stream: other } = await watch(node, {}, OTHER_GATEWAY_KEY);
    const replies = Array.from({ length: 20 }, () => stream.call('observe', Buffer.from(JSON.stringify(observeRequest(slow))), PATIENT));
    expect((await Promise.race(replies)).status).toBe(503);
    expect((await other.call('release', NO_SESSIONS, PATIENT)).status).toBe(200);
    open();
    const statuses = (await Promise.all(replies)).map(({ status }) => status);
    // There are 12 places, and one is left for another gateway.
    expect([200, 503].map((status) => statuses.filter((each) => each === status).length)).toEqual([11, 9]);
    expect((await stream.call('release', NO_SESSIONS, PATIENT)).status).toBe(200);
  });
});

describe('pushed commitments', () => {
  it('come at the handshake, answer in one exchange, and are replaced by more when half are used', async () => {
    const { node, source } = await startNodeWithSource(cleanup);
    const { stream, commitments, pushes } = await watch(node, { wants: ALL });
    await expect.poll(() => commitments().length).toBe(8);
    const [batch] = pushes.flatMap((push) => (push.topic === 'commitments' ? [push.batch] : []));
    expect([batch?.bootId, batch?.lifeMs]).toEqual([(await commitOk(node)).bootId, COMMITMENT_LIFE_MS - 10_000]);
    for (const own of commitments().slice(0, 3)) expect(await use(stream, source, own)).toBe(true);
    expect(commitments().length).toBe(8);
    expect(await use(stream, source, commitments()[3] ?? attackerCommitment())).toBe(true);
    // Four are left, and the stock grows to sixteen.
    await expect.poll(() => commitments().length).toBe(20);
    expect(new Set(commitments().map(({ d }) => d)).size).toBe(20);
  });

  it('are each good once, over whichever transport', async () => {
    const { node, source } = await startNodeWithSource(cleanup);
    const { stream, commitments } = await watch(node, { wants: ALL });
    const { stream: second } = await watch(node);
    await expect.poll(() => commitments().length).toBe(8);
    const own = commitments()[0] ?? attackerCommitment();
    const uses = await Promise.all([use(stream, source, own), use(second, source, own), use(stream, source, own)]);
    expect(uses.filter(Boolean).length).toBe(1);
  });

  it('of one process are its own: each stream gets others', async () => {
    const { node } = await startNodeWithSource(cleanup);
    const [first, second] = await Promise.all([watch(node, { wants: ALL }), watch(node, { wants: ALL })]);
    await expect.poll(() => first.commitments().length + second.commitments().length).toBe(16);
    expect(new Set([...first.commitments(), ...second.commitments()].map(({ d }) => d)).size).toBe(16);
  });

  it('are not sent to a gateway that asks for none, and not beyond what a gateway may hold', async () => {
    const { node } = await startNodeWithSource(cleanup);
    for (let held = 0; held < 1_024; held += 32) await commitOk(node, 32);
    const full = await watch(node, { wants: ALL });
    const unwilling = await watch(node, { wants: { commitments: false, registryVersion: true } });
    await expect.poll(() => full.pushes.length + unwilling.pushes.length).toBe(2);
    await Promise.all([full, unwilling].map(({ stream }) => stream.call('release', NO_SESSIONS, PATIENT)));
    expect([full.commitments(), unwilling.commitments()]).toEqual([[], []]);
  });
});

describe('the registry version', () => {
  it('is pushed at the handshake, and when the node sees a new one', async () => {
    const { ledger, node, source } = await startNodeWithSource(cleanup);
    const { pushes, stream } = await watch(node, { wants: { commitments: false, registryVersion: true } });
    await expect.poll(() => pushes).toEqual([{ topic: 'registry_version', version: 1n }]);
    changeRegistry(ledger, ledger.registry.keys);
    // A round under the new version makes the node read the ledger.
    await observeOk(node, observeRequest(source, { registryVersion: 2 }));
    await stream.call('release', NO_SESSIONS, PATIENT);
    expect(pushes).toEqual([
      { topic: 'registry_version', version: 1n },
      { topic: 'registry_version', version: 2n },
    ]);
  });
});

describe('the end of a stream', () => {
  const gatewayPda = formatAddress(gatewayAddress(PROGRAM_ID, authorityOf(GATEWAY_KEY)));

  it('comes with the first call after the gateway was switched off', async () => {
    const { ledger, node, clock } = await startOnClock();
    const { stream, ended } = await watch(node);
    ledger.gateways.set(gatewayPda, gatewayAccount(authorityOf(GATEWAY_KEY), { deactivatedAt: 10n }));
    clock.monotonicMs += 601_000;
    const { status, body } = await stream.call('release', NO_SESSIONS, PATIENT);
    expect([status, Buffer.from(body).toString()]).toEqual([401, expect.stringContaining('unauthorized')]);
    await expect.poll(() => ended).toEqual(['not_active']);
  });

  it('comes without a call when the node has read that the gateway is switched off', async () => {
    const ledger = newLedger();
    const node = await startNode(cleanup, { ledger, config: { registry: { pollIntervalSeconds: 0.05, maxAgeSeconds: 600 } } });
    const { ended } = await watch(node);
    const other = await watch(node, {}, OTHER_GATEWAY_KEY);
    ledger.gateways.set(gatewayPda, gatewayAccount(authorityOf(GATEWAY_KEY), { deactivatedAt: 10n }));
    await expect.poll(() => ended).toEqual(['not_active']);
    expect((await other.stream.call('release', NO_SESSIONS, PATIENT)).status).toBe(200);
  });

  it('is a drain notice where the node closes: calls under way are answered, and new streams are refused', async () => {
    let answerSource = (): void => undefined;
    let arrived = (): void => undefined;
    const reached = new Promise<void>((resolve) => (arrived = resolve));
    const slow = await startSource(cleanup, (_, response) => {
      answerSource = () => response.end('{"price":"1"}');
      arrived();
    });
    const node = await startNode(cleanup, { ledger: newLedger(), allowed: [slow.name] });
    let draining = 0;
    const { stream, ended } = await watch(node, { onDraining: () => (draining += 1) });
    const idle = await watch(node);
    const reply = stream.call('observe', Buffer.from(JSON.stringify(observeRequest(slow))), PATIENT);
    await reached;
    const closed = node.close();
    await expect.poll(() => [draining, idle.ended]).toEqual([1, ['done']]);
    await expect(stream.call('release', NO_SESSIONS, PATIENT)).rejects.toThrow(new StreamCallError('not_open'));
    answerSource();
    expect((await reply).status).toBe(200);
    await closed;
    expect(ended).toEqual(['done']);
  });

  it('is counted, and each call of a stream too', async () => {
    const node = await startNode(cleanup, { ledger: newLedger(), config: { metrics: { host: '127.0.0.1', port: await freePort() } } });
    const metrics = async () => await (await fetch(`${node.metricsUrl}/metrics`)).text();
    const { stream } = await watch(node);
    await stream.call('release', NO_SESSIONS, PATIENT);
    expect(await metrics()).toContain('oracle_node_streams 1\n');
    await stream.close();
    await expect.poll(metrics).toContain('oracle_node_streams 0\n');
    for (const line of [
      'oracle_node_stream_ends_total{reason="done"} 1',
      'oracle_node_requests_total{operation="stream",code="ok"} 1',
      'oracle_node_requests_total{operation="release",code="ok"} 1',
    ]) {
      expect(await metrics()).toContain(line);
    }
  });
});

describe('HTTP', () => {
  it('serves the same gateway beside its stream', async () => {
    const { node } = await startNodeWithSource(cleanup);
    const { stream } = await watch(node);
    expect((await call(node, 'release', JSON.parse(NO_SESSIONS.toString()))).text).toBe('{"released":0}');
    expect(stream.state).toBe('open');
  });
});
