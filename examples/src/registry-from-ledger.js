import { formatAddress } from '@oracle-gateway/protocol';
import { decodeRegistry, registryAddress } from '@oracle-gateway/protocol/accounts';

/** @typedef {import('@oracle-gateway/protocol').Address} Address */
/** @typedef {import('@oracle-gateway/protocol/accounts').RegistryAccount} RegistryAccount */

/**
 * The little of `fetch` that is needed; a browser's and Node's both fit.
 *
 * @typedef {(url: string, init: { method: string, headers: Record<string, string>, body: string }) => Promise<{ ok: boolean, status: number, json(): Promise<unknown> }>} Fetch
 */

/** The ledger could not be asked, or answered with something else than a registry of the program. */
export class LedgerAnswerError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'LedgerAnswerError';
  }
}

/**
 * Reads one registry version with a single `getAccountInfo` call. Whoever runs the RPC server is trusted to tell what the ledger
 * holds; nobody else is.
 *
 * @param {{ rpcUrl: string, programId: Address, version: bigint, fetch: Fetch }} input
 * @returns {Promise<RegistryAccount | null>} `null` when the ledger has no such version
 * @throws {LedgerAnswerError}
 */
export async function readRegistry({ rpcUrl, programId, version, fetch }) {
  const address = formatAddress(registryAddress(programId, version));
  const params = [address, { encoding: 'base64', commitment: 'confirmed' }];
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getAccountInfo', params }),
  });
  if (!response.ok) throw new LedgerAnswerError(`the ledger's RPC answered with status ${response.status}`);
  const account = accountIn(await response.json());
  if (account === null) return null;
  if (account.owner !== formatAddress(programId)) throw new LedgerAnswerError('the registry account belongs to another program');
  return decodeRegistry(account.data);
}

/** @param {unknown} answer @returns {{ owner: string, data: Uint8Array } | null} */
function accountIn(answer) {
  const result = memberOf(answer, 'result');
  const value = memberOf(result, 'value');
  if (value === null) return null;
  const owner = memberOf(value, 'owner');
  const data = memberOf(value, 'data');
  const base64 = Array.isArray(data) ? /** @type {unknown} */ (data[0]) : undefined;
  if (typeof owner !== 'string' || typeof base64 !== 'string') throw new LedgerAnswerError("the ledger's RPC answered without an account");
  return { owner, data: Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)) };
}

/** @param {unknown} value @param {string} name @returns {unknown} */
function memberOf(value, name) {
  if (typeof value !== 'object' || value === null) throw new LedgerAnswerError("the ledger's RPC answered without a result");
  return new Map(Object.entries(value)).get(name);
}
