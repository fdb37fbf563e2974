import {
  createLedgerCluster,
  createLedgerReader,
  createPacedRpc,
  createRpcServers,
  type FetchLike,
  type RpcCall,
} from '@oracle-gateway/ledger';
import { connectRedis, createOutbox, createSettlementQueue, IDENTITY_TTL_SECONDS, RESULT_TTL_SECONDS } from '@oracle-gateway/outbox';
import { withDeadline } from '@oracle-gateway/process';
import type { Config, Secrets } from '../config/config.js';
import { createReceiptIndex } from '../reclaim/receipt-index.js';
import { runOperatorCommand } from './commands.js';
import type { BookFlags } from './days.js';
import { runPull } from './run-pull.js';
import { runReconcile } from './run-reconcile.js';
import { runStatement } from './run-statement.js';

/** The client of the queue waits for ever without a server. */
const QUEUE_CLOSE_TIMEOUT_MS = 1_000;
/** A server scans every account of the program for one answer. */
const SCAN_TIMEOUT_MS = 60_000;
/** About a hundred thousand receipts. */
const MAX_SCAN_BYTES = 32 * 1024 * 1024;

export interface OperateDeps {
  readonly flags: BookFlags;
  /** Takes the text of a command as it comes. */
  readonly write: (text: string) => void;
  readonly fetch?: FetchLike;
}

/** `settlement-worker operate …`: runs one command. Throws OperateError and CommandLineError. */
export async function operate(config: Config, secrets: Secrets, words: readonly string[], deps: OperateDeps): Promise<void> {
  const { programId, network } = config;
  const { flags, write, ...overrides } = deps;
  const servers = createRpcServers({ rpcUrls: secrets.rpcUrls, network, ...overrides });
  const rpc = createPacedRpc({ rpc: servers.client({ timeoutMs: SCAN_TIMEOUT_MS, maxAnswerBytes: MAX_SCAN_BYTES }) });
  try {
    const [command, ...rest] = words;
    const reader = createLedgerReader({ rpc, programId });
    if (command === 'statement' && rest.length === 0)
      await runStatement(flags, { write, readPrices: async () => (await reader.config()).prices });
    else if (command === 'reconcile' && rest.length === 0)
      await runReconcile(flags, { rpc, reader, programId, gateway: secrets.gateway, write });
    else if (command === 'books' && rest.join(' ') === 'pull') write(await pull(secrets, flags));
    else write(await operateOutbox({ programId, rpc }, secrets, words));
  } finally {
    servers.close();
  }
}

async function pull({ outboxLocation, gateway }: Secrets, flags: BookFlags): Promise<string> {
  const redis = connectRedis(outboxLocation);
  try {
    return await runPull(flags, { redis, gateway });
  } finally {
    redis.disconnect();
  }
}

/** Opens the outbox for one command, and returns the text to print. */
async function operateOutbox(
  { programId, rpc }: Pick<Config, 'programId'> & { readonly rpc: RpcCall },
  secrets: Secrets,
  words: readonly string[],
): Promise<string> {
  const redis = connectRedis(secrets.outboxLocation);
  const { gateway } = secrets;
  const queue = createSettlementQueue({ redis, gateway });
  const scan = { cluster: createLedgerCluster({ rpc, commitment: 'finalized' }), programId, gateway };
  try {
    const outbox = createOutbox({ redis, gateway, identityTtlSeconds: IDENTITY_TTL_SECONDS, resultTtlSeconds: RESULT_TTL_SECONDS });
    return await runOperatorCommand({ outbox, queue, rent: { scan, receipts: createReceiptIndex({ redis, gateway }) } }, words);
  } finally {
    await withDeadline(queue.close(), QUEUE_CLOSE_TIMEOUT_MS);
    redis.disconnect();
  }
}
