import type { Address, RoundId } from '@oracle-gateway/protocol';
import { Cluster, type Redis } from 'ioredis';
import { isRoundId } from '../records/round-id.js';
import { outboxPrefix, ShardKeys } from '../wire/keys.js';
import { connectionError } from './connection-error.js';

/**
 * Hears of every transition that a record of a shard makes, and of settlements that become final, whichever process makes them. It hears which round
 * changed; the record has its state. One connection and one subscription, however many rounds matter.
 */
export interface TransitionListener {
  /** Resolves once the server has confirmed: every later transition is heard unless `onGap` is called. Throws what the connection throws. */
  start(): Promise<void>;
  /** Ends the subscription; a later start begins it anew. */
  stop(): void;
}

/** The server and the Gateway account to listen to. */
export interface TransitionListenerInput {
  /** The outbox's server; a connection of the listener's own is made to it. */
  readonly redis: Pick<Redis, 'duplicate'> | Cluster;
  /** Address of the Gateway account: the shard. */
  readonly gateway: Address;
  readonly onTransition: (roundId: RoundId) => void;
  /** A public feed shows another value; by its id as 0x hex. */
  readonly onValue?: (feedId: string) => void;
  /** Listens again after an interruption: transitions may have been missed. */
  readonly onGap: () => void;
  /** Trouble with the connection; it reconnects by itself. */
  readonly onError?: (error: Error) => void;
}

/** A connection that is silent for this long is asked whether it lives; one that does not answer is replaced. */
const ASK_EVERY_MS = 10_000;
/** Wait before the listener opens another server of a cluster. */
const REOPEN_AFTER_MS = 100;

/** Hears of each transition of a round over one connection. A message may be lost: read the record then. */
export function createTransitionListener(input: TransitionListenerInput): TransitionListener {
  let open: Subscription | undefined;
  return {
    async start() {
      const subscription = (open ??= subscribe(input));
      try {
        await subscription.begun;
      } catch (error) {
        if (open === subscription) open = undefined;
        subscription.end();
        throw error;
      }
    },
    stop() {
      open?.end();
      open = undefined;
    },
  };
}

interface Subscription {
  readonly begun: Promise<void>;
  end(): void;
}

function subscribe({ redis, gateway, onTransition, onValue, onGap, onError = () => undefined }: TransitionListenerInput): Subscription {
  const prefix = outboxPrefix(gateway);
  // Scripts announce on the channel that has the name of the totals, and the message is the key of what changed.
  const keys = new ShardKeys(prefix);
  const channel = keys.totals;
  const record = `${prefix}:round:`;
  const rows = keys.feedRows('');
  let hasBegun = false;
  let hasEnded = false;
  let reopening: NodeJS.Timeout | undefined;
  let connection = open();
  const listen = (): Promise<unknown> => connection.subscribe(channel);
  const asking = setInterval(() => void connection.ping().catch(() => undefined), ASK_EVERY_MS).unref();
  const begin = async (): Promise<void> => {
    await connection.connect();
    await listen();
    hasBegun = true;
  };
  return {
    begun: begin(),
    end() {
      hasEnded = true;
      clearTimeout(reopening);
      clearInterval(asking);
      connection.disconnect();
    },
  };

  function open(): Redis {
    const opened = listeningConnection(redis);
    opened.on('error', (error: Error) => onError(connectionError(error)));
    opened.on('message', (_channel: string, key: string) => {
      const roundId = key.slice(record.length);
      if (key.startsWith(record) && isRoundId(roundId)) onTransition(roundId);
      if (key.startsWith(rows)) onValue?.(key.slice(rows.length));
    });
    opened.on('ready', () => {
      // Where it fails, the connection is gone again, and the next one is told.
      if (hasBegun) listen().then(onGap, () => undefined);
    });
    opened.on('end', () => {
      if (hasBegun && !hasEnded) reopenSoon();
    });
    return opened;
  }

  function reopenSoon(): void {
    reopening = setTimeout(() => {
      try {
        connection = open();
      } catch {
        reopenSoon();
        return;
      }
      // Where it fails, the connection ends, and the next one is opened.
      void connection.connect().catch(() => undefined);
    }, REOPEN_AFTER_MS).unref();
  }
}

/**
 * A connection to one server reconnects by itself. A cluster passes messages on to all its servers, so any of them will do, and another one
 * when that one is gone: such a connection ends.
 */
function listeningConnection(redis: TransitionListenerInput['redis']): Redis {
  const options = { lazyConnect: true, autoResubscribe: false } as const;
  if (!(redis instanceof Cluster)) return redis.duplicate(options);
  const nodes = redis.nodes('all');
  const node = nodes[Math.floor(Math.random() * nodes.length)];
  if (node === undefined) throw new Error('no server of the cluster is known');
  return node.duplicate({ ...options, readOnly: false, retryStrategy: () => null });
}
