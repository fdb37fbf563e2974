import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';

/** A request as the client sent it. */
export interface Heard {
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Said {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Readable;
}

/** The gateway's own answer. */
export interface TrueAnswer extends Said {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answer in place of the true one, which `ask` gets from the gateway; `null` hangs up. */
export type Lie = (heard: Heard, ask: () => Promise<TrueAnswer>) => Promise<Said | null> | Said | null;

/** A gateway in front of the true one, between a client and its answers. */
export interface LyingGateway {
  readonly url: string;
  /** Calls what is meant for the true gateway here; all other calls go where they are meant for. */
  readonly fetch: typeof fetch;
  /** Every request so far. */
  readonly heard: readonly Heard[];
  close(): Promise<void>;
}

/** Headers of a connection or a message, not of its content. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding', 'host', 'expect']);

export async function openLyingGateway(target: string, lie: Lie): Promise<LyingGateway> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const one = await hear(request);
    heard.push(one);
    const said = await lie(one, () => passOn(target, one));
    if (said === null) {
      response.destroy();
      return;
    }
    response.writeHead(said.status, { 'content-type': 'application/json', ...said.headers });
    if (typeof said.body === 'string') response.end(said.body);
    else said.body.on('error', () => response.destroy()).pipe(response);
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = urlOf(server.address());
  return {
    url,
    fetch: reroute(target, url),
    heard,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A `fetch` that calls `there` what is meant for `meant`. */
export function reroute(meant: string, there: string): typeof fetch {
  return async (input, init) => {
    const asked = new Request(input, init);
    if (!asked.url.startsWith(meant)) return fetch(input, init);
    const { method, headers, redirect } = asked;
    // Node 20 forgets to pass an abort on once it has collected the request between.
    const signal = init?.signal ?? asked.signal;
    const body = asked.body === null ? null : await asked.arrayBuffer();
    return fetch(there + asked.url.slice(meant.length), { method, headers, redirect, signal, body });
  };
}

/** The answer of the gateway at `target`. */
export async function passOn(target: string, { method, path, headers, body }: Heard): Promise<TrueAnswer> {
  const response = await fetch(target + path, { method, headers, ...(method === 'GET' || method === 'HEAD' ? {} : { body }) });
  return { status: response.status, headers: carried(response.headers), body: await response.text() };
}

async function hear(request: IncomingMessage): Promise<Heard> {
  const { method = 'GET', url: path = '/' } = request;
  const named = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
  const chunks = (await request.toArray()) as Buffer[];
  return { method, path, headers: carried(named), body: Buffer.concat(chunks).toString('utf8') };
}

function carried(headers: Iterable<readonly [string, string]>): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !HOP_BY_HOP.has(name.toLowerCase())));
}

function urlOf(address: ReturnType<ReturnType<typeof createServer>['address']>): string {
  if (address === null || typeof address === 'string') throw new TypeError('the gateway does not listen on a port');
  return `http://127.0.0.1:${address.port}`;
}
