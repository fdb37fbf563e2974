#!/usr/bin/env node
// Stores an answer, and verifies it later with the keys of the ledger: without an account, without the gateway.
import { readFile, writeFile } from 'node:fs/promises';
import { createClient, keypairSigner, owner, verifyFromLedger } from '@oracle-gateway/client';
import { gateway, ledger, secretKeyOf } from './localnet.mjs';

const file = process.argv[3] ?? '.localnet/answer.json';
const signer = keypairSigner(secretKeyOf('subscriptionOwner'));
const source = { url: 'https://api.coinbase.com/v2/prices/BTC-USD/spot', method: 'GET', responseParser: '$.data.amount' };
const { answer } = await createClient({ gateway, ledger, account: owner({ signer }) }).round(source, { quorum: 3 });
await writeFile(file, JSON.stringify(answer));

// The expectation comes from your own records: a true value of another source is still the wrong value.
const expected = { source, quorum: 3, owner: signer.address };
const stored = await readFile(file, 'utf8');
const { value, signers, observedAtMs } = await verifyFromLedger({ answer: JSON.parse(stored), expected, ledger });
console.log(`${value}, signed by nodes ${signers.join(', ')}, observed at ${new Date(observedAtMs).toISOString()}`);

const changed = JSON.parse(stored.replace('"timestamp":1', '"timestamp":2'));
await verifyFromLedger({ answer: changed, expected, ledger }).catch((error) => console.log('changed:', error.message));
