#!/usr/bin/env node
// Values of APIs that want a body, or a key in the body or in the query. Each source is a form to copy; `apis` stands for the API's own origin.
import { createClient, keypairSigner, owner } from '@oracle-gateway/client';
import { gateway, ledger, secretKeyOf, secrets, sources } from './localnet.mjs';

const signer = keypairSigner(secretKeyOf('subscriptionOwner'));
const { apis } = sources;
const headers = { 'Content-Type': 'application/json' };
const forms = {
  // JSON-RPC: `latestAnswer()` of a contract, in 10^-8.
  'JSON-RPC': {
    url: `${apis}/rpc`,
    method: 'POST',
    headers,
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_call',
      params: [{ to: '0xf4030086522a5beea4988f8ca5b36dbc97bee88c', data: '0x50d25bcd' }, 'latest'],
    }),
    responseParser: '$.result',
    valueTransform: 'hex|divide:1e8|nonzero',
  },
  // GraphQL, as The Graph is asked: the key is in a header.
  GraphQL: {
    url: `${apis}/api/subgraphs/id/5zvR82QoaXYFyDEKLZ9t6v9adgnptxYpKpSbxtgVENFV`,
    method: 'POST',
    headers: { ...headers, Authorization: 'Bearer {{secret.key}}' },
    body: JSON.stringify({ query: '{ bundle(id: "1") { ethPriceUSD } }' }),
    responseParser: '$.data.bundle.ethPriceUSD',
  },
  // A key in the body, as the Bureau of Labor Statistics takes it.
  BLS: {
    url: `${apis}/publicAPI/v2/timeseries/data/`,
    method: 'POST',
    headers,
    body: JSON.stringify({ seriesid: ['CUUR0000SA0'], registrationkey: '{{secret.key}}' }),
    responseParser: "$.Results.series[0].data[?@.latest=='true'].value",
  },
  // A key in the query, as FRED takes it.
  FRED: {
    url: `${apis}/fred/series/observations?series_id=UNRATE&sort_order=desc&limit=1&file_type=json&api_key={{secret.key}}`,
    method: 'GET',
    responseParser: '$.observations[0].value',
  },
  // Another such key, and a number in hexadecimal.
  Etherscan: {
    url: `${apis}/v2/api?chainid=1&module=proxy&action=eth_blockNumber&apikey={{secret.key}}`,
    method: 'GET',
    responseParser: '$.result',
    valueTransform: 'hex',
  },
};

const client = createClient({ gateway, ledger, account: owner({ signer }) });
for (const [name, source] of Object.entries(forms)) {
  const isSealed = JSON.stringify(source).includes('{{secret.key}}');
  const { value } = await client.round(source, isSealed ? { secrets: { key: secrets.privateSource } } : {});
  console.log(`${name}: ${value}`);
}
