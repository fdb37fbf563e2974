#!/usr/bin/env node
// Asks a running localnet for one signed round, as the owner of a subscription. Saves the answer and what was asked beside each other.
// usage: node examples/without-a-client/execute-round.mjs [manifest] [folder for result.json and api-config.json]
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

const MAX_TRIES = 5;
const [manifestPath = '.localnet/manifest.json', folder = '.'] = process.argv.slice(2);
const manifest = JSON.parse(await readFile(manifestPath, 'utf8'));

// 1. The source: any HTTP source. Its canonical hash is the source id, which every node signs.
const apiConfig = {
  url: `${manifest.sources.price}/v2/prices/BTC-USD/spot`,
  method: 'GET',
  responseParser: '$.data.amount',
  valueTransform: 'round:1',
};
const signaturesRequired = 3;

// 2. The signature: the owner of the subscription signs the feed and the second. One signature is good for one round.
const secretKey = Uint8Array.from(manifest.keys.subscriptionOwner);
const owner = toAddress(secretKey.slice(32));
const feedId = deriveFeedId({ owner, sourceId: deriveSourceId(parseApiConfig(apiConfig)), signaturesRequired });

/** @param {number} timestamp unix seconds @param {number} registryVersion */
function ask(timestamp, registryVersion) {
  const hash = requestAuthHash({ feedId, timestampSeconds: unixSeconds(timestamp) });
  const authSig = toHex(ed25519.sign(hash, secretKey.slice(0, 32)));
  const [subscriptionOwner, consumerAuthority] = [formatAddress(owner), formatAddress(owner)];
  return fetch(`${manifest.gatewayUrl}/v1/round/execute`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ subscriptionOwner, consumerAuthority, signaturesRequired, timestamp, registryVersion, authSig, apiConfig }),
    signal: AbortSignal.timeout(30_000),
  });
}

// 3. Ask, and ask again where docs/errors.md says that nothing was used up. A lost answer ends this program: look the round up then.
let { registryVersion } = manifest;
let timestamp = Math.floor(Date.now() / 1000);
let response = await ask(timestamp, registryVersion);
for (let tries = 1; response.status !== 200 && tries < MAX_TRIES; tries += 1) {
  const { code, registryVersion: current } = JSON.parse(await response.clone().text());
  const retryAfter = response.headers.get('retry-after');
  if (code === 'stale_registry_version') registryVersion = current;
  // Another program of this owner has used the second.
  else if (code === 'duplicate_round') timestamp -= 1 + Math.floor(Math.random() * 60);
  else if (retryAfter !== null) {
    await new Promise((resolve) => setTimeout(resolve, Number(retryAfter) * 1000));
    timestamp = Math.floor(Date.now() / 1000);
  } else break;
  response = await ask(timestamp, registryVersion);
}
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
node examples/without-a-client/verify-payload.mjs --manifest ${manifestPath} --owner ${formatAddress(owner)} --config ${join(folder, 'api-config.json')} --file ${join(folder, 'result.json')}`);
