import type { LedgerRpc } from '../src/ledger/read-accounts.js';

/** Results of a method in turn, the last one again and again; an error is thrown, `{ error }` is answered as one. */
export type RpcAnswers = Readonly<Record<string, readonly unknown[]>>;

const MINT_ACCOUNT = Uint8Array.from({ length: 82 }, (_, place) => (place === 44 ? 6 : 0));

const DEFAULTS: RpcAnswers = {
  getLatestBlockhash: [{ value: { blockhash: '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM', lastValidBlockHeight: 150 } }],
  getMultipleAccounts: [
    {
      value: [{ owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', data: [Buffer.from(MINT_ACCOUNT).toString('base64'), 'base64'] }],
    },
  ],
  sendTransaction: ['a signature'],
  getBlockHeight: [100],
  getSignatureStatuses: [{ value: [{ confirmationStatus: 'confirmed', err: null }] }],
};

/** A ledger's RPC that answers as told. */
export function fakeRpc(answers: RpcAnswers = {}): LedgerRpc & { readonly asked: readonly string[] } {
  const asked: string[] = [];
  return {
    asked,
    rpcUrl: 'http://rpc.test',
    timeoutMs: 1_000,
    fetch(_url, init) {
      const body = typeof init?.body === 'string' ? init.body : '{}';
      const { method } = JSON.parse(body) as { readonly method: string };
      const said = answers[method] ?? DEFAULTS[method] ?? [];
      const count = asked.filter((one) => one === method).length;
      asked.push(method);
      const result = said[Math.min(count, said.length - 1)];
      if (result instanceof Error) return Promise.reject(result);
      const isError = typeof result === 'object' && result !== null && 'error' in result;
      return Promise.resolve(Response.json({ jsonrpc: '2.0', id: 1, ...(isError ? result : { result }) }));
    },
  };
}
