#!/usr/bin/env node
// A value of the catalogue: the provider's entry has the source and the quorum that suit its data.
import { createClient, keypairSigner, owner } from '@oracle-gateway/client';
import { gateway, ledger, secretKeyOf } from './localnet.mjs';

const signer = keypairSigner(secretKeyOf('subscriptionOwner'));
const client = createClient({ gateway, ledger, account: owner({ signer }) });
const { name, aggregation, flows } = await client.provider('open-meteo');
const feed = flows[0]?.feeds[0];
if (feed === undefined) throw new Error('the provider has no feed');

const round = await client.round(feed.apiConfig, { quorum: aggregation.minSignatures });
console.log(`${name}, ${feed.title}: ${round.value}`);
