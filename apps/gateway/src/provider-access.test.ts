import { builtInProvider } from '@oracle-gateway/providers';
import { expect, it } from 'vitest';
import { servedFlows } from './provider-access.js';

it.each([
  [{ secrets: false, payments: false }, 'coingecko', []],
  [{ secrets: true, payments: false }, 'coingecko', ['api_key']],
  [{ secrets: false, payments: true }, 'coingecko', ['x402']],
  [{ secrets: true, payments: true }, 'coingecko', ['api_key', 'x402']],
  [{ secrets: false, payments: false }, 'coinbase', ['api_key']],
])('with %o, a round can be asked of %s on %j', (access, id, kinds) => {
  expect(servedFlows(builtInProvider(id)!, access).map(({ kind }) => kind)).toEqual(kinds);
});
