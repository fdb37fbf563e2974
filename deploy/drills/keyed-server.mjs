import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

const MAX_SEEN = 16;
const JSON_TYPE = { 'content-type': 'application/json' };

/**
 * A server of another party that asks for a key, as providers of sources, RPC servers and facilitators do.
 *
 * @param {{ keyOf: (request: any) => string, answer: (request: any) => Promise<{ status: number, text: string }> }} input
 */
export async function startKeyedServer({ keyOf, answer }) {
  const accepted = new Set();
  let seen = [];
  let refusals = 0;
  const server = createServer(async (request, response) => {
    const key = keyOf(request);
    if (!seen.includes(key)) seen = [...seen, key].slice(-MAX_SEEN);
    if (!accepted.has(key)) {
      refusals += 1;
      response.writeHead(401, JSON_TYPE).end('{"error":"no such key"}');
      return;
    }
    const { status, text: answered } = await answer(request).catch(() => ({ status: 502, text: '{}' }));
    response.writeHead(status, JSON_TYPE).end(answered);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    accept: (key) => accepted.add(key),
    refuse: (key) => accepted.delete(key),
    /** Keys in the order in which they were seen first. */
    seen: () => seen,
    /** Requests with a key that is not accepted. */
    refusals: () => refusals,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The key in a header. */
export function keyInHeader(name) {
  return ({ headers }) => String(headers[name]);
}

/** The key that is the first part of the path, as RPC providers have it in a URL. */
export function keyInPath({ url }) {
  return url.split('/')[1];
}

/** Answers of the server at this url; `pathOf` takes a key out of the path. */
export function answersOf(target, pathOf = ({ url }) => url) {
  return async (request) => {
    const body = await text(request);
    const answer = await fetch(`${target}${pathOf(request)}`, {
      method: request.method,
      headers: JSON_TYPE,
      ...(body === '' ? {} : { body }),
    });
    return { status: answer.status, text: await answer.text() };
  };
}
