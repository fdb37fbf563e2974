import vector from '../../vectors/attested-result.json' with { type: 'json' };
import type { Fetch } from '../src/registry-from-ledger.js';

export { vector };

/** A time shortly after the round. */
export const nowSeconds = vector.result.data.timestamp + 12;

/** What the ledger's RPC would answer for one account. */
export interface LedgerAccount {
  readonly owner: string;
  readonly data: readonly [base64: string, encoding: string];
}

export const registryAccount: LedgerAccount = { owner: vector.programId, data: [vector.registryAccount, 'base64'] };

/** An RPC server that holds these accounts and refuses every request it does not know. */
export const ledgerWith = (accounts: Readonly<Record<string, LedgerAccount>>): Fetch & { asked: string[] } => {
  const asked: string[] = [];
  const fetch: Fetch = (url, { method, body }) => {
    const request: unknown = JSON.parse(body);
    asked.push(`${method} ${url} ${body}`);
    const params = request instanceof Object && 'params' in request ? request.params : undefined;
    const isAccountInfo = request instanceof Object && 'method' in request && request.method === 'getAccountInfo';
    if (!isAccountInfo || !Array.isArray(params)) throw new Error(`unexpected call: ${body}`);
    const value = accounts[String(params[0])] ?? null;
    return Promise.resolve({
      ok: true,
      status: 200,
      json: () => Promise.resolve({ jsonrpc: '2.0', id: 1, result: { context: { slot: 1 }, value } }),
    });
  };
  return Object.assign(fetch, { asked });
};

export const ledger = ledgerWith({ [vector.registryAddress]: registryAccount });
