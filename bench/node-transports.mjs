#!/usr/bin/env node
/** What a call costs a node and its caller over HTTP and over a stream, in turns. Build first: both sides are taken from `dist`. */
import { nodeOperations, signNodeRequest } from '@oracle-gateway/node-api';
import { deriveDeploymentId, formatAddress, toAddress, toHex, unixMs } from '@oracle-gateway/protocol';
import { nativeSha256 } from '@oracle-gateway/protocol/node';
import { fork } from 'node:child_process';
import { createPrivateKey, randomBytes, sign } from 'node:crypto';
import { once, setMaxListeners } from 'node:events';
import { createServer } from 'node:http';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Pool } from 'undici';
import { openStream } from '../packages/node-stream/dist/index.js';
import { cpuMs } from './interleaved.mjs';
import { GATEWAY, GATEWAY_KEY, NETWORK, PROGRAM_ID } from './transports/parties.mjs';

const TURNS = 9;
const CALLS = { observe: 500, release: 1_000 };
const AT_ONCE = 8;
const WARM_UP = 2;

const key = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), GATEWAY_KEY]),
  format: 'der',
  type: 'pkcs8',
});
const deploymentId = deriveDeploymentId({ programId: toAddress(PROGRAM_ID), network: NETWORK });
const owner = formatAddress(toAddress(new Uint8Array(32).fill(0x61)));

const source = createServer((_, response) => response.end('{"price":"64628.31"}')).listen(0, '127.0.0.1');
await once(source, 'listening');
const { port } = /** @type {import('node:net').AddressInfo} */ (source.address());
const child = fork(fileURLToPath(new URL('transports/measured-node.mjs', import.meta.url)), [`127.0.0.1:${port}`]);
const [{ url }] = await once(child, 'message');

/** @param {Uint8Array} hash */
function signature(hash) {
  return sign(null, hash, key);
}
const pool = new Pool(url, { connections: 256 });
const never = new globalThis.AbortController().signal;
setMaxListeners(0, never);
const stream = await openStream(
  {
    deploymentId,
    gatewayAuthority: GATEWAY,
    sign: signature,
    nowMs: Date.now,
    monotonicMs: () => performance.now(),
    onFailure: console.error,
  },
  {
    origin: url,
    nodeIndex: 0,
    encryptionKey: null,
    wants: { commitments: false, registryVersion: false },
    onPush: () => undefined,
    onDraining: () => undefined,
    onClosed: () => undefined,
  },
);

const transports = {
  http: async (/** @type {'observe' | 'release'} */ name, /** @type {Buffer} */ body) => {
    const { path } = nodeOperations[name];
    const timeMs = unixMs(Date.now());
    const headers = signNodeRequest({
      deploymentId,
      nodeIndex: 0,
      timeMs,
      path,
      body,
      gatewayAuthority: GATEWAY,
      sign: signature,
      sha256: nativeSha256,
    });
    const { statusCode, body: answer } = await pool.request({ method: 'POST', path, headers, body });
    return { status: statusCode, text: await answer.text() };
  },
  stream: async (/** @type {'observe' | 'release'} */ name, /** @type {Buffer} */ body) => {
    const { status, body: answer } = await stream.call(name, body, { deadlineMs: 10_000, signal: never });
    return { status, text: Buffer.from(answer).toString() };
  },
};

const bodies = {
  observe: () => ({
    requester: owner,
    feedOwner: owner,
    timeRule: 'flat',
    apiConfig: { url: `http://127.0.0.1:${port}/price`, method: 'GET', responseParser: '$.price' },
    signaturesRequired: 2,
    registryVersion: 1,
    timestampMs: Math.floor(Date.now() / 1_000) * 1_000,
    eligible: [0, 1, 2],
    gatewayNonce: toHex(randomBytes(16)),
  }),
  release: () => ({ sessionIds: [toHex(randomBytes(32))] }),
};

async function nodeCpuMs() {
  child.send('cpu');
  const [{ cpuMs: spent }] = await once(child, 'message');
  return spent;
}

/**
 * CPU time of a call, in microseconds.
 *
 * @param {'http' | 'stream'} transport @param {'observe' | 'release'} operation
 */
async function turn(transport, operation) {
  const [nodeBefore, callerBefore] = [await nodeCpuMs(), cpuMs()];
  let left = CALLS[operation];
  const worker = async () => {
    while (left > 0) {
      left -= 1;
      const { status, text } = await transports[transport](operation, Buffer.from(JSON.stringify(bodies[operation]())));
      if (status !== 200) throw new Error(`${operation} over ${transport}: ${status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  const perCall = 1_000 / CALLS[operation];
  return { node: ((await nodeCpuMs()) - nodeBefore) * perCall, caller: (cpuMs() - callerBefore) * perCall };
}

/** @param {number[]} values */
function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

console.log(`${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}; ${AT_ONCE} calls at once, median of ${TURNS} turns`);
for (const operation of /** @type {const} */ (['release', 'observe'])) {
  /** @type {Record<'http' | 'stream', { node: number[], caller: number[] }>} */
  const figures = { http: { node: [], caller: [] }, stream: { node: [], caller: [] } };
  for (let number = 0; number < WARM_UP + TURNS; number += 1) {
    for (const transport of /** @type {const} */ (['http', 'stream'])) {
      const { node, caller } = await turn(transport, operation);
      if (number < WARM_UP) continue;
      figures[transport].node.push(node);
      figures[transport].caller.push(caller);
    }
  }
  for (const side of /** @type {const} */ (['node', 'caller'])) {
    const [http, over] = [median(figures.http[side]), median(figures.stream[side])];
    console.log(`${operation}, ${side}: HTTP ${http.toFixed(0)} µs, stream ${over.toFixed(0)} µs, ratio ${(over / http).toFixed(2)}`);
  }
}
await stream.close();
await pool.close();
source.close();
child.disconnect();
