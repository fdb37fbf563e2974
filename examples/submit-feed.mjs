#!/usr/bin/env node
// Submits a saved answer to its feed on the ledger with an unrelated key, then reads the feed back. Any key can do both.
// usage: node examples/submit-feed.mjs [manifest] [folder that execute-round.mjs wrote]
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BroadcastRefusedError, createLedgerReader, createLedgerSender, instructions, signerFromSecretKey } from '@oracle-gateway/ledger';
import { canonicalApiConfig, deriveSourceId, formatExact, parseAddress, parseApiConfig, signersOf } from '@oracle-gateway/protocol';
import { aggregatePublicKeys } from '@oracle-gateway/schnorr';
import { readFlatResult } from './src/flat-result.js';
import { readRegistry } from './src/registry-from-ledger.js';

const [manifestPath = '.localnet/manifest.json', folder = '.'] = process.argv.slice(2);
const { rpcUrl, programId: program, keys } = JSON.parse(await readFile(manifestPath, 'utf8'));
const programId = parseAddress(program);
const result = readFlatResult(JSON.parse(await readFile(join(folder, 'result.json'), 'utf8')));
const apiConfig = parseApiConfig(JSON.parse(await readFile(join(folder, 'api-config.json'), 'utf8')));

// 1. The program checks the signature under the sum of the signers' keys. The sum is a hint: a wrong one is refused.
const { registry } = await readRegistry({ rpcUrl, programId, version: result.registryVersion, fetch });
if (registry === null) throw new Error('the ledger has no such registry version');
const signers = signersOf(result.signersBitmap);
const aggregateKey = aggregatePublicKeys(registry.keys.flatMap((key, index) => (key !== null && signers.includes(index) ? [key] : [])));

// 2. Any key that pays for the transaction may submit. With the ApiConfig, which becomes public, the feed tells how its value is packed.
const signer = signerFromSecretKey(Uint8Array.from(keys.stranger));
const sender = createLedgerSender({ rpcUrl, signer });
const instruction = instructions.submit({
  ...result,
  programId,
  payer: signer.address,
  feedOwner: parseAddress(await readFile(join(folder, 'owner'), 'utf8')),
  sourceId: deriveSourceId(apiConfig),
  value: result.valuePacked,
  timestampMs: BigInt(result.timestampSeconds) * 1000n,
  canonicalApiConfig: canonicalApiConfig(apiConfig),
  registryCount: registry.keys.length,
  keyForm: { form: 'sum', aggregateKey },
});
//    A cluster's clock can be seconds behind the gateway's: repeat an attestation that is ahead of it a little later.
for (let tries = 1; ; tries += 1) {
  try {
    const transaction = await sender.build([instruction], { computeUnitLimit: 400_000 });
    await sender.broadcast(transaction);
    console.log(`sent ${transaction.signature}`);
    break;
  } catch (error) {
    const refusal = error instanceof BroadcastRefusedError ? error.refusal : null;
    if (refusal?.kind !== 'program' || refusal.name !== 'AttestationAhead' || tries >= 30) throw error;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

// 3. Read it: all that a consumer needs is in the one account. What to check before using it: docs/protocol.md.
const reader = createLedgerReader({ rpcUrl, programId });
let feed = null;
for (let looks = 0; looks < 60 && feed?.timestampMs !== BigInt(result.timestampSeconds) * 1000n; looks += 1) {
  if (looks > 0) await new Promise((resolve) => setTimeout(resolve, 500));
  feed = (await reader.feed(/** @type {import('@oracle-gateway/protocol').FeedId} */ (result.feedId))).value;
}
if (feed?.mode !== 'exact') throw new Error('the feed does not hold the value');
console.log(
  `feed ${formatExact(feed.value)} at ${new Date(Number(feed.timestampMs)).toISOString()}, signed by ${feed.signaturesRequired} nodes`,
);
