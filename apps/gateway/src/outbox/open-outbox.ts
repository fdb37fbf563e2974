import {
  type ConcludedAmounts,
  type ConfirmedCall,
  connectRedis,
  createConfirmedCalls,
  createDurabilityWatch,
  createFeedStore,
  createTransitionListener,
  createOutbox,
  createSettlementQueue,
  type DurabilityOptions,
  type DurabilityWatch,
  type FeedStore,
  IDENTITY_TTL_SECONDS,
  type Outbox,
  type OutboxConnection,
  type OutboxLocation,
  outboxPrefix,
  proveDurable,
  RESULT_TTL_SECONDS,
  type SettlementQueue,
} from '@oracle-gateway/outbox';
import type { Address } from '@oracle-gateway/protocol';
import { repeat } from '@oracle-gateway/process';
import type { Logger } from 'pino';
import { createHighWaterFile } from './high-water-file.js';
import { createOutboxProbe, type OutboxProbe } from './outbox-probe.js';
import { createRecordWatch, type RecordWatch, type RecordWatchDeps } from './record-watch.js';

const MARK_INTERVAL_MS = 1_000;
const MARK_TROUBLE = 'the mark of served rounds could not be written; check outbox.mark_path';
const SWEEP_INTERVAL_MS = 5_000;
const SWEEP_BATCH = 100;
/** Interval at which a reservation whose answer was lost is withdrawn, until the outbox answers: its caller may repeat the request by then. */
const WITHDRAWAL_INTERVAL_MS = 1_000;
const HEARS_NOTHING = 'connection that hears of rounds; streams of events read less often meanwhile';

export interface OutboxSettings {
  readonly durability: DurabilityOptions;
  /** Path of the mark of served rounds, beside Redis; absent: nowhere. */
  readonly markPath?: string | undefined;
  /** Rounds are settled as they are served; otherwise an operator releases them. */
  readonly settlementEnabled: boolean;
}

export interface OpenOutboxDeps {
  readonly outboxLocation: OutboxLocation;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly logger: Logger;
  readonly monotonicMs: () => number;
  readonly onSweepError: (error: unknown) => void;
  readonly onConcluded: (round: ConcludedAmounts) => void;
}

/** The outbox of a running process. */
export interface OpenOutbox {
  readonly redis: OutboxConnection;
  /** Answers once replicas have what a script wrote. */
  readonly confirmed: ConfirmedCall;
  readonly outbox: Outbox;
  /** null: settlement is switched off. */
  readonly queue: SettlementQueue | null;
  readonly feeds: FeedStore;
  readonly watch: RecordWatch;
  readonly probe: OutboxProbe;
  /** Ends the sweeps and the queue; they may wait for a server that is gone. */
  stop(): Promise<void>;
  close(): Promise<void>;
}

/** Connects to the outbox and waits until its server is proven to keep what it acknowledges. Throws OutboxUnavailableError, VolatileOutboxError, OutboxLoginError. */
export async function openOutbox(settings: OutboxSettings, deps: OpenOutboxDeps): Promise<OpenOutbox> {
  const { gateway, logger, monotonicMs, onConcluded } = deps;
  const { redis, confirming, confirmed, durability, close } = await openConnection(settings, deps);
  const lives = { identityTtlSeconds: IDENTITY_TTL_SECONDS, resultTtlSeconds: RESULT_TTL_SECONDS };
  const outbox = createOutbox({ redis, confirming, gateway, durability, onConcluded, ...lives });
  const queue = settings.settlementEnabled ? createSettlementQueue({ redis, gateway }) : null;
  const onError = (error: Error): void => logger.warn({ err: error }, HEARS_NOTHING);
  const feeds = createFeedStore({ redis, confirming, gateway, durability });
  const createListener: RecordWatchDeps['createListener'] = (hears) => createTransitionListener({ redis, gateway, ...hears, onError });
  const watch = createRecordWatch({ outbox, feeds, createListener });
  const sweeps = startReservationSweeps(outbox, deps);
  return {
    redis,
    confirmed,
    outbox,
    queue,
    feeds,
    watch,
    probe: createOutboxProbe({ redis, durability, key: `${outboxPrefix(gateway)}:probe`, monotonicMs }),
    async stop() {
      watch.close();
      await Promise.all([...sweeps.map((sweep) => sweep.stop()), queue?.close()]);
    },
    close,
  };
}

/**
 * Ends reservations whose time is over: those of a gateway process that died in the middle of a round. Their quota is free again, and the same
 * request may be served. Any process of the keypair may do it, and several may at once. Reservations of this process whose answer was lost are
 * withdrawn sooner.
 */
function startReservationSweeps(outbox: Outbox, { onSweepError: onError }: OpenOutboxDeps) {
  return [
    repeat(() => outbox.expireReservations({ limit: SWEEP_BATCH }), { intervalMs: SWEEP_INTERVAL_MS, startsLater: true, onError }),
    repeat(() => outbox.withdrawUnanswered(), { intervalMs: WITHDRAWAL_INTERVAL_MS, startsLater: true, onError }),
  ];
}

interface Connection {
  readonly redis: OutboxConnection;
  /** Connection for writes that wait for replicas; where none is waited for, the same. */
  readonly confirming: OutboxConnection;
  readonly confirmed: ConfirmedCall;
  /** Asks again whenever the connection was interrupted. */
  readonly durability: DurabilityWatch;
  readonly close: () => Promise<void>;
}

async function openConnection(
  { durability: options, markPath }: OutboxSettings,
  { outboxLocation, gateway, logger }: OpenOutboxDeps,
): Promise<Connection> {
  const mark = markPath === undefined ? null : createHighWaterFile({ path: markPath, gateway });
  const highWater = await mark?.read();
  const connect = (): OutboxConnection =>
    connectRedis(outboxLocation, {
      onError: (error) => {
        logger.error({ err: error }, 'outbox connection');
      },
    });
  const redis = connect();
  const confirming = (options.minReplicas ?? 0) > 0 ? connect() : redis;
  const durability = createDurabilityWatch({ redis, confirming, gateway, options, ...(highWater ? { highWater } : {}) });
  const onError = (error: unknown): void => logger.error({ err: error }, MARK_TROUBLE);
  // The watch begins with what the file says, so the file never says less than before.
  const marking = mark === null ? null : repeat(() => mark.write(durability.highWater), { intervalMs: MARK_INTERVAL_MS, onError });
  const close = async (): Promise<void> => {
    durability.close();
    redis.disconnect();
    confirming.disconnect();
    await marking?.stop();
    await mark?.write(durability.highWater).catch(onError);
  };
  try {
    await proveDurable(durability);
    const confirmed = createConfirmedCalls({ redis: confirming, prefix: outboxPrefix(gateway), minReplicas: durability.minReplicas });
    return { redis, confirming, confirmed, durability, close };
  } catch (error) {
    await close();
    throw error;
  }
}
