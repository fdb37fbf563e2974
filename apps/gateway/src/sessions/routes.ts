import type { InfoAnswer } from '@oracle-gateway/gateway-api';
import type { ConfirmedCall, OutboxConnection } from '@oracle-gateway/outbox';
import type { Config } from '../config/config.js';
import type { Routes } from '../http/endpoint.js';
import { createSession } from './create-session.js';
import { deleteSession } from './delete-session.js';
import { notEnabled } from '../http/not-enabled.js';
import { type CheckBearer, createCheckBearer, createFindSession, type FindSession, refuseBearer } from './bearer.js';
import { createOpenSession, type OpenSessionDeps } from './open-session.js';
import { createSessionStore } from './session-store.js';
import { signInTerms } from './sign-in.js';

type SessionRoutes = Pick<Routes, 'createSession' | 'deleteSession'>;
type SessionInfo = Pick<InfoAnswer['data'], 'sessionAuth' | 'sessionMaxTtlSeconds' | 'signIn'>;

export interface SessionRouteDeps extends Omit<OpenSessionDeps, 'store' | 'terms' | 'programId' | 'maxTtlSeconds'> {
  readonly config: Config;
  readonly redis: OutboxConnection;
  /** Answers once replicas have what was written. */
  readonly confirmed: ConfirmedCall;
}

export interface Sessions {
  readonly routes: SessionRoutes;
  readonly checkBearer: CheckBearer;
  readonly findSession: FindSession;
  /** Members of `GET /v1/info` about sessions. */
  readonly info: SessionInfo;
}

/** Sessions and their endpoints, which say that they are not served where the configuration leaves them off. */
export function createSessions({ config, redis, confirmed, ...deps }: SessionRouteDeps): Sessions {
  const { sessions, server, network, programId } = config;
  if (!sessions.enabled || server.publicOrigin === undefined) {
    const refuse = notEnabled('sessions are not enabled on this gateway');
    return {
      routes: { createSession: refuse, deleteSession: refuse },
      checkBearer: refuseBearer,
      findSession: refuseBearer,
      info: { sessionAuth: false, sessionMaxTtlSeconds: 0 },
    };
  }
  const store = createSessionStore({ redis, confirmed, gateway: deps.gateway, nowMs: deps.nowMs });
  const terms = signInTerms(server.publicOrigin, network);
  const maxTtlSeconds = sessions.maxTtlSeconds;
  const openSession = createOpenSession({ ...deps, store, terms, programId, maxTtlSeconds });
  return {
    routes: { createSession: createSession({ openSession }), deleteSession: deleteSession({ store }) },
    checkBearer: createCheckBearer({ store }),
    findSession: createFindSession({ store }),
    info: { sessionAuth: true, sessionMaxTtlSeconds: maxTtlSeconds, signIn: terms },
  };
}
