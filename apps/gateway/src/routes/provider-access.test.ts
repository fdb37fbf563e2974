import { builtInProvider } from '@oracle-gateway/providers';
import { expect, it } from 'vitest';
import { servedFlows } from './provider-access.js';

const NOBODY = new Set<string>();
const COINGECKO = new Set(['coingecko']);

it.each([
  [{ payments: false, sponsored: NOBODY }, 'coingecko', ['api_key caller']],
  [{ payments: true, sponsored: NOBODY }, 'coingecko', ['api_key caller', 'x402 none']],
  [{ payments: true, sponsored: COINGECKO }, 'coingecko', ['api_key sponsored', 'x402 none']],
  [{ payments: false, sponsored: COINGECKO }, 'coinbase', ['api_key none']],
])('with %o, a round can be asked of %s on %j', (access, id, flows) => {
  expect(servedFlows(builtInProvider(id)!, access).map(({ kind, credential }) => `${kind} ${credential.mode}`)).toEqual(flows);
});
