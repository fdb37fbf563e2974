import { formatAddress, toAddress } from '@oracle-gateway/protocol';
import { createSolanaRpcFromTransport } from '@solana/kit';
import { Connection, PublicKey } from '@solana/web3.js';
import { expect, it } from 'vitest';
import type { AccountSource } from './account-source.js';
import { kitAccounts } from './kit-accounts.js';
import { rpcAccounts } from './rpc-accounts.js';
import { web3Accounts } from './web3-accounts.js';

const [ONE, TWO, OWNER] = [1, 2, 3].map((byte) => toAddress(new Uint8Array(32).fill(byte)));
const ACCOUNT = { data: ['AQID', 'base64'], owner: formatAddress(OWNER!), lamports: 1, executable: false, rentEpoch: 0, space: 3 };

/** A source that asks a server; each request that the server gets is kept. */
function sourcesOf(): Record<string, { readonly accounts: AccountSource; readonly asked: unknown[] }> {
  const server = () => {
    const asked: unknown[] = [];
    const answer = ({ method, params, id }: { method: string; params: unknown; id: unknown }) => {
      asked.push([method, params]);
      return { jsonrpc: '2.0', id, result: { context: { slot: 1 }, value: [ACCOUNT, null] } };
    };
    return { asked, answer };
  };
  const [forWeb3, forKit, forNone] = [server(), server(), server()];
  const fetchOf =
    ({ answer }: ReturnType<typeof server>) =>
    (_url: unknown, init?: { body?: unknown }) =>
      Promise.resolve(new Response(JSON.stringify(answer(JSON.parse(String(init?.body)) as never))));
  const connection = new Connection('http://rpc.example', { fetch: fetchOf(forWeb3) });
  const rpc = createSolanaRpcFromTransport((({ payload }: { payload: never }) => Promise.resolve(forKit.answer(payload))) as never);
  return {
    'web3.js': { accounts: web3Accounts(connection, PublicKey), asked: forWeb3.asked },
    kit: { accounts: kitAccounts(rpc), asked: forKit.asked },
    'no library': { accounts: rpcAccounts({ rpcUrl: 'http://rpc.example', fetch: fetchOf(forNone) }), asked: forNone.asked },
  };
}

it.each(['web3.js', 'kit', 'no library'])('%s is asked once for all accounts, at confirmed, and an absent one is null', async (library) => {
  const source = sourcesOf()[library];
  expect(await source?.accounts([ONE!, TWO!])).toEqual([{ owner: OWNER, data: Uint8Array.of(1, 2, 3) }, null]);
  const config = expect.objectContaining({ encoding: 'base64', commitment: 'confirmed' }) as unknown;
  expect(source?.asked).toEqual([['getMultipleAccounts', [[ONE, TWO].map((address) => formatAddress(address!)), config]]]);
});
