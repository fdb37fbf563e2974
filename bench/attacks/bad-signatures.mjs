// A stranger posts observe requests, 100 a second to every node, that no node may serve.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { NODE_HEADERS, nodeOperations, signNodeRequest } from '@oracle-gateway/node-api';
import { formatAddress, fromHex, toAddress, toHex, unixMs } from '@oracle-gateway/protocol';
import { signedBytes } from '@oracle-gateway/protocol/internal';
import { Agent, request } from '../world/undici.mjs';
import { signerOf } from '../world/caller.mjs';

const PER_SECOND = 100;
const TICK_MS = 20;
/** Requests of the stranger's that may wait for answers: it stays a bounded attacker when nodes fall behind. */
const MAX_WAITING = 2_000;
const KEYS = 500;

export const variants = [
  { key: 'b1', label: 'bad signatures, random authorities', attack: flood(randomAuthority) },
  { key: 'b2', label: "bad signatures, the gateway's authority", attack: flood(gatewayAuthority) },
  { key: 'b3', label: 'good signatures, unregistered authorities', attack: flood(unregisteredAuthority) },
  // Connections that a gateway has already are verified past every limit: what counts is whether it gets new ones.
  {
    key: 'b4',
    label: '… from 200 addresses',
    restartsGateway: true,
    attack: flood(
      unregisteredAuthority,
      Array.from({ length: 200 }, (_, index) => `127.0.9.${1 + index}`),
    ),
  },
];

function flood(headersOf, addresses = ['127.0.9.1']) {
  return async ({ manifest, signal, counts }) => {
    const dispatchers = addresses.map((localAddress) => new Agent({ connections: Math.ceil(64 / addresses.length), localAddress }));
    const stranger = { manifest, keys: Array.from({ length: KEYS }, newKey) };
    const { path } = nodeOperations.observe;
    let waiting = 0;
    let sent = 0;
    const postOne = async (node) => {
      waiting += 1;
      const body = Buffer.from(JSON.stringify({ gatewayNonce: toHex(randomBytes(16)), padding: 'x'.repeat(400) }));
      const headers = { 'content-type': 'application/json', ...(await headersOf(stranger, node, path, body)) };
      const dispatcher = dispatchers[sent++ % dispatchers.length];
      let outcome = 'unanswered';
      try {
        const answer = await request(node.url + path, { method: 'POST', headers, body, dispatcher, signal });
        await answer.body.dump();
        outcome = answer.statusCode;
      } catch {
        // Counted as unanswered.
      }
      waiting -= 1;
      if (!signal.aborted) counts[outcome] = (counts[outcome] ?? 0) + 1;
    };
    const startMs = performance.now();
    let due = 0;
    const posting = setInterval(() => {
      const target = Math.floor(((performance.now() - startMs) / 1_000) * PER_SECOND);
      for (; due < target; due += 1) {
        for (const node of manifest.nodes) {
          if (waiting < MAX_WAITING) void postOne(node);
          else counts.heldBack = (counts.heldBack ?? 0) + 1;
        }
      }
    }, TICK_MS);
    await once(signal, 'abort');
    clearInterval(posting);
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.destroy()));
  };
}

function newKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32);
  return { point, sign: signerOf(Buffer.concat([secret, point])) };
}

function anyOf(keys) {
  return keys[Math.floor(Math.random() * keys.length)];
}

/** R is a point and S below the group's order: nothing cheaper than the equation itself finds out. */
function badSignature(keys) {
  const s = randomBytes(32);
  s[31] &= 0x0f;
  return toHex(Buffer.concat([anyOf(keys).point, s]));
}

function randomAuthority({ keys }) {
  const address = formatAddress(toAddress(new Uint8Array(anyOf(keys).point)));
  return headers({ gateway: address, key: address }, keys);
}

function gatewayAuthority({ manifest, keys }) {
  return headers({ gateway: manifest.gatewayPda, key: manifest.gatewayAuthority }, keys);
}

function headers({ gateway, key }, keys) {
  return {
    [NODE_HEADERS.gateway]: gateway,
    [NODE_HEADERS.key]: key,
    [NODE_HEADERS.time]: String(Date.now()),
    [NODE_HEADERS.signature]: badSignature(keys),
  };
}

function unregisteredAuthority({ manifest, keys }, node, path, body) {
  const { point, sign } = anyOf(keys);
  // An account of its own for each key: nodes remember which keys are of no account.
  const address = toAddress(new Uint8Array(point));
  return signNodeRequest({
    deploymentId: fromHex(manifest.deploymentId, 32),
    nodeIndex: node.index,
    timeMs: unixMs(Date.now()),
    path,
    body,
    gateway: address,
    gatewayAuthority: address,
    sign: (kind, preimage) => Promise.resolve(sign(signedBytes(kind, preimage))),
  });
}
