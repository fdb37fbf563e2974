import type { Address } from '@oracle-gateway/protocol';

import { readExecuted } from './rpc/executed-answer.js';
import type { RpcCall } from './rpc/rpc-client.js';

/** An instruction as it ran, by the transaction itself or called by a program. */
export interface ExecutedInstruction {
  readonly programId: Address;
  readonly accounts: readonly Address[];
  readonly data: Uint8Array;
}

/** Holding of a token account before and after a transaction, in atomic units of its mint. */
export interface TokenChange {
  readonly account: Address;
  readonly owner: Address;
  readonly mint: Address;
  readonly beforeAtomic: bigint;
  readonly afterAtomic: bigint;
}

/** A final transaction with what it did. */
export interface ExecutedTransaction {
  readonly slot: number;
  /** The ledger's clock in its block; null: the server does not tell. */
  readonly blockTimeSeconds: number | null;
  /** False: the transaction failed, and only its fee was paid. */
  readonly succeeded: boolean;
  /** Each instruction of the transaction, followed by the ones it called. */
  readonly instructions: readonly ExecutedInstruction[];
  /** Token accounts that the transaction names. */
  readonly tokens: readonly TokenChange[];
}

/** null: the server knows no final block with the transaction. Throws LedgerUnavailableError. */
export async function readExecutedTransaction({ rpc }: { readonly rpc: RpcCall }, signature: string): Promise<ExecutedTransaction | null> {
  const method = 'getTransaction';
  const options = { encoding: 'json', commitment: 'finalized', maxSupportedTransactionVersion: 0 };
  return readExecuted(await rpc(method, [signature, options]), method);
}
