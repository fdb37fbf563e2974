import { formatAddress } from '@oracle-gateway/protocol';
import { configAddress, decodeConfig, decodeRegistry, registryAddress } from '@oracle-gateway/protocol/accounts';

/** @typedef {import('@oracle-gateway/protocol').Address} Address */
/** @typedef {import('@oracle-gateway/protocol/accounts').ConfigAccount} ConfigAccount */
/** @typedef {import('@oracle-gateway/protocol/accounts').RegistryAccount} RegistryAccount */

/**
 * The little of `fetch` that is needed; a browser's and Node's both fit.
 *
 * @typedef {(url: string, init: { method: string, headers: Record<string, string>, body: string }) => Promise<{ ok: boolean, status: number, json(): Promise<unknown> }>} Fetch
 */

/** The ledger could not be asked, or answered with something else than accounts of the program. */
export class LedgerAnswerError extends Error {
  /** @param {string} message */
  constructor(message) {
    super(message);
    this.name = 'LedgerAnswerError';
  }
}

/**
 * Reads the program's Config and one registry version with a single `getMultipleAccounts` call, so that both are of the same slot: Config
 * says which versions an emergency has ended. The caller trusts the RPC server to tell what the ledger holds, and no other party.
 *
 * @param {{ rpcUrl: string, programId: Address, version: bigint, fetch: Fetch }} input
 * @returns {Promise<{ config: ConfigAccount, registry: RegistryAccount | null }>} `registry` is null when the ledger has no such version
 * @throws {LedgerAnswerError}
 * @throws {import('@oracle-gateway/protocol/accounts').AccountDecodeError} when an account of the program breaks its table (protocol, "Accounts of the program")
 */
export async function readRegistry({ rpcUrl, programId, version, fetch }) {
  const addresses = [configAddress(programId), registryAddress(programId, version)].map((address) => formatAddress(address));
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'getMultipleAccounts',
      params: [addresses, { encoding: 'base64', commitment: 'confirmed' }],
    }),
  });
  if (!response.ok) throw new LedgerAnswerError(`the ledger's RPC answered with status ${response.status}`);
  const [config, registry] = accountsIn(await response.json(), addresses.length);
  const configData = dataOf('Config', config, programId);
  if (configData === null) throw new LedgerAnswerError('the ledger has no Config of this program: wrong program, or wrong RPC server?');
  const registryData = dataOf('Registry', registry, programId);
  return { config: decodeConfig(configData), registry: registryData === null ? null : decodeRegistry(registryData) };
}

/** @param {unknown} answer @param {number} count how many accounts were asked for @returns {unknown[]} */
function accountsIn(answer, count) {
  const accounts = memberOf(memberOf(answer, 'result'), 'value');
  if (!Array.isArray(accounts) || accounts.length !== count) throw new LedgerAnswerError("the ledger's RPC answered without the accounts");
  return accounts;
}

/**
 * @param {string} name @param {unknown} account @param {Address} programId
 * @returns {Uint8Array | null} null for an account that does not exist
 */
function dataOf(name, account, programId) {
  if (account === null) return null;
  const data = memberOf(account, 'data');
  const base64 = Array.isArray(data) ? /** @type {unknown} */ (data[0]) : undefined;
  if (typeof base64 !== 'string') throw new LedgerAnswerError("the ledger's RPC answered without an account's data");
  if (memberOf(account, 'owner') !== formatAddress(programId))
    throw new LedgerAnswerError(`the ${name} account belongs to another program`);
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** @param {unknown} value @param {string} name @returns {unknown} */
function memberOf(value, name) {
  if (typeof value !== 'object' || value === null) throw new LedgerAnswerError("the ledger's RPC answered without a result");
  return new Map(Object.entries(value)).get(name);
}
