#!/usr/bin/env node
// Three values under one signature, for the owner of a subscription.
import { createClient, keypairSigner, owner } from '@oracle-gateway/client';
import { gateway, ledger, secretKeyOf } from './localnet.mjs';

const signer = keypairSigner(secretKeyOf('subscriptionOwner'));
const sources = ['BTC', 'ETH', 'SOL'].map((name) => ({
  url: `https://api.coinbase.com/v2/prices/${name}-USD/spot`,
  method: 'GET',
  responseParser: '$.data.amount',
}));

const client = createClient({ gateway, ledger, account: owner({ signer }) });
const { values } = await client.values(sources);
for (const { value } of values) console.log(value);
