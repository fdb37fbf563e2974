#!/usr/bin/env node
// Brings a value to its feed on the ledger with the key of a stranger, and reads the feed back. Any key can do both.
import { createClient, keypairSigner, owner } from '@oracle-gateway/client';
import { BroadcastRefusedError, createLedgerReader, createLedgerSender, instructions, signerFromSecretKey } from '@oracle-gateway/ledger';
import {
  canonicalApiConfig,
  deriveFeedId,
  deriveSourceId,
  formatExact,
  fromHex,
  parseAddress,
  parseApiConfig,
  SOURCE_FORM,
} from '@oracle-gateway/protocol';
import { aggregatePublicKeys } from '@oracle-gateway/schnorr';
import { gateway, ledger, secretKeyOf } from './localnet.mjs';

const account = owner({ signer: keypairSigner(secretKeyOf('subscriptionOwner')) });
const source = parseApiConfig({
  url: 'https://api.coinbase.com/v2/prices/BTC-USD/spot',
  method: 'GET',
  responseParser: '$.data.amount',
});
const round = await createClient({ gateway, ledger, account }).round(source, { quorum: 3 });
const { data } = /** @type {{ data: Record<'valuePacked' | 'signersBitmap' | 's' | 'commitmentAddr', string> }} */ (round.answer);

// 1. The program checks the signature under the sum of the signers' keys. The sum is a hint: a wrong one is refused.
const [programId, feedOwner, sourceId] = [parseAddress(ledger.programId), parseAddress(account.feedOwner), deriveSourceId(source)];
const reader = createLedgerReader({ rpcUrl: ledger.rpcUrl, programId });
const registry = await reader.registry(BigInt(round.registryVersion));
if (registry === null) throw new Error('the ledger has no such registry version');
const signerKeys = registry.keys.flatMap((key, index) => (key !== null && round.signers.includes(index) ? [key] : []));

// 2. Any key that pays for the transaction may submit. The source, which becomes public, tells readers how the feed's values are packed; it
// is shown once.
const payer = signerFromSecretKey(secretKeyOf('stranger'));
const sender = createLedgerSender({ rpcUrl: ledger.rpcUrl, signer: payer });
const shown = instructions.showSource({
  programId,
  payer: payer.address,
  feedOwner,
  signaturesRequired: round.quorum,
  text: new TextEncoder().encode(canonicalApiConfig(source)),
});
const submitted = instructions.submit({
  programId,
  payer: payer.address,
  feedOwner,
  sourceId,
  signaturesRequired: round.quorum,
  form: SOURCE_FORM,
  timestampMs: BigInt(round.timestampMs),
  observedAtMs: BigInt(round.observedAtMs),
  registryVersion: registry.version,
  registryCount: registry.keys.length,
  value: fromHex(data.valuePacked),
  signersBitmap: fromHex(data.signersBitmap),
  s: fromHex(data.s),
  commitment: fromHex(data.commitmentAddr),
  keyForm: { form: 'sum', aggregateKey: aggregatePublicKeys(signerKeys) },
});
// A cluster's clock can be seconds behind the gateway's: a stamp that is ahead of it is sent again a little later.
for (let tries = 1; ; tries += 1) {
  try {
    const transaction = await sender.build([shown, submitted], { computeUnitLimit: 400_000 });
    await sender.broadcast(transaction);
    console.log(`sent ${transaction.signature}`);
    break;
  } catch (error) {
    const refusal = error instanceof BroadcastRefusedError ? error.refusal : null;
    if (refusal?.kind !== 'program' || refusal.name !== 'AttestationAhead' || tries >= 30) throw error;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

// 3. Read it: one account has all that a consumer needs. A feed with a newer value is left as it is, and the transaction succeeds.
// Checks before using it: docs/protocol.md.
const feedId = deriveFeedId({ owner: feedOwner, sourceId, signaturesRequired: round.quorum });
let feed = null;
for (let checks = 0; checks < 60 && (feed?.observedAtMs ?? 0n) < BigInt(round.observedAtMs); checks += 1) {
  if (checks > 0) await new Promise((resolve) => setTimeout(resolve, 500));
  feed = (await reader.feed(feedId)).value;
}
if (feed?.mode !== 'exact') throw new Error('the feed does not hold the value');
console.log(
  `feed ${formatExact(feed.value)} observed at ${new Date(Number(feed.observedAtMs)).toISOString()}, signed by ${feed.signaturesRequired} nodes`,
);
