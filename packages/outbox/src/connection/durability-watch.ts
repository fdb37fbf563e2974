import type { Address } from '@oracle-gateway/protocol';
import { randomUUID } from 'node:crypto';
import { OutboxLoginError, OutboxUnavailableError, VolatileOutboxError } from '../records/errors.js';
import { outboxPrefix, ShardKeys } from '../wire/keys.js';
import { connectionError } from './connection-error.js';
import { assertDurable, assertEveryReplicaCounts, type DurabilityOptions } from './durability.js';
import { type CountedState, type HighWater, higher, NOTHING_REACHED, raised, readHighWater } from './high-water.js';
import type { OutboxConnection } from './scripts.js';

/**
 * Checks that the server keeps what it acknowledges and still holds its records. Both are checked again after every interruption of the
 * connection, because a server may come back with other settings or without its records.
 */
export interface DurabilityWatch {
  /** `unproven`: not asked yet since the connection was last interrupted. */
  readonly state: 'unproven' | 'durable' | 'volatile';
  /** The shard's marker, '' before it was first read. A reservation is refused by a server whose marker is another. */
  readonly marker: string;
  /** Number of replicas that must have a write before it counts. */
  readonly minReplicas: number;
  /** Rounds that ever reached a state, as far as this process knows. A server that comes back with fewer is refused. */
  readonly highWater: HighWater;
  /** Resolves once the server is proven. Throws VolatileOutboxError, or what the connection throws while the server cannot be asked. */
  assertDurable(): Promise<void>;
  /** Runs the function of this name, for a start. */
  assertEveryReplicaCounts(): Promise<void>;
  /** Called when an answer shows that the server lost records: it is checked again before the next command. */
  doubt(): void;
  /** Called when so many rounds have reached a state, durably. */
  reached(state: CountedState, count: number): void;
  close(): void;
}

/** Connections, Gateway account and promises of a durability watch. */
export interface DurabilityWatchInput {
  readonly redis: OutboxConnection;
  /** The connection of this name in `OutboxOptions`: it may reach another server after a failover, so it is proven as well. */
  readonly confirming?: OutboxConnection;
  /** Address of the Gateway account: the shard. */
  readonly gateway: Address;
  readonly options: DurabilityOptions;
  /** Counts that an earlier process knew. */
  readonly highWater?: HighWater;
}

/** A proof that was interrupted is begun again, so often. */
const MAX_PROOFS = 5;
const INTERRUPTIONS = ['close', '+node', '-node'] as const;

/**
 * Watches the connections of one process. A shard that has no marker yet, as on the first start, gets one.
 *
 * @example
 * const durability = createDurabilityWatch({ redis, gateway, options: { allowVolatile: false, durability: 'verify' } });
 * await durability.assertDurable();
 */
export function createDurabilityWatch(input: DurabilityWatchInput): DurabilityWatch {
  const { redis, confirming = redis, gateway, options } = input;
  const connections = [...new Set([redis, confirming])];
  const { marker: markerKey, totals: totalsKey } = new ShardKeys(outboxPrefix(gateway));
  const minReplicas = options.allowVolatile ? 0 : (options.minReplicas ?? 0);
  let highWater = input.highWater ?? NOTHING_REACHED;
  let state: DurabilityWatch['state'] = 'unproven';
  let marker = '';
  let interruptions = 0;
  let proof: Promise<void> | undefined;

  const prove = async (): Promise<void> => {
    const interruptionsBefore = interruptions;
    try {
      if (!options.allowVolatile) {
        for (const connection of connections) {
          await assertDurable(connection, options, markerKey);
          marker = await readMarker(connection, markerKey, marker);
          highWater = higher(highWater, await readHighWater(connection, totalsKey, highWater));
        }
      }
    } catch (error) {
      state = error instanceof VolatileOutboxError ? 'volatile' : 'unproven';
      throw error;
    }
    // Some of the answers may be those of the server before the interruption.
    state = interruptions === interruptionsBefore ? 'durable' : 'unproven';
  };
  const assertProven = async (): Promise<void> => {
    for (let proofs = 0; state !== 'durable'; proofs += 1) {
      if (proofs === MAX_PROOFS) throw new VolatileOutboxError('connection', 'the connection breaks whenever the server is asked');
      proof ??= prove().finally(() => (proof = undefined));
      await proof;
    }
  };
  const doubt = (): void => {
    interruptions += 1;
    state = 'unproven';
  };
  const onReady = (): void => {
    // The next caller gets the outcome; this only sets the state earlier.
    void assertProven().catch(() => undefined);
  };
  for (const connection of connections) {
    // A Cluster goes on when one of its servers is gone: another one may answer now.
    for (const event of INTERRUPTIONS) connection.on(event, doubt);
    connection.on('ready', onReady);
  }

  return {
    get state() {
      return state;
    },
    get marker() {
      return marker;
    },
    minReplicas,
    get highWater() {
      return highWater;
    },
    assertDurable: assertProven,
    assertEveryReplicaCounts: () => assertEveryReplicaCounts(redis, options, markerKey),
    doubt,
    reached(state, count) {
      highWater = raised(highWater, state, count);
    },
    close() {
      for (const connection of connections) {
        for (const event of INTERRUPTIONS) connection.off(event, doubt);
        connection.off('ready', onReady);
      }
    },
  };
}

/** Proves the server's durability at a start: time does not mend what it throws, unless that is OutboxUnavailableError. */
export async function proveDurable(durability: Pick<DurabilityWatch, 'assertDurable' | 'assertEveryReplicaCounts'>): Promise<void> {
  try {
    await durability.assertDurable();
    await durability.assertEveryReplicaCounts();
  } catch (error) {
    if (error instanceof VolatileOutboxError || error instanceof OutboxLoginError) throw error;
    throw new OutboxUnavailableError(error instanceof Error ? { cause: connectionError(error) } : {});
  }
}

/** Throws VolatileOutboxError when the marker is not the one that this process has seen. */
async function readMarker(redis: OutboxConnection, key: string, known: string): Promise<string> {
  const held = await redis.get(key);
  if (known !== '' && held !== known) {
    throw new VolatileOutboxError(
      'marker',
      'the server has come back without the records that it held; restart to serve from what it holds',
    );
  }
  if (held !== null) return held;
  // Several processes may start at once: the first one's marker stays.
  const fresh = randomUUID();
  return (await redis.set(key, fresh, 'NX')) === 'OK' ? fresh : ((await redis.get(key)) ?? '');
}
