#!/usr/bin/env node
// Values in a session: the key signs in once, and signs no request.
import { createClient, keypairSigner, session } from '@oracle-gateway/client';
import { gateway, ledger, secretKeyOf } from './localnet.mjs';

const signer = keypairSigner(secretKeyOf('subscriptionOwner'));
const source = { url: 'https://api.coinbase.com/v2/prices/BTC-USD/spot', method: 'GET', responseParser: '$.data.amount' };

const client = createClient({ gateway, ledger, account: session({ signer }) });
const opened = await client.signIn();
console.log('signed in as', opened.address);
console.log((await client.round(source)).value);

// A later process goes on with the session, and needs no key.
const later = createClient({ gateway, ledger, account: session({ opened }) });
console.log((await later.round(source)).value);
await client.signOut();
await later.round(source).catch((error) => console.log('signed out:', error.code));
