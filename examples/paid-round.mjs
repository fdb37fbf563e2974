#!/usr/bin/env node
// A value that is paid for by itself, with one x402 payment: no subscription, no escrow.
import { createClient } from '@oracle-gateway/client';
import { payPerRequest } from '@oracle-gateway/client/x402';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { gateway, ledger, secretKeyOf } from './localnet.mjs';

const signer = await createKeyPairSignerFromBytes(secretKeyOf('x402Payer'));
const source = { url: 'https://api.coinbase.com/v2/prices/BTC-USD/spot', method: 'GET', responseParser: '$.data.amount' };

const client = createClient({ gateway, ledger, account: payPerRequest({ signer, maxAmount: 5_000n }) });
const round = await client.round(source);
console.log(round.value, (await round.settled()).kind);
