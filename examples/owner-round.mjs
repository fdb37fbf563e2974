#!/usr/bin/env node
// A value for the owner of a subscription.
import { createClient, keypairSigner, owner } from '@oracle-gateway/client';
import { gateway, ledger, secretKeyOf } from './localnet.mjs';

const signer = keypairSigner(secretKeyOf('subscriptionOwner'));
const source = { url: 'https://api.coinbase.com/v2/prices/BTC-USD/spot', method: 'GET', responseParser: '$.data.amount' };

const client = createClient({ gateway, ledger, account: owner({ signer }) });
const round = await client.round(source);
console.log(round.value);
