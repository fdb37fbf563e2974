import type { FeedId, Observation, SourceId, UnixMs } from '@oracle-gateway/protocol';
import { type DecidingSubject, SESSION_LIFE_MS } from '@oracle-gateway/protocol/internal';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import type { NoncePair } from '@oracle-gateway/schnorr/signing';
import { NodeError } from '../errors/node-error.js';

/** Used ids that are remembered for one gateway, at most: no gateway uses up the memory of another. Registered gateways are few. */
const MAX_REMEMBERED_PER_GATEWAY = 65_536;

/** One error for all sessions: an abort without a reason makes a DOMException with a stack, which costs as much as hashing the id. */
const SESSION_ENDED = new Error('the session has ended');

/** Request and observation of one session: everything that a signature can cover. */
export interface ObservedRound {
  readonly sessionId: Uint8Array;
  readonly feedId: FeedId;
  readonly subject: DecidingSubject & { readonly sourceId: SourceId };
  /** This node's observation, as it was answered. */
  readonly observation: Observation;
  readonly signaturesRequired: number;
  readonly timestampMs: UnixMs;
  /** The stamp of the session: the node began its fetch at or after it. */
  readonly observedAtMs: UnixMs;
  readonly eligible: readonly number[];
  /** Version and keys that the session was opened under. */
  readonly registry: RegistryAccount;
}

/** Marks an attempt without a pair of its own: the attempt is signed with a pair that was committed to in advance, which the call names. */
export const GIVEN_IN_ADVANCE = 'given_in_advance';

type AttemptPair = NoncePair | typeof GIVEN_IN_ADVANCE;

export interface TakenPair {
  readonly round: ObservedRound;
  /** Null when an earlier call took it. */
  readonly pair: AttemptPair | null;
}

/** Kept until its expiry, so that its id is not used twice. */
interface Session {
  readonly gateway: string;
  /** End of its life on the monotonic clock. */
  readonly expiresAtMs: number;
  open: OpenSession | null;
}

interface OpenSession {
  readonly end: EndSigningSession;
  round: ObservedRound | null;
  pairs: [AttemptPair | null, AttemptPair | null];
}

/** Called once, when an open session ends for any reason. */
export type EndSigningSession = (reason: Error) => void;

export interface SigningSessions {
  /**
   * Uses up the id and counts the session against its gateway. Throws NodeError `session_known`, `too_many_sessions`.
   */
  open(gateway: string, sessionId: string, end: EndSigningSession): void;
  /** Makes an opened session ready to sign. False when it was released or expired meanwhile. */
  observed(gateway: string, sessionId: string, round: ObservedRound, pairs: readonly [AttemptPair, AttemptPair]): boolean;
  /** Takes and deletes the pair of an attempt. Attempt 1, the last, closes the session. Null when this gateway has no open session of this id. */
  take(gateway: string, sessionId: string, attempt: 0 | 1): TakenPair | null;
  /** Destroys the nonces of a session and frees its place; its id stays used. False when the session was not open. */
  close(gateway: string, sessionId: string): boolean;
  openCount(): number;
  /** Deletes expired sessions; every other call does so too. */
  prune(): void;
}

/**
 * Signing sessions of one process: never persisted, never shared (docs/protocol.md#signing-session). A session is found by its gateway
 * and its id together, so that no gateway can burn another's nonces.
 */
export function createSigningSessions(deps: {
  readonly maxOpenPerGateway: number;
  readonly monotonicMs: () => number;
  readonly maxRememberedPerGateway?: number;
}): SigningSessions {
  const maxRemembered = deps.maxRememberedPerGateway ?? MAX_REMEMBERED_PER_GATEWAY;
  // Insertion order is expiry order, because every session lives equally long.
  const sessions = new Map<string, Session>();
  const openPerGateway = new Map<string, number>();
  const rememberedPerGateway = new Map<string, number>();

  const keyOf = (gateway: string, sessionId: string): string => `${gateway}/${sessionId}`;

  const closeSession = (session: Session): boolean => {
    const { open } = session;
    if (open === null) {
      return false;
    }
    session.open = null;
    countDown(openPerGateway, session.gateway);
    open.end(SESSION_ENDED);
    return true;
  };

  const prune = (): void => {
    const nowMs = deps.monotonicMs();
    for (const [key, session] of sessions) {
      if (session.expiresAtMs > nowMs) {
        return;
      }
      closeSession(session);
      sessions.delete(key);
      countDown(rememberedPerGateway, session.gateway);
    }
  };

  const find = (gateway: string, sessionId: string): Session | null => {
    prune();
    return sessions.get(keyOf(gateway, sessionId)) ?? null;
  };

  return {
    open: (gateway, sessionId, end) => {
      prune();
      const key = keyOf(gateway, sessionId);
      if (sessions.has(key)) {
        throw new NodeError('session_known');
      }
      const open = openPerGateway.get(gateway) ?? 0;
      const remembered = rememberedPerGateway.get(gateway) ?? 0;
      if (open >= deps.maxOpenPerGateway || remembered >= maxRemembered) {
        throw new NodeError('too_many_sessions');
      }
      sessions.set(key, { gateway, expiresAtMs: deps.monotonicMs() + SESSION_LIFE_MS, open: { end, round: null, pairs: [null, null] } });
      openPerGateway.set(gateway, open + 1);
      rememberedPerGateway.set(gateway, remembered + 1);
    },
    observed: (gateway, sessionId, round, pairs) => {
      const open = find(gateway, sessionId)?.open ?? null;
      if (open === null) {
        return false;
      }
      open.round = round;
      open.pairs = [...pairs];
      return true;
    },
    take: (gateway, sessionId, attempt) => {
      const session = find(gateway, sessionId);
      const open = session?.open ?? null;
      if (session === null || open === null || open.round === null) {
        return null;
      }
      const { round } = open;
      const pair = open.pairs[attempt];
      if (attempt === 0) {
        open.pairs = [null, open.pairs[1]];
      } else {
        closeSession(session);
      }
      return { round, pair };
    },
    close: (gateway, sessionId) => {
      const session = find(gateway, sessionId);
      return session !== null && closeSession(session);
    },
    openCount: () => [...openPerGateway.values()].reduce((sum, open) => sum + open, 0),
    prune,
  };
}

/** Deletes a count of zero, so that the map holds only gateways with sessions. */
function countDown(counts: Map<string, number>, gateway: string): void {
  const left = (counts.get(gateway) ?? 0) - 1;
  if (left > 0) {
    counts.set(gateway, left);
  } else {
    counts.delete(gateway);
  }
}
