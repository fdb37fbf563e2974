import {
  createBatchReader,
  createLedgerCluster,
  createLedgerSender,
  createPacedRpc,
  createPriorityFee,
  LedgerBusyError,
  type BatchReader,
  type LedgerCluster,
  type LedgerSender,
  type LedgerSigner,
  type PriorityFee,
  type RpcCall,
  type RpcServers,
} from '@oracle-gateway/ledger';
import { inCallSpan } from '@oracle-gateway/process';
import type { Metrics } from '../telemetry/metrics.js';
import { createSignatureHistory, type SignatureHistory } from './signature-history.js';

/** The ledger as settling uses it. */
export interface SettlementLedger {
  readonly read: BatchReader;
  readonly sender: Pick<LedgerSender, 'build' | 'broadcast' | 'simulate' | 'statuses' | 'blockHeight'>;
  readonly history: SignatureHistory;
  readonly priorityFee: PriorityFee;
  readonly cluster: Pick<LedgerCluster, 'programAccounts'>;
}

export interface SettlementLedgerInput {
  readonly servers: Pick<RpcServers, 'client' | 'optionalClient'>;
  readonly signer: LedgerSigner;
  /** Micro-lamports per compute unit. */
  readonly priorityFee: { readonly percentile: number; readonly capMicroLamports: number };
  readonly metrics: Pick<Metrics, 'rpcCalls'>;
}

const TIMEOUT_MS = 5_000;
/** Limit on a read of recent fees, for which no settlement waits. */
const FEE_TIMEOUT_MS = 1_000;
/** A hundred accounts of the program are less than half of it. */
const MAX_ANSWER_BYTES = 256 * 1024;

/** One client for every call of this worker: when all servers answer "too many requests", all calls slow down. */
export function createSettlementLedger({ servers, signer, priorityFee, metrics }: SettlementLedgerInput): SettlementLedger {
  const rpc = createPacedRpc({ rpc: counted(servers.client({ timeoutMs: TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES }), metrics) });
  // Not paced: a server that limits this method must not slow down other calls.
  const feeRpc = counted(servers.optionalClient({ timeoutMs: FEE_TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES }), metrics);
  // Not paced either: a server may refuse this method for good.
  const searchRpc = counted(servers.optionalClient({ timeoutMs: TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES }), metrics);
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
    cluster: createLedgerCluster({ rpc: searchRpc }),
  };
}

function counted(rpc: RpcCall, { rpcCalls }: Pick<Metrics, 'rpcCalls'>): RpcCall {
  return async (method, params) => {
    try {
      const result = await inCallSpan(`ledger ${method}`, () => rpc(method, params));
      rpcCalls.inc({ method, outcome: 'answered' });
      return result;
    } catch (error) {
      rpcCalls.inc({ method, outcome: error instanceof LedgerBusyError ? 'too_many' : 'failed' });
      throw error;
    }
  };
}
