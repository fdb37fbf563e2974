import { readAll, type RedisLocation } from '@oracle-gateway/app-config';
import {
  createLedgerCluster,
  createLedgerReader,
  createPacedRpc,
  createRpcServers,
  type FetchLike,
  type LedgerReader,
  type RpcCall,
} from '@oracle-gateway/ledger';
import { connectRedis, createOutbox, createSettlementQueue, IDENTITY_TTL_SECONDS, RESULT_TTL_SECONDS } from '@oracle-gateway/outbox';
import { withDeadline } from '@oracle-gateway/process';
import type { Address } from '@oracle-gateway/protocol';
import type { ConfigAccount } from '@oracle-gateway/protocol/accounts';
import type { OperatedLedger, OperateReaders } from '../config/config.js';
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
  /** Settings of the file: a command reads what it uses. */
  readonly load: <T>(read: (readers: OperateReaders) => Promise<T>) => Promise<T>;
  readonly fetch?: FetchLike;
}

/** `settlement-worker operate …`: runs one command. Throws OperateError, CommandLineError and ConfigError. */
export async function operate(words: readonly string[], deps: OperateDeps): Promise<void> {
  const { flags, write, load } = deps;
  const [command, ...rest] = words;
  if (command === 'statement' && rest.length === 0) {
    const readPrices = async (): Promise<ConfigAccount['prices']> => {
      const settings = await load(({ ledger }) => ledger());
      return withLedger(deps, settings, async ({ reader }) => (await reader.config()).prices);
    };
    await runStatement(flags, { write, readPrices });
  } else if (command === 'reconcile' && rest.length === 0) {
    const { ledger, gateway } = await load((readers) => readAll({ ledger: readers.ledger, gateway: readers.gateway }));
    await withLedger(deps, ledger, (asked) => runReconcile(flags, { ...asked, programId: ledger.programId, gateway, write }));
  } else if (command === 'books' && rest.join(' ') === 'pull') {
    const settings = await load(({ gateway, outboxLocation }) => readAll({ gateway, outboxLocation }));
    write(await pull(settings, flags));
  } else {
    const { ledger, ...shard } = await load((readers) => readAll({ ...readers }));
    await withLedger(deps, ledger, async ({ rpc }) => write(await operateOutbox({ ...shard, programId: ledger.programId, rpc }, words)));
  }
}

interface AskedLedger {
  readonly rpc: RpcCall;
  readonly reader: LedgerReader;
}

async function withLedger<T>(
  { fetch }: Pick<OperateDeps, 'fetch'>,
  { programId, network, rpcUrls }: OperatedLedger,
  work: (ledger: AskedLedger) => Promise<T>,
): Promise<T> {
  const servers = createRpcServers({ rpcUrls, network, ...(fetch === undefined ? {} : { fetch }) });
  try {
    const rpc = createPacedRpc({ rpc: servers.client({ timeoutMs: SCAN_TIMEOUT_MS, maxAnswerBytes: MAX_SCAN_BYTES }) });
    return await work({ rpc, reader: createLedgerReader({ rpc, programId }) });
  } finally {
    servers.close();
  }
}

interface OperatedShard {
  readonly outboxLocation: RedisLocation;
  /** The Gateway account. */
  readonly gateway: Address;
}

async function pull({ outboxLocation, gateway }: OperatedShard, flags: BookFlags): Promise<string> {
  const redis = connectRedis(outboxLocation);
  try {
    return await runPull(flags, { redis, gateway });
  } finally {
    redis.disconnect();
  }
}

/** Opens the outbox for one command, and returns the text to print. */
async function operateOutbox(
  { outboxLocation, gateway, programId, rpc }: OperatedShard & Pick<OperatedLedger, 'programId'> & Pick<AskedLedger, 'rpc'>,
  words: readonly string[],
): Promise<string> {
  const redis = connectRedis(outboxLocation);
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
