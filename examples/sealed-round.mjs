#!/usr/bin/env node
// A value of a source that needs a token. The client seals the token for the nodes; the gateway cannot read it.
import { createClient, keypairSigner, owner } from '@oracle-gateway/client';
import { gateway, ledger, secretKeyOf, secrets, sources } from './localnet.mjs';

const signer = keypairSigner(secretKeyOf('subscriptionOwner'));
const source = {
  url: `${sources.private}/balance`,
  method: 'GET',
  headers: { Authorization: 'Bearer {{secret.token}}' },
  responseParser: '$.balance',
};

const client = createClient({ gateway, ledger, account: owner({ signer }) });
const { value } = await client.round(source, { secrets: { token: secrets.privateSource } });
console.log(value);
