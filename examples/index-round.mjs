#!/usr/bin/env node
// One value of three exchanges, for the owner of a subscription.
import { createClient, keypairSigner, owner } from '@oracle-gateway/client';
import { gateway, ledger, secretKeyOf } from './localnet.mjs';

const signer = keypairSigner(secretKeyOf('subscriptionOwner'));
const index = {
  apiConfigs: [
    { url: 'https://api.coinbase.com/v2/prices/BTC-USD/spot', method: 'GET', responseParser: '$.data.amount' },
    { url: 'https://api.kraken.com/0/public/Ticker?pair=XBTUSD', method: 'GET', responseParser: '$.result.XXBTZUSD.c[0]' },
    { url: 'https://www.bitstamp.net/api/v2/ticker/btcusd/', method: 'GET', responseParser: '$.last' },
  ],
  combine: { rule: 'median', minSources: 2, maxDeviationBps: 50, maxAgeMs: 15_000, decimals: 2 },
};

const client = createClient({ gateway, ledger, account: owner({ signer }) });
const round = await client.round(index);
console.log(round.value);
