import { createHash } from 'node:crypto';
import { type ConfirmedCall, type OutboxConnection, outboxPrefix } from '@oracle-gateway/outbox';
import { type Address, formatAddress } from '@oracle-gateway/protocol';
import { type Static, Type } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { GatewayError } from '../errors/gateway-error.js';

/** Version of the stored form, its member `version`. */
const STORED_VERSION = 1;
const StoredSession = Type.Object(
  {
    sessionId: Type.String(),
    authority: Type.String(),
    owner: Type.String(),
    role: Type.Union([Type.Literal('owner'), Type.Literal('delegate')]),
    issuedAt: Type.Integer(),
    expiresAt: Type.Integer(),
  },
  { additionalProperties: false },
);

/** A session as it is kept, without its version: addresses in base58, times in unix seconds, and nothing of its token. */
export type StoredSession = Static<typeof StoredSession>;

/** A kept session has a form that this version does not write. It is neither found nor ended by mistake. */
export class UnreadableSessionError extends Error {
  override readonly name = 'UnreadableSessionError';
  constructor(options?: ErrorOptions) {
    super(`a kept session is not of version ${STORED_VERSION}: another release wrote it`, options);
  }
}

/** Sessions of one authority that are open at once; a further one ends the oldest. */
export const MAX_SESSIONS_PER_AUTHORITY = 32;

/** Uses up a nonce. */
const TAKE_NONCE = "return redis.call('SET', KEYS[1], '1', 'EX', ARGV[1], 'NX') and 1 or 0";
/** KEYS: the index of an authority, then each session to end; ARGV: the hashes of their tokens, by which the index lists them. */
const END_SESSIONS = `redis.call('ZREM', KEYS[1], unpack(ARGV))
return redis.call('DEL', unpack(KEYS, 2))`;

/**
 * Sessions shared by all processes of a gateway keypair. A nonce that was used and a session that was ended are told once replicas have it, so no
 * failover revives them. Every call throws
 * `sessions_unavailable` when Redis or its replicas do not answer.
 */
export interface SessionStore {
  /** Whether a sign-in's nonce was used up; writes nothing. */
  isNonceUsed(authority: Address, nonce: string): Promise<boolean>;
  /** Uses up a sign-in's nonce. False when it was used before. */
  takeNonce(authority: Address, nonce: string, lifeSeconds: number): Promise<boolean>;
  /** Keeps a session under the hash of its token, which is kept nowhere. */
  open(token: string, session: StoredSession): Promise<void>;
  /** Null when no open session has this token. */
  find(token: string): Promise<StoredSession | null>;
  /** False when none was open. */
  end(token: string): Promise<boolean>;
  /** The open sessions of an authority (base58), oldest first. */
  list(authority: string): Promise<readonly StoredSession[]>;
  /** Ends all of them; gives how many. */
  endAll(authority: string): Promise<number>;
}

export function createSessionStore(deps: {
  readonly redis: OutboxConnection;
  /** Answers once replicas have what was written. */
  readonly confirmed: ConfirmedCall;
  /** The Gateway account. */
  readonly gateway: Address;
  readonly nowMs: () => number;
}): SessionStore {
  const { redis, confirmed } = deps;
  const prefix = outboxPrefix(deps.gateway);
  const keyOf = (hash: string): string => `${prefix}:session:${hash}`;
  const indexOf = (authority: string): string => `${prefix}:sessions:${authority}`;

  const nonceKey = (authority: Address, nonce: string): string => `${prefix}:sign-in:${hashOf(`${formatAddress(authority)}:${nonce}`)}`;

  const hashesOf = async (authority: string): Promise<string[]> => redis.zrange(indexOf(authority), '0', '-1');
  const endHashes = async (authority: string, hashes: readonly string[]): Promise<number> => {
    if (hashes.length === 0) return 0;
    return Number(await confirmed({ lua: END_SESSIONS, keys: [indexOf(authority), ...hashes.map(keyOf)], args: hashes }));
  };
  const read = (text: string | null): StoredSession | null => {
    const session = text === null ? null : readStored(text);
    return session === null || session.expiresAt <= deps.nowMs() / 1_000 ? null : session;
  };

  const store: SessionStore = {
    async isNonceUsed(authority, nonce) {
      return (await redis.exists(nonceKey(authority, nonce))) === 1;
    },
    async takeNonce(authority, nonce, lifeSeconds) {
      return (await confirmed({ lua: TAKE_NONCE, keys: [nonceKey(authority, nonce)], args: [String(lifeSeconds)] })) === 1;
    },
    async open(token, session) {
      const { authority, expiresAt } = session;
      const [hash, index] = [hashOf(token), indexOf(authority)];
      const written = await redis
        .multi()
        .set(keyOf(hash), JSON.stringify({ version: STORED_VERSION, ...session }), 'EXAT', expiresAt)
        .zremrangebyscore(index, '-inf', Math.floor(deps.nowMs() / 1_000))
        .zadd(index, expiresAt, hash)
        // An hour is the default life and a day the longest: what is listed longer than it lives is left out when it is read.
        .expire(index, INDEX_LIFE_SECONDS)
        .exec();
      const failure = written?.find(([error]) => error !== null)?.[0];
      if (written === null || (failure !== undefined && failure !== null)) throw failure ?? new Error('the session was not written');
      const open = await hashesOf(authority);
      await endHashes(authority, open.filter((other) => other !== hash).slice(0, Math.max(0, open.length - MAX_SESSIONS_PER_AUTHORITY)));
    },
    find: async (token) => read(await redis.get(keyOf(hashOf(token)))),
    async end(token) {
      const hash = hashOf(token);
      const session = read(await redis.get(keyOf(hash)));
      return session !== null && (await endHashes(session.authority, [hash])) > 0;
    },
    async list(authority) {
      const hashes = await hashesOf(authority);
      const texts = hashes.length === 0 ? [] : await redis.mget(...hashes.map(keyOf));
      return texts.map(read).filter((session) => session !== null);
    },
    endAll: async (authority) => endHashes(authority, await hashesOf(authority)),
  };
  return withRefusals(store);
}

/** The longest life that can be configured. */
const INDEX_LIFE_SECONDS = 86_400;

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Throws UnreadableSessionError. */
function readStored(text: string): StoredSession {
  const { version, ...session } = parseMembers(text);
  if (version !== STORED_VERSION || !Value.Check(StoredSession, session)) throw new UnreadableSessionError();
  return session;
}

function parseMembers(text: string): { readonly version?: unknown } {
  try {
    const plain: unknown = JSON.parse(text);
    return typeof plain === 'object' && plain !== null ? plain : {};
  } catch (cause) {
    throw new UnreadableSessionError({ cause });
  }
}

function withRefusals(store: SessionStore): SessionStore {
  const guard =
    <Args extends readonly unknown[], T>(run: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      try {
        return await run(...args);
      } catch (cause) {
        throw new GatewayError('sessions_unavailable', { cause });
      }
    };
  return {
    isNonceUsed: guard((authority, nonce) => store.isNonceUsed(authority, nonce)),
    takeNonce: guard((authority, nonce, lifeSeconds) => store.takeNonce(authority, nonce, lifeSeconds)),
    open: guard((token, session) => store.open(token, session)),
    find: guard((token) => store.find(token)),
    end: guard((token) => store.end(token)),
    list: guard((authority) => store.list(authority)),
    endAll: guard((authority) => store.endAll(authority)),
  };
}
