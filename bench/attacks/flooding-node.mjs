// A registered node takes the place of one of the five and pushes commitments over its stream to the gateway as fast as it can.
import { NODE_HEADERS } from '@oracle-gateway/node-api';
import {
  agreeOnKeys,
  commonVersion,
  createNodeHalf,
  createUpgrader,
  DEFAULT_LIMITS,
  readHandshake,
  STREAM_HEADER,
} from '@oracle-gateway/node-api/stream';
import { fromHex, toAddress } from '@oracle-gateway/protocol';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const INDEX = 4;
const PUSHES_A_TICK = 200;
const LISTEN_ATTEMPTS = 50;
const NONCE = { d: `0x02${'11'.repeat(32)}`, e: `0x03${'22'.repeat(32)}` };
const BATCH = { bootId: `0x${'ab'.repeat(16)}`, lifeMs: 1_000, nonces: Array(32).fill(NONCE) };

export const variants = [{ key: 'z', label: 'a node floods its stream with commitments', pairs: 1, attack: flood }];

async function flood({ manifest, folder, signal, counts }) {
  const keyText = await readFile(join(folder, 'keys', `node-${INDEX}-encryption.hex`), 'utf8');
  const gateway = JSON.parse(await readFile(join(folder, 'keys', 'gateway.json'), 'utf8'));
  const upgrade = createUpgrader();
  const halves = new Set();
  const server = createServer((_, response) => response.writeHead(404).end());
  server.on('upgrade', (request, socket, head) => {
    const handshake = readHandshake(request.headers[STREAM_HEADER]);
    const agreed = agreeOnKeys(
      {
        deploymentId: fromHex(manifest.deploymentId, 32),
        nodeIndex: INDEX,
        gatewayAuthority: toAddress(Uint8Array.from(gateway).slice(32)),
        signature: fromHex(request.headers[NODE_HEADERS.signature], 64),
        version: commonVersion(handshake),
      },
      { handshake, encryptionSecret: fromHex(`0x${keyText.trim()}`, 32) },
    );
    upgrade({ request, socket, head }, agreed.header, (wire) => {
      const half = createNodeHalf({
        wire,
        keys: agreed.keys,
        limits: DEFAULT_LIMITS,
        nowMs: Date.now,
        onOpened: () => {
          halves.add(half);
          counts.streams = (counts.streams ?? 0) + 1;
        },
        answer: () => Promise.resolve({ status: 503, body: '{"error":"busy","code":"overloaded"}' }),
        onFailure: () => undefined,
        onClosed: (reason) => {
          halves.delete(half);
          counts[reason] = (counts[reason] ?? 0) + 1;
        },
      });
    });
  });
  const { hostname, port } = new URL(manifest.nodes[INDEX].url);
  process.kill(manifest.pids.nodes[INDEX], 'SIGKILL');
  for (let attempt = 0; attempt < LISTEN_ATTEMPTS && !server.listening && !signal.aborted; attempt += 1) {
    server.listen(Number(port), hostname);
    await Promise.race([once(server, 'listening'), once(server, 'error')]).catch(() => undefined);
    if (!server.listening) await wait(100);
  }
  while (!signal.aborted) {
    for (const half of halves) {
      for (let push = 0; push < PUSHES_A_TICK; push += 1)
        if (half.push({ topic: 'commitments', batch: BATCH })) counts.pushes = (counts.pushes ?? 0) + 1;
    }
    await wait(10, undefined, { signal }).catch(() => undefined);
  }
  server.closeAllConnections();
  server.close();
}
