import type { Address } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import { randomBytes } from 'node:crypto';
import type { DurabilityWatch } from '../connection/durability-watch.js';
import type { OutboxConnection } from '../connection/scripts.js';
import { shardScripts } from '../connection/shard-scripts.js';
import { requireCount } from '../records/require-count.js';
import { MOST_BOOK_ROWS, RESERVATION_MARGIN_MS } from '../records/retention.js';
import { outboxPrefix, ShardKeys } from '../wire/keys.js';
import { readingCommands } from './reading-commands.js';
import { finalityCommands } from './finality-commands.js';
import { gatewayCommands } from './gateway-commands.js';
import type { Outbox } from './outbox.js';
import { paymentCommands } from './payment-commands.js';
import { RememberedHolds } from './remembered-holds.js';
import type { ConcludedAmounts, Shard } from './shard.js';
import { sweepCommands } from './sweep-commands.js';
import { UnansweredReservations } from './unanswered-reservations.js';
import { workerCommands } from './worker-commands.js';

/** Connections, Gateway account and lives of records. */
export interface OutboxOptions {
  readonly redis: OutboxConnection;
  /**
   * Another connection to the same server. Writes that wait for replicas go over it, because the server answers nothing else on a connection before
   * its WAIT is over. Give it to the durability watch too. Default: `redis`.
   */
  readonly confirming?: OutboxConnection;
  /** Address of the Gateway account: the shard. */
  readonly gateway: Address;
  /** Seconds for which a used identity is remembered after its round has ended (IDENTITY_TTL_SECONDS). */
  readonly identityTtlSeconds: number;
  /** Seconds for which an answer can be read again, at least, after its round is final (RESULT_TTL_SECONDS). */
  readonly resultTtlSeconds: number;
  /** Default RESERVATION_MARGIN_MS. */
  readonly reservationMarginMs?: number;
  /** Commands then fail with VolatileOutboxError while the server is not proven to keep what it acknowledges. */
  readonly durability?: DurabilityWatch;
  /** Rows of the books that wait to be pulled, at most. Default MOST_BOOK_ROWS. */
  readonly mostBookRows?: number;
  /** Hears of each round that this process concludes, once. It may miss one whose answer is lost: the books alone have all. */
  readonly onConcluded?: (round: ConcludedAmounts) => void;
  /** Names one reservation or claim; default: 16 random bytes. */
  readonly newToken?: () => string;
}

/** Reservations of one process whose holds are remembered: as many as can be in flight (`outbox.max_in_flight`). */
const MAX_REMEMBERED_ROUNDS = 65_536;

/**
 * The outbox of one gateway. It neither opens nor closes the connection.
 *
 * @example
 * const outbox = createOutbox({ redis, gateway, durability, identityTtlSeconds: 3_600, resultTtlSeconds: 3_600 });
 */
export function createOutbox(options: OutboxOptions): Outbox {
  const identityTtlSeconds = requireCount('identityTtlSeconds', options.identityTtlSeconds);
  const resultTtlSeconds = requireCount('resultTtlSeconds', options.resultTtlSeconds);
  const { redis, durability } = options;
  const keys = new ShardKeys(outboxPrefix(options.gateway));
  const shard: Shard = {
    redis,
    keys,
    run: shardScripts(options, keys),
    remembered: new RememberedHolds(MAX_REMEMBERED_ROUNDS),
    entries: new BoundedMap(MAX_REMEMBERED_ROUNDS),
    unanswered: new UnansweredReservations(MAX_REMEMBERED_ROUNDS),
    marker: async () => {
      await durability?.assertDurable();
      return durability?.marker ?? '';
    },
    doubt: () => durability?.doubt(),
    concluded: options.onConcluded ?? (() => undefined),
    reached: (state, count) => durability?.reached(state, count),
    recordTtlMs: Math.max(identityTtlSeconds, resultTtlSeconds, 1) * 1_000,
    identityTtlMs: Math.max(identityTtlSeconds, 1) * 1_000,
    reservationMarginMs: requireCount('reservationMarginMs', options.reservationMarginMs ?? RESERVATION_MARGIN_MS),
    mostBookRows: requireCount('mostBookRows', options.mostBookRows ?? MOST_BOOK_ROWS),
    newToken: options.newToken ?? (() => randomBytes(16).toString('base64url')),
  };
  // A spread of so many members takes the engine thirty times as long.
  const ofProcesses = Object.assign(gatewayCommands(shard), workerCommands(shard), readingCommands(shard));
  return Object.assign(ofProcesses, finalityCommands(shard), paymentCommands(shard), sweepCommands(shard));
}
