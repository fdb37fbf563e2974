import {
  CLOCK_SYSVAR,
  createBatchReader,
  createLedgerCluster,
  createLedgerSender,
  createRpcClient,
  LedgerUnavailableError,
  ProtocolNotInitialisedError,
  readClockSeconds,
  type BatchReader,
  type FetchLike,
  type StoredAccount,
  type LedgerCluster,
  type LedgerSender,
  type LedgerSigner,
  type RpcCall,
} from '@oracle-gateway/ledger';
import type { Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { configAddress, decodeConfig, type ConfigAccount } from '@oracle-gateway/protocol/accounts';

/** Read access to a deployment of the program. */
export interface AdminLedgerView {
  readonly programId: Address;
  readonly cluster: LedgerCluster;
  readonly readAccounts: BatchReader;
}

/** A deployment, and the key that signs for it. */
export interface AdminLedger extends AdminLedgerView {
  /** Signs every transaction and pays for it. */
  readonly signer: LedgerSigner;
  readonly sender: LedgerSender;
  readonly priorityFeeMicroLamports: bigint;
}

/** The program and the RPC server of a view. */
export interface LedgerViewInput {
  readonly programId: Address;
  /** Target of calls: a URL, or a shared client. */
  readonly server: { readonly rpcUrl: string; readonly fetch?: FetchLike } | { readonly rpc: RpcCall };
}

/** The program, the RPC server and the key that signs. */
export interface AdminLedgerInput extends LedgerViewInput {
  readonly signer: LedgerSigner;
  /** Micro-lamports per compute unit; 0 by default. */
  readonly priorityFeeMicroLamports?: bigint;
}

const TIMEOUT_MS = 15_000;
/** Enough for a hundred thousand receipts without their data; larger answers are refused. */
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;
export const ADMIN_COMMITMENT = 'confirmed';

/** Throws RangeError for an invalid URL. */
export function adminClientOf(server: LedgerViewInput['server']): RpcCall {
  if ('rpc' in server) return server.rpc;
  const { rpcUrl, fetch: ownFetch } = server;
  return createRpcClient({
    rpcUrl,
    timeoutMs: TIMEOUT_MS,
    maxAnswerBytes: MAX_ANSWER_BYTES,
    fetch: ownFetch ?? ((url, init) => fetch(url, init)),
  });
}

/** Throws RangeError for an invalid URL. */
export function viewLedger({ programId, server }: LedgerViewInput): AdminLedgerView {
  const rpc = adminClientOf(server);
  return { programId, cluster: createLedgerCluster({ rpc }), readAccounts: createBatchReader({ rpc }) };
}

/** Throws RangeError for an invalid URL. */
export function administer({ programId, server, signer, priorityFeeMicroLamports = 0n }: AdminLedgerInput): AdminLedger {
  const rpc = adminClientOf(server);
  return {
    ...viewLedger({ programId, server: { rpc } }),
    signer,
    // Each transaction gets a new blockhash: minutes may pass between two transactions, while a person decides.
    sender: createLedgerSender({ rpc, signer, blockhashTtlMs: 0 }),
    priorityFeeMicroLamports,
  };
}

/** Any account of the ledger; null where no account exists. */
export async function readLedgerAccount(ledger: Pick<AdminLedgerView, 'readAccounts'>, address: Address): Promise<StoredAccount | null> {
  const { accounts } = await ledger.readAccounts([address], ADMIN_COMMITMENT);
  return accounts[0] ?? null;
}

/** An account of the program; null where the address holds none, or only lamports of strangers. Throws AccountDecodeError. */
export async function readOwn<T>(
  ledger: Pick<AdminLedgerView, 'readAccounts' | 'programId'>,
  address: Address,
  decode: (data: Uint8Array) => T,
): Promise<T | null> {
  const account = await readLedgerAccount(ledger, address);
  return account !== null && equalBytes(account.owner, ledger.programId) ? decode(account.data) : null;
}

/** The accounts of the program at these addresses, at most 100, of one slot, without absent ones. Throws AccountDecodeError. */
export async function readOwnTogether<T>(
  { programId, readAccounts }: Pick<AdminLedgerView, 'readAccounts' | 'programId'>,
  addresses: readonly Address[],
  decode: (data: Uint8Array) => T,
): Promise<T[]> {
  const { accounts } = await readAccounts(addresses, ADMIN_COMMITMENT);
  return accounts.flatMap((account) => (account !== null && equalBytes(account.owner, programId) ? [decode(account.data)] : []));
}

/** An account with its address and lamports. */
export type Held<T> = T & { readonly address: Address; readonly lamports: bigint };

/** Every account of the program that begins with `discriminator`. Throws LedgerUnavailableError, AccountDecodeError. */
export async function readOwnAll<T>(
  { programId, cluster }: AdminLedgerView,
  discriminator: string,
  decode: (data: Uint8Array) => T,
): Promise<Held<T>[]> {
  const accounts = await cluster.programAccounts({ programId, startsWith: new TextEncoder().encode(discriminator) });
  return accounts.map(({ address, lamports, data }) => ({ ...decode(data), address, lamports }));
}

/** The ledger's clock in unix seconds, by which the program judges times. Throws LedgerUnavailableError. */
export async function readClock(ledger: AdminLedgerView): Promise<bigint> {
  const account = await readLedgerAccount(ledger, CLOCK_SYSVAR);
  const seconds = account === null ? null : readClockSeconds(account);
  if (seconds === null) throw new LedgerUnavailableError('getMultipleAccounts', 'no Clock sysvar');
  return seconds;
}

/** Throws ProtocolNotInitialisedError. */
export async function readConfig(ledger: AdminLedgerView): Promise<ConfigAccount> {
  const config = await readOwn(ledger, configAddress(ledger.programId), decodeConfig);
  if (config === null) throw new ProtocolNotInitialisedError('config');
  return config;
}
