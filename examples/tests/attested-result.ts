import { deriveDeploymentId, formatAddress, fromHex, parseAddress } from '@oracle-gateway/protocol';
import { configAddress } from '@oracle-gateway/protocol/accounts';
import accounts from '@oracle-gateway/vectors/account.json' with { type: 'json' };
import vector from '@oracle-gateway/vectors/attested-result.json' with { type: 'json' };
import type { Fetch } from '../src/registry-from-ledger.js';

export { vector };

/** A time shortly after the round. */
export const nowSeconds = vector.result.data.timestamp + 12;

/** Answer of the ledger's RPC for one account. */
export interface LedgerAccount {
  readonly owner: string;
  readonly data: readonly [base64: string, encoding: string];
}

const programId = parseAddress(vector.programId);
function ownedByProgram(data: Buffer): LedgerAccount {
  return { owner: vector.programId, data: [data.toString('base64'), 'base64'] };
}

/** The vector's registry; at offset 32 `accept_until`, unix seconds (i64). */
export function registryAccount(changes: { acceptUntilSeconds?: number } = {}): LedgerAccount {
  const data = Buffer.from(vector.registryAccount, 'base64');
  if (changes.acceptUntilSeconds !== undefined) data.writeBigInt64LE(BigInt(changes.acceptUntilSeconds), 32);
  return ownedByProgram(data);
}

/** A Config of the vector's program; at offset 16 `deployment_id`, at 224 `oldest_accepted_version` (u64). */
export function configAccount(changes: { network?: string; oldestAcceptedVersion?: bigint } = {}): LedgerAccount {
  const config = accounts.valid.find(({ account }) => account === 'Config');
  if (config === undefined) throw new Error('there is no vector of a Config');
  const data = Buffer.from(fromHex(config.data));
  data.set(deriveDeploymentId({ programId, network: changes.network ?? vector.network }), 16);
  data.writeBigUInt64LE(changes.oldestAcceptedVersion ?? 0n, 224);
  return ownedByProgram(data);
}

export const addressOfConfig = formatAddress(configAddress(programId));

/** An RPC server that holds the vector's accounts but for these changes, and throws for every call it does not know. */
export function ledgerWith(changes: { config?: LedgerAccount | null; registry?: LedgerAccount | null } = {}): Fetch & { asked: string[] } {
  const { config = configAccount(), registry = registryAccount() } = changes;
  const held = new Map([
    [addressOfConfig, config],
    [vector.registryAddress, registry],
  ]);
  const asked: string[] = [];
  const fetch: Fetch = (url, { method, body }) => {
    asked.push(`${method} ${url} ${body}`);
    const value = addressesAskedFor(body).map((address) => held.get(address) ?? null);
    const answer = { jsonrpc: '2.0', id: 1, result: { context: { slot: 1 }, value } };
    return Promise.resolve({ ok: true, status: 200, json: () => Promise.resolve(answer) });
  };
  return Object.assign(fetch, { asked });
}

function addressesAskedFor(body: string): string[] {
  const request: unknown = JSON.parse(body);
  const isAccounts = request instanceof Object && 'method' in request && request.method === 'getMultipleAccounts';
  const params: unknown = isAccounts && 'params' in request ? request.params : undefined;
  const addresses: unknown = Array.isArray(params) ? params[0] : undefined;
  if (!Array.isArray(addresses)) throw new Error(`unexpected call: ${body}`);
  return addresses.map(String);
}

export const ledger = ledgerWith();
