import { createRpcClient, createTransactionHistory, type TransactionHistory } from '@oracle-gateway/ledger';
import type { Secrets } from '../config.js';

/** A page of signatures with their memos; one that is larger is asked for in parts. */
const MAX_ANSWER_BYTES = 1_048_576;
const TIMEOUT_MS = 5_000;

/** The history in which payments are looked for. */
export function createPaymentHistory({ rpcUrl }: Pick<Secrets, 'rpcUrl'>): TransactionHistory {
  const limits = { timeoutMs: TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES };
  return createTransactionHistory({ rpc: createRpcClient({ rpcUrl, ...limits, fetch: (url, init) => fetch(url, init) }) });
}
