// A stranger opens 10,000 connections to the gateway, 1,000 a second, and leaves them idle.
import { once } from 'node:events';
import { connect } from 'node:net';

const PER_SECOND = 1_000;
const MAX = 10_000;
const TICK_MS = 50;
const FILL_SECONDS = MAX / PER_SECOND + 2;

export const variants = [
  // The test is whether others get new connections.
  { key: 'q1', label: '10,000 idle connections to the gateway', attack: idle('GET /health HTTP/1.1\r\nHost: gateway\r\n\r\n') },
  { key: 'q2', label: '… after half a header', attack: idle('GET /health HTTP/1.1\r\nHost: ga') },
].map((variant) => ({ ...variant, warmUpSeconds: FILL_SECONDS, pairs: 1, connectsAnew: true }));

function idle(sent) {
  return async ({ manifest, signal, counts }) => {
    const { hostname, port } = new URL(manifest.gatewayUrl);
    const sockets = new Set();
    const openOne = () => {
      // A port is one connection's of one address: several addresses of one party would need another bench.
      const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.9.1' });
      sockets.add(socket);
      counts.opened = (counts.opened ?? 0) + 1;
      socket.once('connect', () => socket.write(sent));
      socket.on('data', () => undefined);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        if (!signal.aborted) counts.closedByGateway = (counts.closedByGateway ?? 0) + 1;
      });
    };
    const opening = setInterval(() => {
      for (let index = 0; index < (PER_SECOND * TICK_MS) / 1_000 && sockets.size < MAX; index += 1) openOne();
    }, TICK_MS);
    await once(signal, 'abort');
    clearInterval(opening);
    counts.heldAtEnd = sockets.size;
    for (const socket of sockets) socket.destroy();
  };
}
