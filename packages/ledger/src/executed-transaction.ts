import { type ExecutedTransaction, readExecuted } from './rpc/executed-answer.js';
import type { RpcCall } from './rpc/rpc-client.js';

/** null: the server knows no final block with the transaction. Throws LedgerUnavailableError, for an answer about another transaction too. */
export async function readExecutedTransaction({ rpc }: { readonly rpc: RpcCall }, signature: string): Promise<ExecutedTransaction | null> {
  const method = 'getTransaction';
  const options = { encoding: 'json', commitment: 'finalized', maxSupportedTransactionVersion: 0 };
  return readExecuted(await rpc(method, [signature, options]), { method, signature });
}
