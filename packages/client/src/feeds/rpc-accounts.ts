import { parseAddress, toAddress } from '@oracle-gateway/protocol';
import { type LedgerRpc, readAccounts } from '../ledger/read-accounts.js';
import { rpcAt } from '../ledger/rpc-at.js';
import type { AccountSource } from './account-source.js';

/**
 * Reads from an RPC server without a library of Solana: `rpcAccounts({ rpcUrl })`. The reader throws TransportError.
 *
 * @param input `fetch`: `globalThis.fetch` unless set
 */
export function rpcAccounts({
  rpcUrl,
  fetch,
  signal,
}: {
  readonly rpcUrl: string;
  readonly fetch?: LedgerRpc['fetch'];
  readonly signal?: AbortSignal;
}): AccountSource {
  return async (addresses) => {
    const accounts = await readAccounts(rpcAt(rpcUrl, fetch), addresses.map(toAddress), signal);
    return accounts.map((account) => (account === null ? null : { owner: parseAddress(account.owner), data: account.data }));
  };
}
