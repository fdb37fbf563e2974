import type { ChainableCommander } from 'ioredis';
import { OutboxLoginError, VolatileOutboxError } from '../records/errors.js';
import { isLoginRefusal } from './connection-error.js';
import type { OutboxConnection } from './scripts.js';
import { followSlot, isRedirect } from './server-redirect.js';

/** Settings under which an acknowledged record survives the server's death, and is never evicted. */
const REQUIRED_SETTINGS = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' } as const;
const MIN_REPLICAS_SETTING = 'min-replicas-to-write';
const MAX_REDIRECTS = 3;

/** The promises that a server must keep. */
export interface DurabilityOptions {
  /** Serve although records may be lost: for trials only. */
  readonly allowVolatile: boolean;
  /** `trusted`: the operator vouches for a managed server that does not show its settings. */
  readonly durability: 'verify' | 'trusted';
  /** Number of replicas that must have a write before it counts. Default 0: one server, or a failover may forget the last writes. */
  readonly minReplicas?: number;
  /** Accepts that the server has more replicas than `minReplicas`: a failover may reach one that lacks what was acknowledged. Default `false`. */
  readonly allowCutOffLoss?: boolean;
  /** The table of the configuration file that has these settings, as errors name it. Default `outbox`. */
  readonly table?: string;
}

/**
 * Asks the server whether it keeps what it acknowledges. A server that says it does not is refused even when trusted. The server of a
 * cluster that has `key` is the one asked. Throws VolatileOutboxError naming the setting, OutboxLoginError.
 */
export async function assertDurable(redis: OutboxConnection, options: DurabilityOptions, key = 'any'): Promise<void> {
  const { allowVolatile, minReplicas = 0, table = 'outbox' } = options;
  if (allowVolatile) return;
  const settings = [...Object.keys(REQUIRED_SETTINGS), ...(minReplicas > 0 ? [MIN_REPLICAS_SETTING] : [])];
  const actual = await readSettings(redis, settings, key);
  for (const [setting, wanted] of Object.entries(REQUIRED_SETTINGS)) {
    const value = shown(actual, setting, options);
    if (value !== undefined && value !== wanted) throw new VolatileOutboxError(setting, `${setting} is "${value}" and must be "${wanted}"`);
  }
  const replicas = minReplicas > 0 ? shown(actual, MIN_REPLICAS_SETTING, options) : undefined;
  if (replicas !== undefined && !(Number(replicas) >= minReplicas)) {
    throw new VolatileOutboxError(
      MIN_REPLICAS_SETTING,
      `${MIN_REPLICAS_SETTING} is "${replicas}" and must be at least ${minReplicas}, on every server; or set ${table}.min_replicas = 0 to let a failover forget rounds`,
    );
  }
}

/**
 * Proves at a start that every replica must have a write before it counts. A replica that was cut off may be promoted while the primary and
 * the replicas that confirmed are away, and forgets what it never got. Throws VolatileOutboxError, OutboxLoginError.
 */
export async function assertEveryReplicaCounts(redis: OutboxConnection, options: DurabilityOptions, key = 'any'): Promise<void> {
  const { allowVolatile, allowCutOffLoss = false, durability, minReplicas = 0, table = 'outbox' } = options;
  if (allowVolatile || allowCutOffLoss) return;
  const [reply] = await askBeside(redis, key, (together) => together.info('replication'));
  const [, count] = /^connected_slaves:(\d+)/m.exec(readText(reply) ?? '') ?? [];
  if (count === undefined && durability !== 'trusted')
    throw new VolatileOutboxError(
      'connected_slaves',
      `the server does not show its replicas; set ${table}.allow_cut_off_loss = true to accept that`,
    );
  if (Number(count ?? 0) <= minReplicas) return;
  throw new VolatileOutboxError(
    'connected_slaves',
    `the server has ${count} replicas, and ${table}.min_replicas is ${minReplicas}: a failover to a replica that was cut off forgets answered rounds; ` +
      `set ${table}.min_replicas = ${count}, or ${table}.allow_cut_off_loss = true to accept that`,
  );
}

/** undefined: not shown, and trusted. */
function shown(
  actual: ReadonlyMap<string, string>,
  setting: string,
  { durability, table = 'outbox' }: DurabilityOptions,
): string | undefined {
  const value = actual.get(setting);
  if (value === undefined && durability !== 'trusted') {
    throw new VolatileOutboxError(
      setting,
      `the server does not show ${setting}; set ${table}.durability = "trusted" if it keeps every write`,
    );
  }
  return value;
}

/**
 * Reads the settings that the server shows: managed servers rename or forbid CONFIG. Trouble with the connection and a refused login are
 * thrown. The commands travel with one that names the key, so that a cluster answers from the server that has it.
 */
async function readSettings(redis: OutboxConnection, settings: readonly string[], key: string): Promise<ReadonlyMap<string, string>> {
  const replies = await askBeside(redis, key, (together) => {
    for (const setting of settings) together.config('GET', setting);
  });
  const shownSettings = replies.map((reply, index) => [settings[index] ?? '', readValue(reply)] as const);
  return new Map(shownSettings.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
}

/** Asks the server that has the key for commands that name no key. Null: it refuses the command. */
async function askBeside(
  redis: OutboxConnection,
  key: string,
  ask: (together: ChainableCommander) => unknown,
): Promise<readonly unknown[]> {
  for (let redirects = 0; ; redirects += 1) {
    const together = redis.pipeline().exists(key);
    ask(together);
    const [[asked] = [null], ...replies] = (await together.exec()) ?? [];
    if (isRedirect(asked) && redirects < MAX_REDIRECTS) {
      await followSlot(redis, key);
      continue;
    }
    if (asked !== null) throw isLoginRefusal(asked) ? new OutboxLoginError() : asked;
    return replies.map(([error, reply]) => shownReply(error, reply));
  }
}

function shownReply(error: Error | null, reply: unknown): unknown {
  if (error === null) return reply;
  if (error.name === 'ReplyError') return null;
  throw error;
}

function readValue(reply: unknown): string | undefined {
  return readText(Array.isArray(reply) ? reply[1] : undefined);
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
