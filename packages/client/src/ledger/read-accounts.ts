import { type Address, formatAddress } from '@oracle-gateway/protocol';
import { fromBase64 } from '../base/base64.js';
import { TransportError } from '../base/errors.js';
import { memberOf, textOf } from '../base/json.js';
import { type Fetch, type JsonAnswer, readJsonAnswer } from '../http/read-json.js';

const MAX_ANSWER_BYTES = 1024 * 1024;

export interface LedgerRpc {
  readonly rpcUrl: string;
  readonly fetch: Fetch;
  readonly timeoutMs: number;
}

/** Account on the ledger. */
export interface LedgerAccount {
  /** The program that owns it, base58. */
  readonly owner: string;
  readonly data: Uint8Array;
}

interface LedgerCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** The whole answer of one JSON-RPC call, also where it is an error. @throws TransportError when the server does not answer */
export async function askLedger(deps: LedgerRpc, input: LedgerCall, signal?: AbortSignal): Promise<JsonAnswer> {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...input }),
  };
  const exchange = { peer: 'ledger', url: deps.rpcUrl, init, maxBytes: MAX_ANSWER_BYTES, timeoutMs: deps.timeoutMs, signal } as const;
  return readJsonAnswer(deps, exchange);
}

/** The result of one JSON-RPC call. @throws TransportError when the server does not answer, or answers an error */
export async function callLedger(deps: LedgerRpc, input: LedgerCall, signal?: AbortSignal): Promise<unknown> {
  const { status, body } = await askLedger(deps, input, signal);
  const result = memberOf(body, 'result');
  if (status !== 200 || result === undefined)
    throw new TransportError('ledger', `the ledger's RPC answered ${input.method} without a result (status ${status})`);
  return result;
}

/**
 * The accounts at these addresses, all of one slot, `confirmed`. The operator of the RPC server is trusted to tell what the ledger holds.
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
  const accounts = memberOf(await callLedger(deps, { method: 'getMultipleAccounts', params }, signal), 'value');
  if (!Array.isArray(accounts) || accounts.length !== addresses.length)
    throw new TransportError('ledger', "the ledger's RPC answered without the accounts");
  return accounts.map(accountIn);
}

function accountIn(account: unknown): LedgerAccount | null {
  if (account === null) return null;
  const data = memberOf(account, 'data');
  const base64 = Array.isArray(data) ? textOf(data[0]) : undefined;
  const owner = textOf(memberOf(account, 'owner'));
  if (base64 === undefined || owner === undefined)
    throw new TransportError('ledger', "the ledger's RPC answered without an account's data");
  return { owner, data: fromBase64(base64) };
}
