import { once } from 'node:events';
import { createServer } from 'node:http';
import { base58 } from '@scure/base';
import { Agent, request } from '../world/undici.mjs';

const SIGNATURE_BYTES = 64;
const TOO_MANY = { code: 429, message: 'Too many requests' };

/**
 * An RPC server in front of another that counts calls (each of a batch by itself) and fails in the ways that RPC servers fail.
 *
 * `limitTo`: calls a second that pass, 429 above; `answer429`: nothing passes, or nothing of one method; `dropSends`: one in so many
 * transactions is acknowledged but goes nowhere; `refuse`: no server listens any more.
 */
export async function openRpcProxy(target) {
  const dispatcher = new Agent({ connections: 64 });
  let calls = new Map();
  let fault = { kind: 'none' };
  let tokens = 0;
  let filledMs = performance.now();
  let refused = 0;
  let sends = 0;
  let dropped = 0;

  const mayPass = ({ method }) => {
    if (fault.kind === 'answer429') return fault.method !== undefined && fault.method !== method;
    if (fault.kind !== 'limit') return true;
    const nowMs = performance.now();
    // A second's worth can be saved up, as providers allow.
    tokens = Math.min(fault.perSecond, tokens + ((nowMs - filledMs) / 1_000) * fault.perSecond);
    filledMs = nowMs;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };

  const isDropped = ({ method }) => {
    if (fault.kind !== 'dropSends' || method !== 'sendTransaction') return false;
    sends += 1;
    return sends % fault.oneIn === 0;
  };

  const handle = async (incoming, outgoing) => {
    const chunks = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const parsed = JSON.parse(body.toString('utf8'));
    const single = Array.isArray(parsed) ? parsed : [parsed];
    for (const { method } of single) calls.set(method, (calls.get(method) ?? 0) + 1);
    if (!single.map(mayPass).every(Boolean)) {
      refused += single.length;
      const answers = single.map(({ id }) => ({ jsonrpc: '2.0', id: id ?? null, error: TOO_MANY }));
      outgoing.writeHead(429, { 'content-type': 'application/json' }).end(JSON.stringify(Array.isArray(parsed) ? answers : answers[0]));
      return;
    }
    if (isDropped(parsed)) {
      dropped += 1;
      const result = firstSignature(Buffer.from(parsed.params[0], 'base64'));
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id: parsed.id, result }));
      return;
    }
    const answer = await request(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body, dispatcher });
    outgoing.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(Buffer.from(await answer.body.arrayBuffer()));
  };

  const listen = async (port) => {
    const server = createServer((incoming, outgoing) => void handle(incoming, outgoing).catch(() => outgoing.destroy()));
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return server;
  };
  const shut = async (server) => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  };
  let server = await listen(0);
  const { port } = server.address();

  return {
    url: `http://127.0.0.1:${port}`,
    pass: () => (fault = { kind: 'none' }),
    limitTo(perSecond) {
      fault = { kind: 'limit', perSecond };
      tokens = perSecond;
      filledMs = performance.now();
    },
    answer429: (method) => (fault = { kind: 'answer429', method }),
    dropSends: (oneIn) => (fault = { kind: 'dropSends', oneIn }),
    /** Resolves once connections are refused. */
    async refuse() {
      await shut(server);
      server = undefined;
    },
    async listenAgain() {
      server = await listen(port);
    },
    resetCounts() {
      calls = new Map();
      [refused, sends, dropped] = [0, 0, 0];
    },
    counts: () => ({
      total: [...calls.values()].reduce((sum, count) => sum + count, 0),
      refused,
      dropped,
      byMethod: Object.fromEntries(calls),
    }),
    async close() {
      if (server !== undefined) await shut(server);
      await dispatcher.destroy();
    },
  };
}

/** A transaction begins with the number of its signatures (below 128 in one byte), then the signatures; base58 is its name. */
function firstSignature(wire) {
  return base58.encode(wire.subarray(1, 1 + SIGNATURE_BYTES));
}
