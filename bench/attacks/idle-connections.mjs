// A stranger opens connections to every node, 20 a second up to 1,024 each, and leaves them idle.
import { once } from 'node:events';
import { connect } from 'node:net';

const PER_SECOND = 20;
const MAX_PER_NODE = 1_024;

/** Time in which a node that keeps every connection has taken its 1,024. */
const FILL_SECONDS = Math.ceil(MAX_PER_NODE / PER_SECOND) + 1;
/** Time in which a node that cuts unfinished requests off after five seconds holds as many as it ever will. */
const LEVEL_SECONDS = 8;

export const variants = [
  // Connections that a gateway has already are not taken from it: what counts is whether it gets new ones.
  {
    key: 'a1',
    label: 'idle connections after GET /health',
    warmUpSeconds: FILL_SECONDS,
    restartsGateway: true,
    pairs: 1,
    attack: idle('GET /health HTTP/1.1\r\nHost: node\r\n\r\n', oneAddress),
  },
  {
    key: 'a2',
    label: '… from 200 addresses',
    warmUpSeconds: FILL_SECONDS,
    restartsGateway: true,
    pairs: 1,
    attack: idle('GET /health HTTP/1.1\r\nHost: node\r\n\r\n', manyAddresses),
  },
  { key: 'a3', label: 'idle connections, nothing sent', warmUpSeconds: LEVEL_SECONDS, restartsGateway: true, attack: idle('', oneAddress) },
  {
    key: 'a4',
    label: 'idle connections after half a header',
    warmUpSeconds: LEVEL_SECONDS,
    restartsGateway: true,
    attack: idle('GET /health HTTP/1.1\r\nHost: no', oneAddress),
  },
];

/** Not the gateway's 127.0.0.1: a stranger sits elsewhere. */
function oneAddress() {
  return '127.0.9.1';
}

function manyAddresses(count) {
  return `127.0.9.${1 + (count % 200)}`;
}

function idle(sent, addressOf) {
  return async ({ manifest, signal, counts }) => {
    const open = new Map(manifest.nodes.map(({ url }) => [url, new Set()]));
    const openOne = (url) => {
      const { hostname, port } = new URL(url);
      const sockets = open.get(url);
      const socket = connect({ host: hostname, port: Number(port), localAddress: addressOf(counts.opened ?? 0) });
      sockets.add(socket);
      counts.opened = (counts.opened ?? 0) + 1;
      socket.once('connect', () => sent !== '' && socket.write(sent));
      socket.once('data', () => (counts.answered = (counts.answered ?? 0) + 1));
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        if (!signal.aborted) counts.closedByNode = (counts.closedByNode ?? 0) + 1;
      });
    };
    const opening = setInterval(() => {
      for (const [url, sockets] of open) if (sockets.size < MAX_PER_NODE) openOne(url);
    }, 1_000 / PER_SECOND);
    await once(signal, 'abort');
    clearInterval(opening);
    counts.heldAtEnd = [...open.values()].reduce((sum, sockets) => sum + sockets.size, 0);
    for (const sockets of open.values()) for (const socket of sockets) socket.destroy();
  };
}
