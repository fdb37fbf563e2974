#!/usr/bin/env node
// A value for a delegate: it signs with its own key, and the owner's subscription pays.
import { createClient, delegate, keypairSigner } from '@oracle-gateway/client';
import { gateway, ledger, secretKeyOf } from './localnet.mjs';

const signer = keypairSigner(secretKeyOf('delegate'));
const subscriptionOwner = keypairSigner(secretKeyOf('subscriptionOwner')).address;
const source = { url: 'https://api.coinbase.com/v2/prices/BTC-USD/spot', method: 'GET', responseParser: '$.data.amount' };

const client = createClient({ gateway, ledger, account: delegate({ signer, subscriptionOwner }) });
const round = await client.round(source);
console.log(round.value, (await round.settled()).kind);
