import { createLedgerCluster, createPacedRpc, createRpcServers, type FetchLike } from '@oracle-gateway/ledger';
import { connectRedis, createOutbox, createSettlementQueue, IDENTITY_TTL_SECONDS, RESULT_TTL_SECONDS } from '@oracle-gateway/outbox';
import { withDeadline } from '@oracle-gateway/process';
import type { Config, Secrets } from '../config/config.js';
import { createReceiptIndex } from '../reclaim/receipt-index.js';
import { runOperatorCommand } from './commands.js';

/** The client of the queue waits for ever without a server. */
const QUEUE_CLOSE_TIMEOUT_MS = 1_000;
/** A server scans every account of the program for one answer. */
const SCAN_TIMEOUT_MS = 60_000;
/** About a hundred thousand receipts. */
const MAX_SCAN_BYTES = 32 * 1024 * 1024;

/** `settlement-worker operate …`: opens the outbox for one command and returns the text to print. Throws OperateError. */
export async function operate(
  { programId, network }: Config,
  secrets: Secrets,
  words: readonly string[],
  overrides: { readonly fetch?: FetchLike } = {},
): Promise<string> {
  const redis = connectRedis(secrets.outboxLocation);
  const { gateway } = secrets;
  const queue = createSettlementQueue({ redis, gateway });
  const servers = createRpcServers({ rpcUrls: secrets.rpcUrls, network, ...overrides });
  const rpc = createPacedRpc({ rpc: servers.client({ timeoutMs: SCAN_TIMEOUT_MS, maxAnswerBytes: MAX_SCAN_BYTES }) });
  const scan = { cluster: createLedgerCluster({ rpc, commitment: 'finalized' }), programId, gateway };
  try {
    const outbox = createOutbox({ redis, gateway, identityTtlSeconds: IDENTITY_TTL_SECONDS, resultTtlSeconds: RESULT_TTL_SECONDS });
    return await runOperatorCommand({ outbox, queue, rent: { scan, receipts: createReceiptIndex({ redis, gateway }) } }, words);
  } finally {
    servers.close();
    await withDeadline(queue.close(), QUEUE_CLOSE_TIMEOUT_MS);
    redis.disconnect();
  }
}
