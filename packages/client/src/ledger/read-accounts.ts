import { type Address, formatAddress } from '@oracle-gateway/protocol';
import { TransportError } from '../errors.js';
import { type Fetch, readJson } from '../http/read-json.js';
import { memberOf, textOf } from '../json.js';

const MAX_ANSWER_BYTES = 1024 * 1024;

export interface LedgerRpc {
  readonly rpcUrl: string;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
}

/** What the ledger holds at an address. */
export interface LedgerAccount {
  /** The program that owns it, base58. */
  readonly owner: string;
  readonly data: Uint8Array;
}

/**
 * The accounts at these addresses, all of one slot, `confirmed`. The caller trusts the RPC server to tell what the ledger holds.
 *
 * @returns null in the place of an account that does not exist
 * @throws TransportError when the server does not answer, or answers something else
 */
export async function readAccounts(
  deps: LedgerRpc,
  addresses: readonly Address[],
  signal?: AbortSignal,
): Promise<readonly (LedgerAccount | null)[]> {
  const params = [addresses.map(formatAddress), { encoding: 'base64', commitment: 'confirmed' }];
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getMultipleAccounts', params }),
  };
  const exchange = { peer: 'ledger', url: deps.rpcUrl, init, maxBytes: MAX_ANSWER_BYTES, timeoutMs: deps.timeoutMs, signal } as const;
  const { status, body } = await readJson(deps, exchange);
  const accounts = memberOf(memberOf(body, 'result'), 'value');
  if (status !== 200 || !Array.isArray(accounts) || accounts.length !== addresses.length)
    throw new TransportError('ledger', `the ledger's RPC answered without the accounts (status ${status})`);
  return accounts.map(accountIn);
}

function accountIn(account: unknown): LedgerAccount | null {
  if (account === null) return null;
  const data = memberOf(account, 'data');
  const base64 = Array.isArray(data) ? textOf(data[0]) : undefined;
  const owner = textOf(memberOf(account, 'owner'));
  if (base64 === undefined || owner === undefined)
    throw new TransportError('ledger', "the ledger's RPC answered without an account's data");
  return { owner, data: Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)) };
}
