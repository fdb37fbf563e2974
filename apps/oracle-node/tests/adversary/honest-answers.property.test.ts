import {
  MAX_RESPONSE_BYTES,
  parseNodeErrorBody,
  parseObserveResponse,
  parseSimulateResponse,
  type SourcePayment,
} from '@oracle-gateway/node-api';
import { formatAddress, readRequestJson } from '@oracle-gateway/protocol';
import fc from 'fast-check';
import { randomBytes } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { authorityOf, call, Cleanup, newLedger, observeRequest, startNode, type NodeReply, type TestSource } from '../fixture.js';

/** A gateway blames a node whose answer breaks the contract. So nothing that a source says may bring an honest node to one. */
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const RUNS = 120;
/** Codes of refusals that the source or its requester causes; everything else would be blamed on the node. */
const NOT_THE_NODES_FAULT = ['upstream_failure', 'forbidden_source', 'share_used'];

/** A source that says what the path of a request names, and hangs up. */
async function startSpeaker(): Promise<TestSource & { readonly say: (bytes: string) => string }> {
  const said: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (request: Buffer) => {
      const number = /^\S+ \/(\d+)/.exec(request.toString('latin1'))?.[1];
      socket.end(said[Number(number)] ?? '', 'latin1');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.add(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('no port');
  const name = `127.0.0.1:${address.port}`;
  return { name, url: `http://${name}`, port: address.port, say: (bytes) => `/${said.push(bytes) - 1}` };
}

const oddText = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('x'.repeat(3_000), ''),
);
const json = fc.oneof(
  fc.constantFrom('{"price":1.5}', '{"price":-1}', '{"price":"x"}', '{"a":{"price":1},"b":{"price":2}}', '1.5', '\ufeff{"price":2}'),
  fc.json(),
);
const terms = fc.oneof(json, oddText, fc.constant(JSON.stringify({ accepts: 'é\n'.repeat(340) })));
const base64 = terms.map((text) => Buffer.from(text).toString('base64'));

const statusLine = fc.oneof(
  { weight: 4, arbitrary: fc.constant('HTTP/1.1 200 OK') },
  { weight: 6, arbitrary: fc.integer({ min: 100, max: 999 }).map((status) => `HTTP/1.1 ${status} Words`) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(200, 200, 206, 301, 302, 402, 402, 404, 429, 599, 600, 999).map((status) => `HTTP/1.1 ${status} Words`),
  },
  { weight: 1, arbitrary: fc.integer({ min: -5, max: 12_000 }).map((status) => `HTTP/1.1 ${status}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('HTTP/1.0 200 OK', 'HTTP/2 200', 'HTTP/9.9 200 OK', 'ICY 200 OK', 'HTTP/1.1 OK', 'HTTP/1.1', ''),
  },
  { weight: 1, arbitrary: oddText },
);
const header = fc.oneof(
  base64.map((value) => `payment-required: ${value}`),
  base64.map((value) => `payment-response: ${value}`),
  base64.map((value) => `x-payment-response: ${value}`),
  fc
    .constantFrom('/0', '/', '//other.example/', 'http://[', 'https://127.0.0.1/', '\\', 'javascript:0', '')
    .map((value) => `location: ${value}`),
  fc.constantFrom('gzip', 'deflate', 'br', 'zstd', 'UTF-8', 'gzip, gzip', ',').map((value) => `content-encoding: ${value}`),
  fc.constantFrom('0', '5', '99999999999999999999', '-1', 'x').map((value) => `content-length: ${value}`),
  fc.constantFrom('chunked', 'gzip, chunked', 'identity').map((value) => `transfer-encoding: ${value}`),
  fc.constantFrom('keep-alive: timeout=999999999', 'connection: close', 'upgrade: h2c', 'retry-after: 1e9', 'content-range: bytes 0-1/2'),
  fc.tuple(oddText, oddText).map(([name, value]) => `${name}: ${value}`),
);
const spoken = fc
  .record({ statusLine, headers: fc.array(header, { maxLength: 4 }), body: fc.oneof(json, terms), isDeclared: fc.boolean() })
  .map(({ statusLine: first, headers, body, isDeclared }) => {
    const bytes = Buffer.from(body).toString('latin1');
    const lines = isDeclared ? [...headers, `content-length: ${bytes.length}`] : headers;
    return [first, ...lines, '', bytes].join('\r\n');
  });

const PAYMENT: SourcePayment = { x402Version: 2, payment: Buffer.from('{"x402Version":2}').toString('base64') };

it('whatever a source says, the node answers observe and simulate within the contract, and with a fault of its own never', async () => {
  const source = await startSpeaker();
  const limits = { fetchTimeoutMs: 2_000, dryRunsPerMinute: 1_000_000, maxOpenSessionsPerGateway: 16_384 };
  const node = await startNode(cleanup, { ledger: newLedger(), allowed: [source.name], limits });
  const codes = new Map<string, number>();
  const requireHonest = ({ status, text }: NodeReply, parse: (plain: unknown) => unknown): void => {
    const plain = readRequestJson(Buffer.from(text), { maxBytes: MAX_RESPONSE_BYTES });
    if (status === 200) parse(plain);
    const code = status === 200 ? 'ok' : parseNodeErrorBody(plain).code;
    codes.set(code, (codes.get(code) ?? 0) + 1);
    expect(['ok', ...NOT_THE_NODES_FAULT]).toContain(code);
  };
  await fc.assert(
    fc.asyncProperty(spoken, fc.boolean(), fc.boolean(), async (bytes, isPaid, isWhole) => {
      const url = source.url + source.say(bytes);
      const apiConfig = { url, method: 'GET', ...(isWhole ? {} : { responseParser: '$.price' }) } as const;
      // Each with its own share.
      const requester = formatAddress(authorityOf(randomBytes(32)));
      const observed = observeRequest(source, { requester, apiConfig, ...(isPaid ? { sourcePayment: PAYMENT } : {}) });
      requireHonest(await call(node, 'observe', observed), parseObserveResponse);
      requireHonest(await call(node, 'simulate', { requester, apiConfig }), parseSimulateResponse);
    }),
    { numRuns: RUNS, examples: [['HTTP/1.1 200 OK\r\ncontent-length: 13\r\n\r\n{"price":1.5}', false, false]] },
  );
  expect(Math.min(codes.get('ok') ?? 0, codes.get('upstream_failure') ?? 0)).toBeGreaterThan(0);
});
