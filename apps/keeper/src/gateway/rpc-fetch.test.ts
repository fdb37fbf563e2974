import { LedgerUnavailableError, RpcRefusalError } from '@oracle-gateway/ledger';
import { expect, it } from 'vitest';
import { createRpcFetch } from './rpc-fetch.js';

const rpcUrl = 'https://rpc.example/key';
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getSlot', params: ['confirmed'] });

/** A fetch whose RPC servers answer by `rpc`; other requests are answered by their URL. */
function fetchBy(rpc: (method: string, params: readonly unknown[]) => Promise<unknown>): typeof fetch {
  return createRpcFetch({ rpcUrl, rpc, fetch: (input) => Promise.resolve(new Response(typeof input === 'string' ? input : 'other')) });
}

it('a call of the ledger goes to the RPC servers of the keeper', async () => {
  const fetch = fetchBy((method, params) => Promise.resolve({ method, params }));
  const answer = await fetch(rpcUrl, { method: 'POST', body });
  expect(await answer.json()).toEqual({ jsonrpc: '2.0', id: 1, result: { method: 'getSlot', params: ['confirmed'] } });
});

it('a refusal is answered as one, and trouble is trouble', async () => {
  const refused = await fetchBy(() => Promise.reject(new RpcRefusalError('getSlot', -32_011, 'words', null)))(rpcUrl, { body });
  expect(await refused.json()).toMatchObject({ error: { code: -32_011 } });
  await expect(fetchBy(() => Promise.reject(new LedgerUnavailableError('getSlot', 'down')))(rpcUrl, { body })).rejects.toThrow('down');
});

it('every other request goes out', async () => {
  const fetch = fetchBy(() => Promise.reject(new Error('not asked')));
  expect(await (await fetch('https://oracle.example/v1/info', {})).text()).toBe('https://oracle.example/v1/info');
});
