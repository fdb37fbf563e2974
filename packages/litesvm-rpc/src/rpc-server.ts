import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { WebSocketServer } from 'ws';
import { answerBody, ledgerCall, type Call } from './json-rpc.js';
import type { LocalLedger } from './ledger.js';
import { SubscriberConnection } from './subscriber-connection.js';

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_FRAME_BYTES = 64 * 1024;
const MAX_SUBSCRIBERS = 512;
const FREE_PAIR_ATTEMPTS = 20;
/** Pages of every origin may read this ledger, like public ones: wallets and verifiers run in browsers. */
const ANY_ORIGIN = { 'access-control-allow-origin': '*' };
/** `*` for the headers: clients send more than `content-type` (`@solana/web3.js` sends `solana-client`). */
const PREFLIGHT = {
  ...ANY_ORIGIN,
  'access-control-allow-methods': 'POST, GET, OPTIONS',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};
/** WebSocket close code. */
const TRY_AGAIN_LATER = 1013;

/** Host and ports of an RPC server. */
export interface RpcServerOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** 0 (the default) takes a free pair of neighbouring ports. */
  readonly port?: number;
  /** Default: `port` + 1, the default of `@solana/web3.js`. */
  readonly wsPort?: number;
}

/** A running RPC server. */
export interface LedgerRpc {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  /** Closes both listeners and every connection. */
  readonly close: () => Promise<void>;
}

/** A port of the ledger is taken. */
export class LedgerPortError extends Error {
  override readonly name = 'LedgerPortError';

  constructor(
    readonly port: number,
    readonly use: 'rpc' | 'subscriptions',
    options: ErrorOptions,
  ) {
    super(`port ${port} for the ledger's ${use} is not available`, options);
  }
}

/**
 * Serves a ledger to unmodified Solana clients: JSON-RPC over HTTP, subscriptions over a WebSocket.
 *
 * @throws {LedgerPortError}
 * @example
 * const rpc = await serveLedgerRpc(ledger);
 * const connection = new Connection(rpc.rpcUrl, 'confirmed');
 */
export async function serveLedgerRpc(ledger: LocalLedger, options: RpcServerOptions = {}): Promise<LedgerRpc> {
  const { host = '127.0.0.1', port = 0 } = options;
  for (let attempt = 1; ; attempt++) {
    const rpc = await listenRpc(ledger, host, port);
    const rpcPort = portOf(rpc);
    try {
      const subscriptions = await listenSubscriptions(ledger, host, options.wsPort ?? rpcPort + 1);
      return running(host, rpc, subscriptions);
    } catch (error) {
      await closeServer(rpc);
      // The port after a free one may be taken. Both ports are free to choose, so try another pair.
      if (port !== 0 || options.wsPort !== undefined || attempt === FREE_PAIR_ATTEMPTS) throw error;
    }
  }
}

function running(host: string, rpc: Server, subscriptions: WebSocketServer): LedgerRpc {
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    rpcUrl: `http://${name}:${portOf(rpc)}`,
    wsUrl: `ws://${name}:${portOf(subscriptions)}`,
    close: async () => {
      for (const client of subscriptions.clients) client.terminate();
      await Promise.all([closeServer(rpc), new Promise((resolve) => subscriptions.close(resolve))]);
    },
  };
}

async function listenRpc(ledger: LocalLedger, host: string, port: number): Promise<Server> {
  const call = ledgerCall(ledger);
  const server = createServer((request, response) => void respond(request, response, call));
  server.listen(port, host);
  return ready(server, server, port, 'rpc');
}

async function listenSubscriptions(ledger: LocalLedger, host: string, port: number): Promise<WebSocketServer> {
  const server = new WebSocketServer({ host, port, maxPayload: MAX_FRAME_BYTES });
  server.on('connection', (socket) => {
    if (server.clients.size > MAX_SUBSCRIBERS) socket.close(TRY_AGAIN_LATER, 'too many connections');
    else new SubscriberConnection(ledger, socket);
  });
  return ready(server, server, port, 'subscriptions');
}

async function ready<T>(server: T, emitter: Server | WebSocketServer, port: number, use: 'rpc' | 'subscriptions'): Promise<T> {
  try {
    await once(emitter, 'listening');
    return server;
  } catch (cause) {
    throw new LedgerPortError(port, use, { cause });
  }
}

interface HttpAnswer {
  readonly status: number;
  readonly body: string;
  readonly type: 'application/json' | 'text/plain';
}

async function respond(request: IncomingMessage, response: ServerResponse, call: Call): Promise<void> {
  if (request.method === 'OPTIONS') {
    response.writeHead(204, PREFLIGHT).end();
    return;
  }
  const answer = await answerTo(request, call);
  if (answer === null) return;
  // After a body that was not read to its end, the connection cannot carry another request.
  if (answer.status >= 400) response.setHeader('connection', 'close');
  response.writeHead(answer.status, { ...ANY_ORIGIN, 'content-type': answer.type });
  response.end(answer.body);
}

/** Null when the client has disconnected. */
async function answerTo(request: IncomingMessage, call: Call): Promise<HttpAnswer | null> {
  if (request.method === 'GET' && request.url === '/health') return plain(200, 'ok');
  if (request.method !== 'POST') return plain(405, 'POST is required\n');
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? ''))
    return plain(415, 'Content-Type: application/json is required\n');
  const body = await readBody(request);
  if (body === 'aborted') return null;
  if (body === 'too large') return plain(413, `request body is over ${MAX_BODY_BYTES} bytes\n`);
  const answer = answerBody(body.text, call);
  return answer === undefined ? plain(204, '') : { status: 200, body: answer, type: 'application/json' };
}

function plain(status: number, body: string): HttpAnswer {
  return { status, body, type: 'text/plain' };
}

async function readBody(request: IncomingMessage): Promise<{ text: string } | 'too large' | 'aborted'> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of request) {
      if (!Buffer.isBuffer(chunk)) continue;
      length += chunk.length;
      if (length > MAX_BODY_BYTES) return 'too large';
      chunks.push(chunk);
    }
  } catch {
    return 'aborted'; // the client has disconnected
  }
  return { text: Buffer.concat(chunks).toString('utf8') };
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeAllConnections();
  await closed;
}

function portOf(server: Server | WebSocketServer): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the server does not listen on a port');
  return address.port;
}
