#!/usr/bin/env node
// Asks a running localnet for two paid rounds with the official x402 client. It asks for the first twice under one payment identifier,
// which pays once. Every node pays the paywalled source of the second. usage: node examples/without-a-client/paid-round.mjs [manifest]
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client, x402HTTPClient } from '@x402/fetch';
import { ExactSvmScheme } from '@x402/svm/exact/client';

const manifest = JSON.parse(await readFile(process.argv[2] ?? '.localnet/manifest.json', 'utf8'));
const signer = await createKeyPairSignerFromBytes(Uint8Array.from(manifest.keys.x402Payer));
function newClient() {
  const client = new x402Client().register('solana:*', new ExactSvmScheme(signer, { rpcUrl: manifest.rpcUrl }));
  // The client pays in stablecoins that it knows, up to a dollar each time. A test ledger may have a stablecoin of its own: allow it, with a limit.
  return client.setSpendControls({
    allowedAssets: [{ network: manifest.network, asset: manifest.usdcMint, maxAmountPerPayment: '1000000' }],
  });
}
/**
 * Pays for one round under a payment identifier. After a lost answer, repeat the call with the same identifier: it is not paid again.
 * @param {string} id unique, and not guessable by other parties
 */
function payingFor(id) {
  const client = newClient().registerExtension({
    key: 'payment-identifier',
    enrichPaymentPayload: async (payment) => ({
      ...payment,
      extensions: { ...payment.extensions, 'payment-identifier': { info: { id } } },
    }),
  });
  return wrapFetchWithPayment(fetch, client);
}
/** @param {object} body */
function asked(body) {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  };
}
/** @param {Response} response */
async function show(response) {
  console.log(response.status, JSON.stringify(await response.json()));
  const receipt = response.headers.get('payment-response');
  if (receipt !== null) console.log('receipt', JSON.stringify(decodePaymentResponseHeader(receipt)));
}

const url = `${manifest.gatewayUrl}/v1/x402/execute`;
const terms = { signatures_required: 3, registry_version: manifest.registryVersion };

// 1. One call. The client gets the terms (402), signs a payment for them, and sends it. The same identifier means the same round.
const apiConfig = { url: `${manifest.sources.price}/v2/prices/BTC-USD/spot`, method: 'GET', responseParser: '$.data.amount' };
const id = randomUUID();
await show(await payingFor(id)(url, asked({ ...terms, apiConfig })));
await show(await payingFor(id)(url, asked({ ...terms, apiConfig })));

// 2. A paywalled source. Declare it, and the gateway answers how many payments the source needs: one for each eligible node.
const paywalled = { ...terms, apiConfig: { url: `${manifest.sources.paywalled}/price`, method: 'GET', responseParser: '$.price' } };
const quoted = JSON.parse(await (await fetch(url, asked({ ...paywalled, x402Source: true }))).text());
const { resource, eligibleSetSize } = quoted.extensions.upstream;

// 3. Ask the source itself for its price, not the gateway. Sign one payment for each answer.
const refusal = await fetch(resource);
const client = newClient();
const http = new x402HTTPClient(client);
const required = http.getPaymentRequiredResponse((name) => refusal.headers.get(name), await refusal.json());
const sourcePayments = [];
for (let node = 0; node < eligibleSetSize; node += 1) {
  const payment = await client.createPaymentPayload(required);
  sourcePayments.push(http.encodePaymentSignatureHeader(payment)['PAYMENT-SIGNATURE']);
}
console.log(`${eligibleSetSize} payments of ${required.accepts[0]?.amount} atomic units signed for ${resource}`);

// 4. Each node pays the source with its own payment. This call pays for the round.
await show(await payingFor(randomUUID())(url, asked({ ...paywalled, sourcePayments })));
