import type * as undici from 'undici';
import type { HttpAnswer } from './bounded-fetch.js';

const CONNECT_TIMEOUT_MS = 3_000;
/** Longer than a busy client's pauses, shorter than the minute after which common load balancers close a connection. */
const IDLE_MS = 30_000;
/** Enough connections that hanging calls do not block the others. */
const MAX_CONNECTIONS = 128;
const MAX_REDIRECTS = 3;

/** One call: members of the second argument of `fetch`. */
export interface PlainRequest {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/**
 * The part of the web's `fetch` that calls of other services need. It avoids the cost of the rest (streams, header objects, CORS rules): a fifth
 * of the CPU of a busy settlement worker. Aborting a call closes its connection.
 */
export type PlainFetch = (url: string, request: PlainRequest) => Promise<HttpAnswer>;

/** A client that keeps its connections to each server, and follows no redirect. */
export function createKeepAliveFetch(): PlainFetch {
  return createClient(({ Agent }) => new Agent({ ...CONNECT, connections: MAX_CONNECTIONS, keepAliveTimeout: IDLE_MS, pipelining: 1 }));
}

/**
 * A client whose every call has a connection of its own: none is lost on a kept one that the server closes at that moment. Follows 3 redirects
 * at most.
 */
export function createSingleCallFetch(): PlainFetch {
  return createClient(({ Agent, interceptors }) =>
    new Agent({ ...CONNECT, pipelining: 0 }).compose(interceptors.redirect({ maxRedirections: MAX_REDIRECTS })),
  );
}

type Undici = typeof undici;

const CONNECT = { connect: { timeout: CONNECT_TIMEOUT_MS } } as const;

function createClient(open: (library: Undici) => undici.Dispatcher): PlainFetch {
  let opened: Promise<Pick<Undici, 'request'> & { readonly dispatcher: undici.Dispatcher }> | undefined;
  return async (url, { method, headers, body, signal }) => {
    opened ??= importUndici().then((library) => ({ request: library.request, dispatcher: open(library) }));
    const { request, dispatcher } = await opened;
    const answer = await request(url, { dispatcher, method, headers, body: body ?? null, signal });
    const { statusCode } = answer;
    return {
      ok: statusCode >= 200 && statusCode < 300,
      status: statusCode,
      headers: { get: (name) => [answer.headers[name.toLowerCase()]].flat()[0] ?? null },
      body: answer.body,
    };
  };
}

/**
 * Loads undici only where a client is used, and after Node's own copy. The copy that loads first installs its dispatcher for `fetch` of the
 * whole process. Node 20's `fetch` over undici 7 refuses a caller's `content-length` header, and @solana/kit sends one.
 */
async function importUndici(): Promise<Undici> {
  // The getter loads Node's own copy.
  Reflect.get(globalThis, 'Response');
  return import('undici');
}
