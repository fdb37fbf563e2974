import {
  createLedgerReader,
  createRpcServers,
  createTransactionHistory,
  type LedgerReader,
  type RpcCall,
  type TransactionHistory,
} from '@oracle-gateway/ledger';
import { inCallSpan, reportRpcServer } from '@oracle-gateway/process';
import type { Logger } from 'pino';
import type { Config, Secrets } from '../config/config.js';
import type { Metrics } from '../telemetry/metrics.js';
import { oneHistory, type WithHistory } from './with-history.js';

/** The ledger, through the RPC servers that the configuration names. */
export interface LedgerAccess {
  readonly reader: LedgerReader;
  /** Reader at `finalized`: for what other chains cannot take back. */
  readonly finalized: LedgerReader;
  readonly history: TransactionHistory;
  /** The history of one server for all that a piece of work asks. */
  readonly withHistory: WithHistory;
  close(): void;
}

const TIMEOUT_MS = 5_000;
/** Limit of an answer to the reader: 64 nodes of 320 bytes in base64 are 28 KiB. */
const MAX_ANSWER_BYTES = 256 * 1024;
/** Limits of an answer of the history: a page of signatures with their memos. */
const HISTORY_LIMITS = { timeoutMs: TIMEOUT_MS, maxAnswerBytes: 1_048_576 };

export interface LedgerAccessDeps {
  readonly metrics: Metrics;
  readonly logger: Logger;
  /** Reader in place of the readers of the configured servers. */
  readonly ledger?: LedgerReader | undefined;
  /** History in place of that of the configured servers. */
  readonly history?: TransactionHistory | undefined;
}

export function openLedgerAccess(
  { programId, network, agent, ledger }: Config,
  { rpcUrls }: Secrets,
  deps: LedgerAccessDeps,
): LedgerAccess {
  const { metrics, logger } = deps;
  const servers = createRpcServers({
    rpcUrls,
    network,
    onCall: (server, outcome) => metrics.rpcCalls.inc({ server, outcome }),
    onTrouble: (server, trouble) => reportRpcServer({ logger, up: metrics.rpcServerUp }, { server, trouble }),
  });
  rpcUrls.forEach((_, server) => metrics.rpcServerUp.set({ server }, 1));
  return {
    reader:
      deps.ledger ??
      createLedgerReader({
        rpc: traced(servers.client({ timeoutMs: TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES })),
        programId,
        configTtlMs: agent.protocolConfigTtlSeconds * 1000,
        subscriptionTtlMs: ledger.subscriptionTtlMs,
      }),
    finalized:
      deps.ledger ??
      createLedgerReader({
        rpc: traced(servers.client({ timeoutMs: TIMEOUT_MS, maxAnswerBytes: MAX_ANSWER_BYTES })),
        programId,
        commitment: 'finalized',
      }),
    history: deps.history ?? createTransactionHistory({ rpc: traced(servers.client(HISTORY_LIMITS)) }),
    withHistory:
      deps.history === undefined
        ? (work) => servers.together(HISTORY_LIMITS, (rpc, server) => work(createTransactionHistory({ rpc: traced(rpc) }), server))
        : oneHistory(deps.history),
    close: () => servers.close(),
  };
}

/** Each call of a round is a span of its trace. The URL of a server may hold a key, and is not told. */
function traced(rpc: RpcCall): RpcCall {
  return (method, params) => inCallSpan(`ledger ${method}`, () => rpc(method, params));
}
