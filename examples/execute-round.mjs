#!/usr/bin/env node
// Asks a running localnet for one signed round, as the owner of a subscription. Saves the answer and what was asked beside each other.
// usage: node examples/execute-round.mjs [manifest] [folder for result.json and api-config.json]
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ed25519 } from '@noble/curves/ed25519.js';
import {
  deriveFeedId,
  deriveSourceId,
  formatAddress,
  parseApiConfig,
  requestAuthHash,
  toAddress,
  toHex,
  unixSeconds,
} from '@oracle-gateway/protocol';

const [manifestPath = '.localnet/manifest.json', folder = '.'] = process.argv.slice(2);
const manifest = JSON.parse(await readFile(manifestPath, 'utf8'));

// 1. What to ask: any HTTP source. Its canonical hash is the source id, which every node signs.
const apiConfig = {
  url: `${manifest.sources.price}/v2/prices/BTC-USD/spot`,
  method: 'GET',
  responseParser: '$.data.amount',
  valueTransform: 'round:1',
};
const signaturesRequired = 3;

// 2. Who asks: the subscription's owner signs feed and time. One signature is good for one round.
const secretKey = Uint8Array.from(manifest.keys.subscriptionOwner);
const owner = toAddress(secretKey.slice(32));
const timestampSeconds = unixSeconds(Math.floor(Date.now() / 1000));
const feedId = deriveFeedId({ owner, sourceId: deriveSourceId(parseApiConfig(apiConfig)), signaturesRequired });
const authSig = ed25519.sign(requestAuthHash({ feedId, timestampSeconds }), secretKey.slice(0, 32));

// 3. Ask.
const response = await fetch(`${manifest.gatewayUrl}/v1/round/execute`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    subscriptionOwner: formatAddress(owner),
    consumerAuthority: formatAddress(owner),
    signaturesRequired,
    timestamp: timestampSeconds,
    registryVersion: manifest.registryVersion,
    authSig: toHex(authSig),
    apiConfig,
  }),
  signal: AbortSignal.timeout(30_000),
});
const answer = await response.text();
console.log(`${response.status} ${response.headers.get('x-round-id') ?? ''}`);
console.log(answer);
if (response.status !== 200) process.exit(1);

await mkdir(folder, { recursive: true });
await writeFile(join(folder, 'result.json'), answer);
await writeFile(join(folder, 'api-config.json'), JSON.stringify(apiConfig));
await writeFile(join(folder, 'owner'), formatAddress(owner));
console.log(`
verify it against the ledger, without asking the gateway:
node examples/verify-payload.mjs --manifest ${manifestPath} --owner ${formatAddress(owner)} --config ${join(folder, 'api-config.json')} --file ${join(folder, 'result.json')}`);
