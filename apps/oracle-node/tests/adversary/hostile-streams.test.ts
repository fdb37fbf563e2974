import { NODE_HEADERS } from '@oracle-gateway/node-api';
import { STREAM_HEADER, STREAM_PATH } from '@oracle-gateway/node-api/stream';
import { toHex } from '@oracle-gateway/protocol';
import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { Cleanup, GATEWAY_KEY, observeOk, observeRequest, signedHeaders, startNodeWithSource, type TestNode } from '../fixture.js';
import { openTestStream } from '../over-stream.js';
import { openRaw, type RawConnection } from '../raw-connection.js';

/** A tenant that can open connections to a node, and has seen or changes what a gateway sends. It has no key of the gateway. */
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

/** An upgrade request as bytes, with the headers of a signed handshake. */
async function upgradeRequest(
  node: TestNode,
  handshake: Uint8Array<ArrayBuffer>,
  signed: Parameters<typeof signedHeaders>[3] = {},
): Promise<string> {
  const headers = {
    host: 'node',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': randomBytes(16).toString('base64'),
    [STREAM_HEADER]: toHex(handshake),
    ...(await signedHeaders(node, STREAM_PATH, handshake, signed)),
  };
  return `GET ${STREAM_PATH} HTTP/1.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`;
}

function freshHandshake(versions: readonly number[] = [1]): Uint8Array<ArrayBuffer> {
  return new Uint8Array([versions.length, ...versions, ...randomBytes(32), ...new Uint8Array(32)]);
}

/** A masked frame of the WebSocket protocol with so many bytes, as Latin-1 text. */
function webSocketFrame(payload: Uint8Array): string {
  const head = payload.length < 126 ? [0x82, 0x80 | payload.length] : [0x82, 0x80 | 126, payload.length >> 8, payload.length & 0xff];
  return Buffer.from([...head, 0, 0, 0, 0, ...payload]).toString('latin1');
}

async function opened(node: TestNode, bytes: string, from?: string): Promise<RawConnection> {
  const connection = await openRaw(cleanup, node.url, from);
  connection.send(bytes);
  await connection.until('\r\n\r\n');
  return connection;
}

describe('a handshake that a stranger repeats', () => {
  it('gives a place among strangers, which later strangers take', async () => {
    const { node, source } = await startNodeWithSource(cleanup, { limits: { maxConnections: 32 } });
    const request = await upgradeRequest(node, freshHandshake());
    const repeated: RawConnection[] = [];
    for (let count = 0; count < 8; count += 1) repeated.push(await opened(node, request));
    for (let count = 0; count < 12; count += 1) repeated.push(await openRaw(cleanup, node.url));
    await expect.poll(() => repeated.filter((each) => each.isOpen()).length).toBeLessThanOrEqual(8);
    await observeOk(node, observeRequest(source));
  });

  it('is charged to the block of its sender, as bad signatures are', async () => {
    const clock = { monotonicMs: 0 };
    const { node } = await startNodeWithSource(cleanup, { overrides: { monotonicMs: () => clock.monotonicMs } });
    const stream = await openTestStream(node, GATEWAY_KEY);
    clock.monotonicMs += 1_100;
    const request = await upgradeRequest(node, freshHandshake());
    const answers = new Map<string, number>();
    for (let sent = 0; sent < 230; sent += 1) {
      const connection = await openRaw(cleanup, node.url, '127.0.9.1');
      connection.send(request);
      const status = (await connection.until('\r\n\r\n')).slice(9, 12);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
    // A block of strangers has four fifths of what one has from which a gateway has called.
    expect(answers.get('101')).toBeLessThanOrEqual(160);
    expect([...answers.keys()].sort()).toEqual(['101', '503']);
    await stream.close();
  });

  it('holds up no end of the node', async () => {
    const { node } = await startNodeWithSource(cleanup);
    const connection = await opened(node, await upgradeRequest(node, freshHandshake()));
    await node.close();
    expect(await connection.closed).toContain('going_away');
  });

  it('reads nothing and says nothing: its first message closes the stream', async () => {
    const { node } = await startNodeWithSource(cleanup);
    const connection = await opened(node, await upgradeRequest(node, freshHandshake()));
    connection.send(webSocketFrame(randomBytes(80)));
    expect(await connection.closed).toContain('not_authentic');
  });
});

describe('a handshake is refused', () => {
  it.each<[string, string, (node: TestNode) => Promise<string>]>([
    [
      'without a signature',
      '401',
      async (node) => (await upgradeRequest(node, freshHandshake())).replace(NODE_HEADERS.signature, 'x-other'),
    ],
    ['with the signature of another handshake', '401', (node) => upgradeRequest(node, freshHandshake(), { body: freshHandshake() })],
    ['with the signature of another path', '401', (node) => upgradeRequest(node, freshHandshake(), { path: '/v1/observe' })],
    ['with a handshake that has no form', '401', (node) => upgradeRequest(node, new Uint8Array(3))],
    ['of no gateway', '401', (node) => upgradeRequest(node, freshHandshake(), { gatewayKey: new Uint8Array(32).fill(0x99) })],
    ['in another version', '400', (node) => upgradeRequest(node, freshHandshake([9]))],
    ['with a key of small order', '400', (node) => upgradeRequest(node, new Uint8Array([1, 1, ...new Uint8Array(64)]))],
    [
      'that is no proper upgrade',
      '400',
      async (node) => (await upgradeRequest(node, freshHandshake())).replace('-version: 13', '-version: 1'),
    ],
  ])('%s', async (_, status, requestOf) => {
    const { node } = await startNodeWithSource(cleanup);
    const connection = await openRaw(cleanup, node.url);
    connection.send(await requestOf(node));
    expect((await connection.closed).slice(9, 12)).toBe(status);
  });
});

describe('bytes on a stream that the gateway did not send', () => {
  it.each<[string, Uint8Array]>([
    ['a message longer than any', new Uint8Array(65_000)],
    ['a message without bytes', new Uint8Array(0)],
  ])('%s', async (_, payload) => {
    const { node, source } = await startNodeWithSource(cleanup);
    const connection = await opened(node, await upgradeRequest(node, freshHandshake()));
    connection.send(webSocketFrame(payload));
    await connection.closed;
    await observeOk(node, observeRequest(source));
  });

  it.each<[string, Buffer]>([
    ['a frame that announces more than a message may have', Buffer.from([0x82, 0xff, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])],
    ['a frame without a mask', Buffer.from([0x82, 0x01, 0])],
    ['text', Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x41])],
    ['a reserved opcode', Buffer.from([0x83, 0x80, 0, 0, 0, 0])],
    ['half a frame, then the end', Buffer.from([0x82])],
  ])('%s, ends that stream alone', async (_, bytes) => {
    const { node, source } = await startNodeWithSource(cleanup);
    const stream = await openTestStream(node, GATEWAY_KEY);
    const connection = await opened(node, await upgradeRequest(node, freshHandshake()));
    connection.send(bytes.toString('latin1'));
    if (bytes.length === 1) connection.end();
    await connection.closed;
    await observeOk(node, observeRequest(source));
    expect(stream.state).toBe('open');
    await stream.close();
  });
});
