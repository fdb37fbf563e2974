import { once } from 'node:events';
import { createServer } from 'node:http';

const HEADER = 'x-cg-pro-api-key';
const MAX_SEEN = 16;

/** A provider that asks for a credential, in the place of CoinGecko. */
export async function startKeyedSource() {
  const accepted = new Set();
  let seen = [];
  let refusals = 0;
  const server = createServer((request, response) => {
    const key = String(request.headers[HEADER]);
    if (!seen.includes(key)) seen = [...seen, key].slice(-MAX_SEEN);
    response.setHeader('content-type', 'application/json');
    if (accepted.has(key)) {
      response.end('{"bitcoin":{"usd":64628.31}}');
      return;
    }
    refusals += 1;
    response.writeHead(401).end('{"error":"no such key"}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    origin: 'https://pro-api.coingecko.com',
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
