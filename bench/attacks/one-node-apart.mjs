// A subscriber has a source of its own that treats one node apart: it answers it late, at a cost, or with a status that no node can pass on.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { fresh } from '../world/caller.mjs';
import { askAgainAndAgain } from './subscriber.mjs';

const LATE_MS = 700;
const PLAIN = JSON.stringify({ price: '1.2500000001' });
/** 300 bytes on the wire, 256 KiB decoded, with one text that the selection finds after a long search. */
const COSTLY = gzipSync(JSON.stringify({ price: '1.2500000001', rest: Array.from({ length: 87_000 }, () => '') }));
const SELECTION = '$..[?length(@)>9]';

export const variants = [
  variant('n1', 'answers late', 2, async (response) => {
    await wait(LATE_MS);
    response.end(PLAIN);
  }),
  variant('n2', 'costly answers', 8, (response) => {
    response.setHeader('content-encoding', 'gzip');
    response.end(COSTLY);
  }),
  variant('n3', 'answers of status 999', 2, (response) => {
    response.statusCode = 999;
    response.end(PLAIN);
  }),
];

function variant(key, what, atOnce, answerApart) {
  return { key, label: `one node gets ${what}`, hasOwnSource: true, attack: (world) => treatApart(world, atOnce, answerApart) };
}

/** Each node keeps its connections to a source, so the nodes are told apart by them: those of the first node stay the same. */
async function treatApart(world, atOnce, answerApart) {
  const { manifest } = world;
  const [host, port] = manifest.ownSources.at(-1).split(':');
  const apart = new Set();
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (apart.size === 0) {
      apart.add(request.socket);
      request.socket.once('close', () => apart.delete(request.socket));
    }
    if (apart.has(request.socket)) void answerApart(response);
    else response.end(PLAIN);
  });
  server.keepAliveTimeout = 60_000;
  server.listen(Number(port), host);
  await once(server, 'listening');
  const configOf = () => ({ url: `http://${host}:${port}/?${fresh()}`, method: 'GET', responseParser: SELECTION });
  try {
    await askAgainAndAgain({ atOnce, paceMs: 250, configOf })(world);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}
