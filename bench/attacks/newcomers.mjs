// Strangers at 300 addresses open 600 connections a second to the nodes together; the gateway is restarted beside it and opens several at once.
import { once } from 'node:events';
import { connect } from 'node:net';

const ADDRESSES = 300;
const PER_SECOND = 600;
const TICK_MS = 20;
const MAX_OPEN = 4_000;

export const variants = [
  { key: 'y', label: 'new connections to the nodes from 300 addresses', restartsGateway: true, pairs: 1, attack: newcomers },
];

async function newcomers({ manifest, signal, counts }) {
  const sockets = new Set();
  let opened = 0;
  const open = () => {
    const node = manifest.nodes[opened % manifest.nodes.length];
    const address = Math.floor(opened / manifest.nodes.length) % ADDRESSES;
    opened += 1;
    const { hostname, port } = new URL(node.url);
    const localAddress = `127.0.${9 + Math.floor(address / 200)}.${1 + (address % 200)}`;
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  };
  const startMs = performance.now();
  let due = 0;
  const opening = setInterval(() => {
    const target = Math.floor(((performance.now() - startMs) / 1_000) * PER_SECOND);
    for (; due < target; due += 1) if (sockets.size < MAX_OPEN) open();
  }, TICK_MS);
  await once(signal, 'abort');
  clearInterval(opening);
  counts.opened = opened;
  for (const socket of sockets) socket.destroy();
}
