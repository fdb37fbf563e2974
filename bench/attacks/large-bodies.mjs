// A stranger sends the largest bodies of the pay-per-request path without a payment (u1). Or it begins 1,500 of them with a header that
// holds no payment (u2).
import { once } from 'node:events';
import { connect } from 'node:net';
import { Agent, request } from '../world/undici.mjs';

const LARGEST = 320 * 1024;
const AT_ONCE = 16;
const SLOW_BODIES = 1_500;

export const variants = [
  { key: 'u1', label: '320 KiB bodies without a payment', attack: large },
  { key: 'u2', label: '1,500 slow bodies of 320 KiB', attack: slow },
];

async function large({ manifest, signal, counts }) {
  const body = `{"apiConfig":[${'1,'.repeat(LARGEST / 2 - 20)}1]}`;
  const dispatcher = new Agent({ connections: AT_ONCE });
  const lane = async () => {
    while (!signal.aborted) {
      try {
        const answer = await request(`${manifest.gatewayUrl}/v1/x402/execute`, { method: 'POST', body, signal, dispatcher });
        await answer.body.dump();
        counts[answer.statusCode] = (counts[answer.statusCode] ?? 0) + 1;
      } catch {
        counts.failed = (counts.failed ?? 0) + 1;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  await dispatcher.destroy();
}

async function slow({ manifest, signal, counts }) {
  const { hostname, port } = new URL(manifest.gatewayUrl);
  const head = `POST /v1/x402/execute HTTP/1.1\r\nHost: gateway\r\nPAYMENT-SIGNATURE: none\r\nContent-Length: ${LARGEST}\r\n\r\n`;
  const sockets = new Set();
  const open = () => {
    if (signal.aborted) return;
    const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.9.1' });
    sockets.add(socket);
    counts.opened = (counts.opened ?? 0) + 1;
    socket.once('connect', () => socket.write(head + 'x'.repeat(LARGEST - 1)));
    socket.on('data', () => (counts.refused = (counts.refused ?? 0) + 1));
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      setTimeout(open, 1_000);
    });
  };
  for (let index = 0; index < SLOW_BODIES; index += 1) open();
  await once(signal, 'abort');
  for (const socket of sockets) socket.destroy();
}
