import {
  createBatchReader,
  createKeepAliveFetch,
  createLedgerSender,
  createPacedRpc,
  createPriorityFee,
  createRpcClient,
  LedgerBusyError,
  type BatchReader,
  type FetchLike,
  type LedgerSender,
  type LedgerSigner,
  type PriorityFee,
  type RpcCall,
} from '@oracle-gateway/ledger';
import type { Metrics } from './metrics.js';
import { createSignatureHistory, type SignatureHistory } from './pass/signature-history.js';

/** What settling needs from the ledger. */
export interface SettlementLedger {
  readonly read: BatchReader;
  readonly sender: Pick<LedgerSender, 'build' | 'broadcast' | 'simulate' | 'statuses' | 'blockHeight'>;
  readonly history: SignatureHistory;
  readonly priorityFee: PriorityFee;
}

export interface SettlementLedgerInput {
  readonly rpcUrl: string;
  readonly signer: LedgerSigner;
  /** Micro-lamports per compute unit. */
  readonly priorityFee: { readonly percentile: number; readonly capMicroLamports: number };
  readonly metrics: Pick<Metrics, 'rpcCalls'>;
  readonly fetch?: FetchLike;
}

const TIMEOUT_MS = 5_000;
/** Of the question for recent fees, which settles nothing. */
const FEE_TIMEOUT_MS = 1_000;
/** A hundred accounts of the program are less than half of it. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** One client for every call of this worker, so that a server's "too many" slows down all of them. */
export function createSettlementLedger({ rpcUrl, signer, priorityFee, metrics, fetch }: SettlementLedgerInput): SettlementLedger {
  const server = { rpcUrl, maxAnswerBytes: MAX_ANSWER_BYTES, fetch: fetch ?? createKeepAliveFetch() };
  const rpc = createPacedRpc({ rpc: counted(createRpcClient({ ...server, timeoutMs: TIMEOUT_MS }), metrics) });
  // Not paced: a server that limits this method must not slow down the others.
  const feeRpc = counted(createRpcClient({ ...server, timeoutMs: FEE_TIMEOUT_MS }), metrics);
  return {
    read: createBatchReader({ rpc }),
    sender: createLedgerSender({ rpc, signer }),
    history: createSignatureHistory({ sender: createLedgerSender({ rpc, signer, commitment: 'finalized' }) }),
    priorityFee: createPriorityFee({
      rpc: feeRpc,
      percentile: priorityFee.percentile,
      capMicroLamports: BigInt(priorityFee.capMicroLamports),
      deadlineMs: FEE_TIMEOUT_MS,
    }),
  };
}

function counted(rpc: RpcCall, { rpcCalls }: Pick<Metrics, 'rpcCalls'>): RpcCall {
  return async (method, params) => {
    try {
      const result = await rpc(method, params);
      rpcCalls.inc({ method, outcome: 'answered' });
      return result;
    } catch (error) {
      rpcCalls.inc({ method, outcome: error instanceof LedgerBusyError ? 'too_many' : 'failed' });
      throw error;
    }
  };
}
