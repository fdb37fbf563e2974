import { type Address, formatAddress, parseAddress } from '@oracle-gateway/protocol';
import { TOKEN_PROGRAM_ID } from '@oracle-gateway/protocol/accounts';
import { ClientUsageError, TransportError } from '../base/errors.js';
import { integerOf, memberOf, textOf } from '../base/json.js';
import { callLedger, type LedgerRpc, readAccounts } from '../ledger/read-accounts.js';

const COMMITMENT = { commitment: 'confirmed' } as const;
/** The place of the decimals in a mint account of the token program. */
const DECIMALS_OFFSET = 44;

/** A blockhash, and the last block height at which its transactions can land. */
export interface Lifetime {
  /** 32 bytes. */
  readonly blockhash: Uint8Array;
  readonly lastBlockHeight: number;
}

/** @throws TransportError */
export async function latestBlockhash(rpc: LedgerRpc, signal?: AbortSignal): Promise<Lifetime> {
  const value = memberOf(await callLedger(rpc, { method: 'getLatestBlockhash', params: [COMMITMENT] }, signal), 'value');
  const lastBlockHeight = integerOf(memberOf(value, 'lastValidBlockHeight'));
  const blockhash = textOf(memberOf(value, 'blockhash'));
  if (lastBlockHeight === undefined || blockhash === undefined)
    throw new TransportError('ledger', "the ledger's RPC answered without a blockhash");
  return { blockhash: parseAddress(blockhash), lastBlockHeight };
}

/** Decimals of a mint of the token program. @throws TransportError, ClientUsageError */
export async function decimalsOf(rpc: LedgerRpc, mint: Address, signal?: AbortSignal): Promise<number> {
  const [account] = await readAccounts(rpc, [mint], signal);
  const decimals = account?.data[DECIMALS_OFFSET];
  if (account?.owner !== formatAddress(TOKEN_PROGRAM_ID) || decimals === undefined)
    throw new ClientUsageError('ledger', 'the ledger has no such stablecoin; compare rpcUrl');
  return decimals;
}

/** Outcome of a transaction: undefined while the ledger does not have it. @throws TransportError */
export async function fateOf(rpc: LedgerRpc, signature: string, signal?: AbortSignal): Promise<'landed' | 'failed' | undefined> {
  const statuses = memberOf(await callLedger(rpc, { method: 'getSignatureStatuses', params: [[signature]] }, signal), 'value');
  const status: unknown = Array.isArray(statuses) ? statuses[0] : undefined;
  const level = textOf(memberOf(status, 'confirmationStatus'));
  if (level !== 'confirmed' && level !== 'finalized') return undefined;
  return memberOf(status, 'err') === null ? 'landed' : 'failed';
}

/** @throws TransportError */
export async function blockHeight(rpc: LedgerRpc, signal?: AbortSignal): Promise<number> {
  const height = integerOf(await callLedger(rpc, { method: 'getBlockHeight', params: [COMMITMENT] }, signal));
  if (height === undefined) throw new TransportError('ledger', "the ledger's RPC answered without a block height");
  return height;
}

/** Characters of a genesis hash in the id of a network (CAIP-30). */
const NETWORK_CHARACTERS = 32;

/** The network of an RPC server, as its CAIP-2 id. @throws TransportError */
export async function networkOf(rpc: LedgerRpc, signal?: AbortSignal): Promise<string> {
  const genesis = textOf(await callLedger(rpc, { method: 'getGenesisHash', params: [] }, signal));
  if (genesis === undefined) throw new TransportError('ledger', "the ledger's RPC answered without its genesis hash");
  return `solana:${genesis.slice(0, NETWORK_CHARACTERS)}`;
}

/** Lamports of an address. @throws TransportError */
export async function balanceOf(rpc: LedgerRpc, address: Address, signal?: AbortSignal): Promise<bigint> {
  const params = [formatAddress(address), COMMITMENT];
  const lamports = integerOf(memberOf(await callLedger(rpc, { method: 'getBalance', params }, signal), 'value'));
  if (lamports === undefined) throw new TransportError('ledger', "the ledger's RPC answered without a balance");
  return BigInt(lamports);
}

/** Lamports that an account of so many bytes locks. @throws TransportError */
export async function rentOf(rpc: LedgerRpc, bytes: number, signal?: AbortSignal): Promise<bigint> {
  const lamports = integerOf(await callLedger(rpc, { method: 'getMinimumBalanceForRentExemption', params: [bytes] }, signal));
  if (lamports === undefined) throw new TransportError('ledger', "the ledger's RPC answered without a rent");
  return BigInt(lamports);
}
