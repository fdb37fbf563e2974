import type { FetchLike } from './bounded-fetch.js';

const CONNECT_TIMEOUT_MS = 3_000;
/** Longer than a busy client's pauses, shorter than the minute after which common load balancers close a connection. */
const IDLE_MS = 30_000;
/** Enough connections that hanging calls do not block the others. */
const MAX_CONNECTIONS = 128;

/**
 * A client that keeps its connections to each server. It avoids the cost of the web's `fetch` (streams, header objects, CORS rules): a fifth
 * of the CPU of a busy settlement worker. It follows no redirect. Aborting a call closes its connection.
 */
export function createKeepAliveFetch(): FetchLike {
  let opened: ReturnType<typeof openClient> | undefined;
  return async (url, { method, headers, body, signal }) => {
    opened ??= openClient();
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
 * Loads undici only where this client is used, and after Node's own copy. The copy that loads first installs its dispatcher for `fetch` of
 * the whole process. Node 20's `fetch` over undici 7 refuses a caller's `content-length` header, and @solana/kit sends one.
 */
async function importUndici() {
  // The getter loads Node's own copy.
  Reflect.get(globalThis, 'Response');
  return import('undici');
}
