import type { FetchLike } from './bounded-fetch.js';

const CONNECT_TIMEOUT_MS = 3_000;
/** Longer than the pauses between two calls of a busy client, shorter than the minute after which common load balancers hang up. */
const IDLE_MS = 30_000;
/** Calls that hang until their deadline must not keep the others from a connection. */
const MAX_CONNECTIONS = 128;

/**
 * A client that keeps its connections to each server, without the cost of the web's `fetch` (streams, header objects, CORS rules), which
 * takes a fifth of a busy settlement worker's CPU. It follows no redirect. A call that is aborted takes its connection with it.
 */
export function createKeepAliveFetch(): FetchLike {
  const opened = openClient();
  // A failure to load is told by the first call.
  opened.catch(() => undefined);
  return async (url, { method, headers, body, signal }) => {
    const { request, dispatcher } = await opened;
    const answer = await request(url, { dispatcher, method, headers, body, signal });
    const { statusCode } = answer;
    return {
      ok: statusCode >= 200 && statusCode < 300,
      status: statusCode,
      headers: { get: (name) => [answer.headers[name.toLowerCase()]].flat()[0] ?? null },
      body: answer.body,
    };
  };
}

async function openClient() {
  const { Agent, request } = await importUndici();
  const dispatcher = new Agent({
    connect: { timeout: CONNECT_TIMEOUT_MS },
    connections: MAX_CONNECTIONS,
    keepAliveTimeout: IDLE_MS,
    pipelining: 1,
  });
  return { request, dispatcher };
}

/**
 * Loaded only where this client is used, and after Node's own: whichever is first installs its dispatcher for `fetch` of the whole process,
 * and Node 20's `fetch` over undici 7's refuses what callers may send (a `content-length` of their own, as @solana/kit does).
 */
async function importUndici() {
  // The getter loads Node's own.
  Reflect.get(globalThis, 'Response');
  return import('undici');
}
