import type { InfoAnswer } from '@oracle-gateway/gateway-api';
import type { ConfirmedCall, OutboxConnection } from '@oracle-gateway/outbox';
import type { VerifyEd25519 } from '@oracle-gateway/protocol';
import type { ProcessClock } from '@oracle-gateway/process';
import type { RandomBytes } from '@oracle-gateway/schnorr/signing';
import type { AccountLookups } from '../admission/ledger-lookup.js';
import type { Config } from '../config/config.js';
import type { Routes } from '../http/endpoint.js';
import { notEnabled } from '../http/not-enabled.js';
import type { ServedDeployment } from '../ledger/deployment.js';
import { type CheckBearer, createCheckBearer, createFindSession, type FindSession, refuseBearer } from './bearer.js';
import { createSession } from './create-session.js';
import { deleteSession } from './delete-session.js';
import { createOpenSession } from './open-session.js';
import { createRequireReader, type RequireReader } from './reader-credential.js';
import { createSessionStore } from './session-store.js';
import { signInTerms } from './sign-in.js';
import { createReadUsageReader, type ReadUsageReader } from './usage-credential.js';

/** Judges what callers prove of themselves. */
export interface Callers {
  readonly verifySignature: VerifyEd25519;
  readonly checkBearer: CheckBearer;
  readonly findSession: FindSession;
  readonly requireReader: RequireReader;
  readonly readUsageReader: ReadUsageReader;
}

export interface SessionsDeps {
  readonly config: Config;
  readonly deployment: ServedDeployment;
  readonly redis: OutboxConnection;
  /** Answers once replicas have what was written. */
  readonly confirmed: ConfirmedCall;
  readonly accounts: AccountLookups;
  readonly verifySignature: VerifyEd25519;
  readonly randomBytes: RandomBytes;
  readonly clock: ProcessClock;
}

export interface Sessions {
  readonly createSession: Routes['createSession'];
  readonly deleteSession: Routes['deleteSession'];
  readonly callers: Callers;
  /** Members of `GET /v1/info` about sessions. */
  readonly info: SessionInfo;
}

export type SessionInfo = Pick<InfoAnswer['data'], 'sessionAuth' | 'sessionMaxTtlSeconds' | 'signIn'>;

/** Sessions and their endpoints, which say that they are not served where the configuration leaves them off. */
export function createSessions(deps: SessionsDeps): Sessions {
  const { deployment, verifySignature, accounts, randomBytes, clock } = deps;
  const { sessions, server, network } = deps.config;
  const callersOf = (checkBearer: CheckBearer, findSession: FindSession): Callers => {
    const requireReader = createRequireReader({ findSession, verifySignature, nowMs: clock.nowMs });
    const { gateway } = deployment;
    const readUsageReader = createReadUsageReader({ findSession, verifySignature, gateway, nowMs: clock.nowMs });
    return { verifySignature, checkBearer, findSession, requireReader, readUsageReader };
  };
  if (!sessions.enabled || server.publicOrigin === undefined) {
    const refuse = notEnabled('sessions are not enabled on this gateway');
    const callers = callersOf(refuseBearer, refuseBearer);
    return { createSession: refuse, deleteSession: refuse, callers, info: { sessionAuth: false, sessionMaxTtlSeconds: 0 } };
  }
  const { redis, confirmed } = deps;
  const store = createSessionStore({ redis, confirmed, gateway: deployment.gateway, nowMs: clock.nowMs });
  const terms = signInTerms(server.publicOrigin, network);
  const { maxTtlSeconds } = sessions;
  return {
    createSession: createSession(
      createOpenSession({ store, terms, accounts, verifySignature, deployment, maxTtlSeconds, randomBytes, nowMs: clock.nowMs }),
    ),
    deleteSession: deleteSession(store),
    callers: callersOf(createCheckBearer(store), createFindSession(store)),
    info: { sessionAuth: true, sessionMaxTtlSeconds: maxTtlSeconds, signIn: terms },
  };
}
