#!/usr/bin/env node
// Signs in to a running localnet once, asks for two rounds by bearer, and signs out; usage: node examples/without-a-client/session-round.mjs [manifest]
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ed25519 } from '@noble/curves/ed25519.js';
import { formatAddress, toAddress } from '@oracle-gateway/protocol';
import { signInHeader, signInText } from '../src/sign-in.js';

const manifest = JSON.parse(await readFile(process.argv[2] ?? '.localnet/manifest.json', 'utf8'));
/** @param {string} method @param {string} path @param {Record<string, string>} [headers] @param {object} [body] */
async function call(method, path, headers = {}, body) {
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }), signal: AbortSignal.timeout(30_000) };
  const response = await fetch(`${manifest.gatewayUrl}${path}`, init);
  return { status: response.status, body: JSON.parse(await response.text()) };
}

// 1. The gateway names the text to sign; a wallet shows this text. The nonce is yours, and good once.
const { domain, uri, chainId } = (await call('GET', '/v1/info')).body.data.signIn;
const key = Uint8Array.from(manifest.keys.subscriptionOwner);
const address = formatAddress(toAddress(key.slice(32)));
const signIn = { domain, uri, chainId, address, nonce: randomBytes(16).toString('hex'), issuedAt: new Date().toISOString() };
const signature = ed25519.sign(new TextEncoder().encode(signInText(signIn)), key.slice(0, 32));

// 2. Sign in, for ten minutes.
const signedIn = await call('POST', '/v1/session', { 'SIGN-IN-WITH-X': signInHeader(signIn, signature) }, { ttlSeconds: 600 });
if (signedIn.status !== 200) throw new Error(JSON.stringify(signedIn.body));
const { token, role } = signedIn.body.data;
console.log(`signed in as ${role}`);

// 3. Ask: no signature any more.
const bearer = { Authorization: `Bearer ${token}` };
const apiConfig = { url: `${manifest.sources.price}/v2/prices/BTC-USD/spot`, method: 'GET', responseParser: '$.data.amount' };
const now = Math.floor(Date.now() / 1000);
for (const timestamp of [now, now - 1]) {
  const asked = { subscriptionOwner: address, consumerAuthority: address, signaturesRequired: 3, timestamp };
  const { status, body } = await call('POST', '/v1/round/execute', bearer, {
    ...asked,
    registryVersion: manifest.registryVersion,
    apiConfig,
  });
  console.log(status, body.data?.value ?? JSON.stringify(body));
}

// 4. Sign out. The token is worth nothing now.
console.log('signed out:', (await call('DELETE', '/v1/session', bearer)).status);
console.log('again:', (await call('DELETE', '/v1/session', bearer)).status);
