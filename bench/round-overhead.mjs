#!/usr/bin/env node
// Measures the part of a round that the gateway adds. It measures POST /v1/round/execute beside a bare fan-out of two exchanges (observe,
// sign) to the same nodes. It also measures one exchange of the url alone with as many plain HTTP processes that fetch it. Rounds with the
// longest valueTransform there may be stand beside them. All take turns in one run. Needs a running localnet (npm start): it reads the
// manifest and the test gateway's key.
// usage: node bench/round-overhead.mjs [--manifest .localnet/manifest.json] [--rounds 200] [--warm-up 20] [--quorum 3] [--concurrency 1]
import { createPrivateKey, randomBytes, sign as ed25519Sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { nodeOperations, signNodeRequest } from '@oracle-gateway/node-api';
import {
  deriveFeedId,
  deriveSourceId,
  formatAddress,
  fromHex,
  parseAddress,
  parseApiConfig,
  requestAuthHash,
  toAddress,
  toHex,
  unixMs,
  unixSeconds,
} from '@oracle-gateway/protocol';
import { signedBytes } from '@oracle-gateway/protocol/internal';
import { Pool } from './world/undici.mjs';
import { startOwnProcess } from './world/own-process.mjs';

const { values: flags } = parseArgs({
  options: {
    manifest: { type: 'string', default: '.localnet/manifest.json' },
    rounds: { type: 'string', default: '200' },
    'warm-up': { type: 'string', default: '20' },
    quorum: { type: 'string', default: '3' },
    concurrency: { type: 'string', default: '1' },
  },
});
const [rounds, quorum, concurrency] = [Number(flags.rounds), Number(flags.quorum), Number(flags.concurrency)];
const warmUpRounds = Number(flags['warm-up']);
const manifest = JSON.parse(await readFile(flags.manifest, 'utf8'));
const gatewayKey = Uint8Array.from(JSON.parse(await readFile(join(dirname(flags.manifest), 'keys', 'gateway.json'), 'utf8')));
const ownerKey = Uint8Array.from(manifest.keys.subscriptionOwner);
const owner = toAddress(ownerKey.slice(32));
const deploymentId = fromHex(manifest.deploymentId, 32);
const gateway = parseAddress(manifest.gatewayPda);
const gatewayAuthority = toAddress(gatewayKey.slice(32));

function signer(secretKey) {
  const pkcs8 = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), secretKey.slice(0, 32)]);
  const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' });
  return (message) => new Uint8Array(ed25519Sign(null, message, key));
}
const [signAsGateway, signAsOwner] = [signer(gatewayKey), signer(ownerKey)];

const pools = new Map();
async function post(url, body, headers) {
  const { origin, pathname } = new URL(url);
  if (!pools.has(origin)) pools.set(origin, new Pool(origin, { connections: 64 }));
  const answer = await pools
    .get(origin)
    .request({ method: 'POST', path: pathname, body, headers: { 'content-type': 'application/json', ...headers } });
  const json = await answer.body.json();
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${JSON.stringify(json)}`);
  return json;
}

let counter = 0;
/** A new source: the sample source ignores unknown query parameters, but they make another feed. */
function freshConfig() {
  return {
    url: `${manifest.sources.price}/v2/prices/BTC-USD/spot?n=${process.pid}-${counter++}`,
    method: 'GET',
    responseParser: '$.data.amount',
  };
}

/** 1,024 characters and 40 steps, which nodes read anew for each fetch. They give the number that the price source answers. */
function longestTransform() {
  const [first, last] = ['json:$.data.amount', 'nonzero|min:64628.31|max:64628.31'];
  const pairs = 18;
  const room = 1_024 - first.length - last.length - 1 - pairs * '|add:|subtract:'.length;
  const digits = Array.from({ length: pairs }, (_, pair) => '7'.repeat(Math.floor((room + 2 * pair) / (2 * pairs))));
  const steps = [first, ...digits.flatMap((number) => [`add:${number}`, `subtract:${number}`])].join('|');
  return `${steps}|${last.padEnd(1_024 - steps.length - 1, '0')}`;
}
const LONGEST = longestTransform();

function throughGatewayWithSteps() {
  const { url, method } = freshConfig();
  return throughGateway({ url, method, valueTransform: LONGEST });
}

function throughGateway(apiConfig = freshConfig()) {
  const timestampSeconds = unixSeconds(Math.floor(Date.now() / 1000));
  const feedId = deriveFeedId({ owner, sourceId: deriveSourceId(parseApiConfig(apiConfig)), signaturesRequired: quorum });
  const body = JSON.stringify({
    subscriptionOwner: formatAddress(owner),
    consumerAuthority: formatAddress(owner),
    signaturesRequired: quorum,
    timestamp: timestampSeconds,
    registryVersion: manifest.registryVersion,
    authSig: toHex(signAsOwner(requestAuthHash({ feedId, timestampSeconds }))),
    apiConfig,
  });
  return () => post(`${manifest.gatewayUrl}/v1/round/execute`, body, {});
}

async function askNode(node, operation, request) {
  const body = Buffer.from(JSON.stringify(request));
  const headers = await signNodeRequest({
    deploymentId,
    nodeIndex: node.index,
    timeMs: unixMs(Date.now()),
    path: operation.path,
    body,
    gateway,
    gatewayAuthority,
    sign: (kind, preimage) => Promise.resolve(signAsGateway(signedBytes(kind, preimage))),
  });
  return await post(node.url + operation.path, body, headers);
}

function firstOf(count, promises) {
  return new Promise((resolve, reject) => {
    const arrived = [];
    for (const promise of promises) promise.then((value) => arrived.push(value) === count && resolve([...arrived]), reject);
  });
}

function bareFanOut() {
  const eligible = [...manifest.nodes]
    .sort(() => Math.random() - 0.5)
    .slice(0, quorum + manifest.redundancyBuffer)
    .sort((a, b) => a.index - b.index);
  const timestampMs = Math.floor(Date.now() / 1000) * 1000;
  const request = {
    requester: formatAddress(owner),
    feedOwner: formatAddress(owner),
    apiConfig: freshConfig(),
    signaturesRequired: quorum,
    registryVersion: manifest.registryVersion,
    timestampMs,
    observedAtMs: Date.now(),
    eligible: eligible.map(({ index }) => index),
    gatewayNonce: toHex(randomBytes(16)),
  };
  return async () => {
    const observing = eligible.map(async (node) => ({ node, observation: await askNode(node, nodeOperations.observe, request) }));
    const fixed = (await firstOf(quorum, observing)).sort((a, b) => a.node.index - b.node.index);
    const { sessionId, values } = fixed[0].observation;
    const signers = fixed.map(({ node, observation }) => ({ index: node.index, d: observation.nonces[0].d, e: observation.nonces[0].e }));
    await Promise.all(
      fixed.map(({ node }) => askNode(node, nodeOperations.sign, { sessionId, attempt: 0, value: values[0].value, signers })),
    );
    // The spare's session is released after the clock has stopped, as the gateway does after its answer.
    return () => Promise.all(observing.map(async (one) => askNode((await one).node, nodeOperations.release, { sessionIds: [sessionId] })));
  };
}

const plainFetchers = await Promise.all(
  Array.from({ length: Math.min(quorum + manifest.redundancyBuffer, manifest.nodes.length) }, () => startOwnProcess('plain-fetcher.mjs')),
);

function plainFanOut() {
  const { url } = freshConfig();
  return async () => {
    await firstOf(
      quorum,
      plainFetchers.map((fetcher) => post(`${fetcher.url}/`, url, { 'content-type': 'text/plain' })),
    );
  };
}

async function time(prepare) {
  const batch = Array.from({ length: concurrency }, prepare);
  const start = performance.now();
  const results = await Promise.all(batch.map((run) => run()));
  const elapsedMs = performance.now() - start;
  for (const after of results) if (typeof after === 'function') await after();
  return elapsedMs;
}

const samples = { gateway: [], steps: [], bare: [], plain: [] };
const variants = [
  ['gateway', () => throughGateway()],
  ['steps', throughGatewayWithSteps],
  ['bare', bareFanOut],
  ['plain', plainFanOut],
];
for (let i = 0; i < warmUpRounds; i++) for (const [, prepare] of variants) await time(prepare);
for (let i = 0; i < rounds; i++) {
  // The order alternates, so that neither always runs on the other's heels.
  for (const [name, prepare] of i % 2 === 0 ? variants : [...variants].reverse()) samples[name].push(await time(prepare));
}
function quantile(list, q) {
  return [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * q))];
}
console.log(
  `${cpus()[0]?.model ?? 'unknown CPU'}, ${cpus().length} cores, Node ${process.version}; ${rounds} rounds each after ${warmUpRounds}, quorum ${quorum} + ${manifest.redundancyBuffer} of ${manifest.nodes.length} nodes, ${concurrency} at once\n`,
);
console.log('| | p50 ms | p90 ms | p99 ms |\n|---|---|---|---|');
for (const [name, label] of [
  ['gateway', 'POST /v1/round/execute'],
  ['steps', `the same, with a valueTransform of ${LONGEST.length} characters and ${LONGEST.split('|').length} steps`],
  ['bare', 'bare fan-out, two exchanges with the nodes'],
  ['plain', 'bare fan-out of the url to plain processes'],
]) {
  console.log(`| ${label} | ${[0.5, 0.9, 0.99].map((q) => quantile(samples[name], q).toFixed(1)).join(' | ')} |`);
}
for (const [of, name, label] of [
  ['gateway', 'bare', 'ratio to two exchanges'],
  ['gateway', 'plain', 'ratio to plain processes'],
  ['steps', 'gateway', 'ratio of the longest valueTransform to none'],
]) {
  const ratios = [0.5, 0.9, 0.99].map((q) => (quantile(samples[of], q) / quantile(samples[name], q)).toFixed(2));
  console.log(`| **${label}** | ${ratios.join(' | ')} |`);
}
for (const { child } of plainFetchers) child.kill();
await Promise.all([...pools.values()].map((pool) => pool.close()));
