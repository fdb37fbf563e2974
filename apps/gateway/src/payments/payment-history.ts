import { createRpcClient, createTransactionHistory, type RpcUrl, type TransactionHistory } from '@oracle-gateway/ledger';

/** A page of signatures with their memos; one that is larger is asked for in parts. */
const MAX_ANSWER_BYTES = 1_048_576;
const TIMEOUT_MS = 5_000;

/** The history of one server, for a command. */
export function createPaymentHistory({ rpcUrl }: { readonly rpcUrl: RpcUrl }): TransactionHistory {
  const limits = { timeoutMs: TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES };
  return createTransactionHistory({ rpc: createRpcClient({ rpcUrl, ...limits, fetch: (url, init) => fetch(url, init) }) });
}
