import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import { type DeploymentId, fromHex, toAddress, unixMs } from '@oracle-gateway/protocol';
import { type MessageKind, signedBytes } from '@oracle-gateway/protocol/internal';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { body, PATIENT } from '../../tests/halves.js';
import { NODE_HEADERS, verifyNodeRequest } from '../request-signature.js';
import { agreeOnKeys, createUpgrader, refuseUpgrade } from './accept-stream.js';
import type { CloseReason } from './close-reason.js';
import { StreamHandshakeError } from './errors.js';
import type { OpenStreamInput } from './gateway-stream.js';
import { DEFAULT_LIMITS } from './limits.js';
import { createNodeHalf } from './node-half.js';
import { openStream } from './open-stream.js';
import { commonVersion, readHandshake, STREAM_HEADER, STREAM_PATH } from './handshake.js';

const GATEWAY_SECRET = new Uint8Array(32).fill(0x71);
const DEPLOYMENT = new Uint8Array(32).fill(5) as DeploymentId;
const NODE_SECRET = new Uint8Array(32).fill(0x41);
const NODE_KEY = x25519.getPublicKey(NODE_SECRET);
const NODE_INDEX = 3;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A node as far as its streams go. It echoes the body of every call. */
async function startNode(options: { readonly secret?: Uint8Array; readonly nodeIndex?: number } = {}) {
  const upgrade = createUpgrader();
  const opened: string[] = [];
  const server = createServer((_, response) => response.end('{}'));
  server.on('upgrade', (request, socket, head) => {
    const handshake = readHandshake(headerOf(request, STREAM_HEADER));
    const version = handshake === null ? null : commonVersion(handshake);
    const verdict = verifyNodeRequest({
      headers: (name) => headerOf(request, name),
      deploymentId: DEPLOYMENT,
      nodeIndex: options.nodeIndex ?? NODE_INDEX,
      path: request.url ?? '',
      body: handshake?.bytes ?? new Uint8Array(0),
      nowMs: unixMs(Date.now()),
      maxSkewMs: 10_000,
    });
    if (!verdict.ok || handshake === null || version === null) {
      refuseUpgrade({ socket }, { status: 401, body: JSON.stringify({ error: 'refused', code: 'unauthorized' }) });
      return;
    }
    const signature = fromHex(headerOf(request, NODE_HEADERS.signature) ?? '', 64);
    const { gatewayAuthority } = verdict;
    const transcript = { deploymentId: DEPLOYMENT, nodeIndex: NODE_INDEX, gatewayAuthority, signature, version };
    const encryptionSecret = handshake.encryptionKey === null ? null : (options.secret ?? NODE_SECRET);
    const agreed = agreeOnKeys(transcript, { handshake, encryptionSecret });
    if (agreed === null) throw new Error('keys of small order');
    upgrade({ request, socket, head }, agreed.header, (wire) => {
      const half = createNodeHalf({
        wire,
        keys: agreed.keys,
        limits: DEFAULT_LIMITS,
        nowMs: Date.now,
        onOpened: () => opened.push('opened'),
        answer: (call) => Promise.resolve({ status: 200, body: Buffer.from(call.body).toString() }),
        onFailure: () => undefined,
        onClosed: () => undefined,
      });
      ends.push(() => half.close('going_away'));
    });
  });
  return { origin: await listening(server), opened };
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

const deps = {
  deploymentId: DEPLOYMENT,
  gateway: toAddress(new Uint8Array(32).fill(4)),
  gatewayAuthority: toAddress(ed25519.getPublicKey(GATEWAY_SECRET)),
  sign: (kind: MessageKind, preimage: Uint8Array) => Promise.resolve(ed25519.sign(signedBytes(kind, preimage), GATEWAY_SECRET)),
  nowMs: Date.now,
  monotonicMs: () => 0,
  onFailure: () => undefined,
};

function input(origin: string, changed: Partial<OpenStreamInput> = {}): OpenStreamInput & { readonly ended: CloseReason[] } {
  const ended: CloseReason[] = [];
  return {
    origin,
    nodeIndex: NODE_INDEX,
    encryptionKey: NODE_KEY,
    wants: { commitments: false, registryVersion: false },
    onPush: () => undefined,
    onDraining: () => undefined,
    onClosed: (reason) => ended.push(reason),
    ended,
    ...changed,
  };
}

describe('a stream', () => {
  it.each<[string, Uint8Array | null]>([
    ['under the encryption key of the node', NODE_KEY],
    ['without one', null],
  ])('opens %s, carries calls and closes', async (_, encryptionKey) => {
    const { origin, opened } = await startNode();
    const named = input(origin, { encryptionKey });
    const stream = await openStream(deps, named);
    const replies = await Promise.all(Array.from({ length: 50 }, (_, n) => stream.call('observe', body(n), PATIENT)));
    expect(replies.map((reply) => Number(Buffer.from(reply.body).toString()))).toEqual(Array.from({ length: 50 }, (_, n) => n));
    expect([opened, named.ended]).toEqual([['opened'], []]);
    await stream.close();
    expect([named.ended, stream.state]).toEqual([['done'], 'closed']);
  });
});

describe('a handshake fails', () => {
  const failed = (failure: StreamHandshakeError['failure'], refusal: StreamHandshakeError['refusal'] = null): unknown =>
    expect.objectContaining({ name: 'StreamHandshakeError', failure, refusal });

  it('as refused with the status and the code of the node', async () => {
    const { origin } = await startNode({ nodeIndex: 4 });
    await expect(openStream(deps, input(origin))).rejects.toEqual(failed('refused', { status: 401, code: 'unauthorized' }));
  });

  it('as refused where the server has no streams', async () => {
    const server = createServer((_, response) => {
      response.writeHead(404);
      response.end(JSON.stringify({ error: 'the path names no operation', code: 'not_found' }));
    });
    await expect(openStream(deps, input(await listening(server)))).rejects.toEqual(failed('refused', { status: 404, code: 'not_found' }));
    const other = createServer((_, response) => response.end('x'.repeat(100_000)));
    await expect(openStream(deps, input(await listening(other)))).rejects.toEqual(failed('refused', { status: 200, code: null }));
  });

  it('as not authentic where the answer is not of the node that holds the key', async () => {
    const { origin, opened } = await startNode({ secret: new Uint8Array(32).fill(0x42) });
    await expect(openStream(deps, input(origin))).rejects.toEqual(failed('not_authentic'));
    expect(opened).toEqual([]);
  });

  it('as not authentic where the answer names no key', async () => {
    const upgrade = createUpgrader();
    const server = createServer();
    server.on('upgrade', (request, socket, head) => upgrade({ request, socket, head }, 'none', () => undefined));
    await expect(openStream(deps, input(await listening(server)))).rejects.toEqual(failed('not_authentic'));
  });

  it('as unreachable where nothing listens', async () => {
    const server = createServer();
    const origin = await listening(server);
    server.close();
    await expect(openStream(deps, input(origin))).rejects.toEqual(failed('unreachable'));
  });

  it('as timeout where nothing answers, and as aborted by its signal', async () => {
    const server = createServer();
    server.on('upgrade', (_, socket) => ends.push(() => socket.destroy()));
    const origin = await listening(server);
    await expect(openStream({ ...deps, limits: { handshakeMs: 20 } }, input(origin))).rejects.toEqual(failed('timeout'));
    const ending = new AbortController();
    const handshake = openStream(deps, input(origin, { signal: ending.signal }));
    ending.abort();
    await expect(handshake).rejects.toEqual(failed('aborted'));
    await expect(openStream(deps, input(origin, { signal: ending.signal }))).rejects.toEqual(failed('aborted'));
  });
});

describe('a handshake that is sent again by another party', () => {
  it('opens no stream, because nothing that follows is authentic', async () => {
    const { origin, opened } = await startNode();
    let recorded: IncomingMessage['headers'] = {};
    const recorder = createServer();
    recorder.on('upgrade', (request, socket) => {
      recorded = request.headers;
      socket.destroy();
    });
    await expect(openStream(deps, input(await listening(recorder)))).rejects.toThrow(StreamHandshakeError);
    const { WebSocket } = await import('ws');
    const headers = Object.fromEntries(
      [...Object.values(NODE_HEADERS), STREAM_HEADER].map((name) => [name, String(recorded[name])] as const),
    );
    const socket = new WebSocket(origin.replace('http', 'ws') + STREAM_PATH, { headers });
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send(Buffer.alloc(64));
    const code = await new Promise((resolve) => socket.once('close', resolve));
    expect([code, opened]).toEqual([4401, []]);
  });
});
