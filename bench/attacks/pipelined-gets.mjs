// A stranger pipelines GETs on 50 connections to the gateway and reads no answer; a connection that ends is opened again.
import { once } from 'node:events';
import { connect } from 'node:net';

const CONNECTIONS = 50;
const AT_ONCE = 2_000;
/** So that a gateway that ends connections at once is not attacked by connecting alone. */
const AGAIN_AFTER_MS = 100;

export const variants = [
  { key: 'p1', label: 'pipelined GET /health, nothing read', attack: pipelined('/health') },
  { key: 'p2', label: 'pipelined GET /v1/nodes, nothing read', attack: pipelined('/v1/nodes') },
];

function pipelined(path) {
  const row = `GET ${path} HTTP/1.1\r\nHost: gateway\r\n\r\n`.repeat(AT_ONCE);
  return async ({ manifest, signal, counts }) => {
    const { hostname, port } = new URL(manifest.gatewayUrl);
    const sockets = new Set();
    const open = () => {
      if (signal.aborted) return;
      const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.9.1' });
      sockets.add(socket);
      counts.opened = (counts.opened ?? 0) + 1;
      const write = () => {
        while (!socket.destroyed && !signal.aborted && socket.write(row)) counts.rows = (counts.rows ?? 0) + 1;
      };
      socket.once('connect', write);
      socket.on('drain', write);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        setTimeout(open, AGAIN_AFTER_MS);
      });
      socket.pause();
    };
    for (let index = 0; index < CONNECTIONS; index += 1) open();
    await once(signal, 'abort');
    for (const socket of sockets) socket.destroy();
  };
}
