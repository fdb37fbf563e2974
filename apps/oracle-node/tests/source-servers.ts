import { createServer as createHttpServer, type IncomingHttpHeaders, type RequestListener, type ServerOptions } from 'node:http';
import { createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { NodeError, SourceError } from '../src/errors/node-error.js';
import { createStartWork, type StartWork } from '../src/sharing/work-time.js';
import type { SourceFixtures } from '../src/source/fixtures.js';
import type { ResolveName } from '../src/source/public-lookup.js';
import { createSafeFetch, type FetchParticulars, type SafeFetch } from '../src/source/safe-fetch.js';
import type { Cleanup } from './cleanup.js';

export interface TestSource {
  readonly url: string;
  /** `host:port`, as an allow-list entry. */
  readonly name: string;
  readonly port: number;
}

export interface HttpSource extends TestSource {
  /** Method and path of every request, in order. */
  readonly requests: readonly string[];
  /** Headers of every request, in order. */
  readonly headers: readonly IncomingHttpHeaders[];
}

async function listenOn(cleanup: Cleanup, server: Server, cutOff: () => void): Promise<TestSource> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.add(() => {
    cutOff();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') {
    throw new TypeError('no port');
  }
  const name = `127.0.0.1:${address.port}`;
  return { name, url: `http://${name}`, port: address.port };
}

export async function startSource(cleanup: Cleanup, listener: RequestListener, options: ServerOptions = {}): Promise<HttpSource> {
  const requests: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createHttpServer(options, (request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    headers.push(request.headers);
    listener(request, response);
  });
  return { ...(await listenOn(cleanup, server, () => server.closeAllConnections())), requests, headers };
}

/** A TCP server that sends this text whatever it is asked, and keeps its connections to be counted; it hangs up afterwards if told to. */
export async function startTcpSource(
  cleanup: Cleanup,
  text: string,
  options: { readonly hangsUp?: boolean } = {},
): Promise<TestSource & { readonly sockets: readonly Socket[] }> {
  const sockets: Socket[] = [];
  const server = createTcpServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.once('data', () => (options.hangsUp === true ? socket.end(text) : socket.write(text)));
  });
  return { ...(await listenOn(cleanup, server, () => sockets.forEach((socket) => socket.destroy()))), sockets };
}

/** A safe fetch that resolves no name unless it is told how. */
export function newSafeFetch(
  cleanup: Cleanup,
  allowed: readonly string[],
  options: {
    readonly resolve?: ResolveName;
    readonly timeoutMs?: number;
    readonly paidTimeoutMs?: number;
    readonly fixtures?: SourceFixtures;
    readonly maxKeptConnections?: number;
    readonly keepAliveMaxMs?: number;
    readonly startWork?: StartWork;
  } = {},
): SafeFetch {
  const resolve: ResolveName = options.resolve ?? (() => Promise.reject(new Error('unexpected name resolution')));
  const limits = {
    timeoutMs: 5_000,
    paidTimeoutMs: 5_000,
    startWork: createStartWork({ monotonicMs: () => performance.now() }),
    fixtures: {},
  };
  const safeFetch = createSafeFetch({ ...limits, ...options, allowed, resolve });
  cleanup.add(() => safeFetch.close());
  return safeFetch;
}

/** A call for one requester that waits for the answer. */
export function asked(requester = 'requester', signal: AbortSignal = new AbortController().signal): FetchParticulars {
  return { by: { gateway: 'gateway', requester }, signal, secrets: [], charge: () => true };
}

type Method = 'GET' | 'HEAD' | 'POST';

export async function fetchText(safeFetch: SafeFetch, url: string, method: Method = 'GET', headers: Record<string, string> = {}) {
  return new TextDecoder().decode(await safeFetch.fetchSource({ url, method, headers }, asked()));
}

/** The refusal of a fetch that must not succeed. */
export async function fetchFailure(safeFetch: SafeFetch, url: string, method: Method = 'GET'): Promise<NodeError> {
  const outcome: unknown = await safeFetch.fetchSource({ url, method }, asked()).catch((error: unknown) => error);
  if (outcome instanceof NodeError) {
    return outcome;
  }
  throw outcome instanceof Error ? outcome : new Error('was fetched');
}

/** A failed source as the gateway learns of it. */
export function failureOf(error: NodeError): unknown {
  return error instanceof SourceError ? { step: error.step, status: error.upstreamStatus, message: error.message } : error.code;
}
