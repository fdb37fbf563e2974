#!/usr/bin/env node
// Asks a running localnet for a round of a source that wants a token, which only the nodes see; usage: node examples/without-a-client/sealed-round.mjs [manifest]
import { readFile } from 'node:fs/promises';
import { ed25519 } from '@noble/curves/ed25519.js';
import * as protocol from '@oracle-gateway/protocol';
import { sealSecrets } from '@oracle-gateway/protocol/sealed';

const manifest = JSON.parse(await readFile(process.argv[2] ?? '.localnet/manifest.json', 'utf8'));
const { gatewayUrl, registryVersion } = manifest;

// 1. The source. A placeholder stands where the token belongs: this is what is hashed, and all that the gateway sees.
const apiConfig = {
  url: `${manifest.sources.private}/balance`,
  method: 'GET',
  headers: { Authorization: 'Bearer {{secret.token}}' },
  responseParser: '$.balance',
};

// 2. Seal the token for every node: for this source alone, for one owner, and for an hour. Keep the bundle, it serves again.
const key = Uint8Array.from(manifest.keys.subscriptionOwner);
const owner = protocol.toAddress(key.slice(32));
const { data } = JSON.parse(await (await fetch(`${gatewayUrl}/v1/nodes`)).text());
const now = Math.floor(Date.now() / 1000);
const encKeyBundle = sealSecrets({
  apiConfig,
  nodes: data.nodes,
  secrets: { token: manifest.secrets.privateSource },
  notAfter: now + 3600,
  owner: protocol.formatAddress(owner),
});

// 3. Sign feed and time as for any other source, and ask.
const signaturesRequired = 3;
const sourceId = protocol.deriveSourceId(protocol.parseApiConfig(apiConfig));
const feedId = protocol.deriveFeedId({ owner, sourceId, signaturesRequired });
const hash = protocol.requestAuthHash({ feedId, timestampSeconds: protocol.unixSeconds(now) });
const response = await fetch(`${gatewayUrl}/v1/round/execute`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    subscriptionOwner: protocol.formatAddress(owner),
    consumerAuthority: protocol.formatAddress(owner),
    signaturesRequired,
    timestamp: now,
    registryVersion,
    authSig: protocol.toHex(ed25519.sign(hash, key.slice(0, 32))),
    apiConfig,
    encKeyBundle,
  }),
  signal: AbortSignal.timeout(30_000),
});
console.log(response.status, await response.text());
if (response.status !== 200) process.exit(1);
