// A registered gateway pipelines signed requests on four connections to every node and reads no answer; one that ends is opened again.
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { nodeOperations, signNodeRequest } from '@oracle-gateway/node-api';
import { fromHex, parseAddress, toAddress, unixMs } from '@oracle-gateway/protocol';
import { signedBytes } from '@oracle-gateway/protocol/internal';
import { signerOf } from '../world/caller.mjs';

const CONNECTIONS_EACH = 4;
const AT_ONCE = 500;
const AGAIN_AFTER_MS = 100;

export const variants = [{ key: 'x', label: 'pipelined requests of a gateway at the nodes, nothing read', attack: pipeline }];

async function pipeline({ manifest, folder, signal, counts }) {
  const secretKey = JSON.parse(await readFile(join(folder, 'keys', 'gateway.json'), 'utf8'));
  const gatewayAuthority = toAddress(Uint8Array.from(secretKey).slice(32));
  const sign = signerOf(secretKey);
  const { path } = nodeOperations.release;
  const body = JSON.stringify({ sessionIds: [`0x${'ab'.repeat(32)}`] });
  const rowFor = async (nodeIndex) => {
    const headers = await signNodeRequest({
      deploymentId: fromHex(manifest.deploymentId, 32),
      nodeIndex,
      timeMs: unixMs(Date.now()),
      path,
      body: Buffer.from(body),
      gateway: parseAddress(manifest.gatewayPda),
      gatewayAuthority,
      sign: (kind, preimage) => Promise.resolve(sign(signedBytes(kind, preimage))),
    });
    const lines = Object.entries({ host: 'node', 'content-length': body.length, ...headers }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    return `POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`.repeat(AT_ONCE);
  };
  const sockets = new Set();
  const open = (node) => {
    if (signal.aborted) return;
    const { hostname, port } = new URL(node.url);
    const socket = connect({ host: hostname, port: Number(port), localAddress: '127.0.9.1' });
    sockets.add(socket);
    counts.opened = (counts.opened ?? 0) + 1;
    const write = async () => {
      while (!socket.destroyed && !signal.aborted && socket.write(await rowFor(node.index))) counts.rows = (counts.rows ?? 0) + 1;
    };
    socket.once('connect', () => void write());
    socket.on('drain', () => void write());
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      setTimeout(open, AGAIN_AFTER_MS, node);
    });
    socket.pause();
  };
  for (const node of manifest.nodes) for (let index = 0; index < CONNECTIONS_EACH; index += 1) open(node);
  await once(signal, 'abort');
  for (const socket of sockets) socket.destroy();
}
