#!/usr/bin/env node
// Asks a running localnet for a round that an agent pays from its escrow; usage: node examples/without-a-client/agent-round.mjs [manifest]
import { readFile } from 'node:fs/promises';
import { ed25519 } from '@noble/curves/ed25519.js';
import * as protocol from '@oracle-gateway/protocol';
import * as token from '@solana/spl-token';
import { Connection, Keypair, PublicKey, sendAndConfirmTransaction, Transaction } from '@solana/web3.js';

const manifest = JSON.parse(await readFile(process.argv[2] ?? '.localnet/manifest.json', 'utf8'));
const { gatewayUrl, rpcUrl, wsUrl, registryVersion: registry_version } = manifest;
const key = Keypair.fromSecretKey(Uint8Array.from(manifest.keys.agentPayer));
const payer = key.publicKey.toBase58();
/** @param {string} path @param {object} [body] */
async function call(path, body) {
  const posted = body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${gatewayUrl}${path}`, { ...posted, signal: AbortSignal.timeout(30_000) });
  return { status: response.status, roundId: response.headers.get('x-round-id'), body: JSON.parse(await response.text()) };
}

// 1. The request and its price. A caller without a signature and without funds gets the terms.
const apiConfig = { url: `${manifest.sources.price}/v2/prices/BTC-USD/spot`, method: 'GET', responseParser: '$.data.amount' };
const [signatures_required, canonical_timestamp] = [3, Math.floor(Date.now() / 1000)];
const { body: escrow } = await call(`/v1/agent/${payer}/status?signatures_required=${signatures_required}`);
const amount = Number(escrow.quotedNextPrice);
const asked = { payer, canonical_timestamp, signatures_required, amount, registry_version, apiConfig };
const discovery = await call('/v1/agent/execute', asked);

// 2. Pay what is missing into the escrow's token account, which may have to be made. Its address is no key: it is off the curve.
if (discovery.status === 402) {
  const [{ asset, maxAmountRequired, extra }] = discovery.body.accepts;
  const missing = BigInt(maxAmountRequired) - (BigInt(extra.currentAtaBalance) - BigInt(extra.committedAmount));
  const [mint, holder, from] = [new PublicKey(asset), new PublicKey(extra.agent), key.publicKey];
  const to = token.getAssociatedTokenAddressSync(mint, holder, true);
  console.log(`402: ${missing} atomic units of ${asset} are to be paid to ${to}`);
  const payment = new Transaction().add(
    token.createAssociatedTokenAccountIdempotentInstruction(from, to, holder, mint),
    token.createTransferInstruction(token.getAssociatedTokenAddressSync(mint, from), to, from, missing),
  );
  await sendAndConfirmTransaction(new Connection(rpcUrl, { commitment: 'confirmed', wsEndpoint: wsUrl }), payment, [key]);
}

// 3. Sign for this feed, this second and this amount, and ask the same again. One signature pays for one round.
const [owner, sourceId] = [protocol.parseAddress(payer), protocol.deriveSourceId(protocol.parseApiConfig(apiConfig))];
const hash = protocol.agentRequestAuthHash({
  escrow: protocol.parseAddress(escrow.escrow),
  gateway: protocol.parseAddress(escrow.gateway),
  feedId: protocol.deriveFeedId({ owner, sourceId, signaturesRequired: signatures_required }),
  canonicalTimestampSeconds: protocol.unixSeconds(canonical_timestamp),
  amountAtomic: BigInt(amount),
});
const agent_request_auth_sig = protocol.toHex(ed25519.sign(hash, key.secretKey.slice(0, 32)));
const served = await call('/v1/agent/execute', { ...asked, agent_request_auth_sig });
console.log(served.status, JSON.stringify(served.body));

// 4. The amount leaves the escrow once the round is settled.
for (let checks = 0; (await call(`/v1/rounds/${served.roundId}`)).body.data.state !== 'settled'; checks += 1) {
  if (checks === 120) throw new Error('the round was not settled within 30 s');
  await new Promise((resolve) => setTimeout(resolve, 250));
}
console.log('settled; the escrow holds', (await call(`/v1/agent/${payer}/status`)).body.ataBalance);
