import { connectRedis, createConfirmedCalls, outboxPrefix, UnreplicatedWriteError } from '@oracle-gateway/outbox';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { formatAddress } from '@oracle-gateway/protocol';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { createSessionStore, type SessionStore } from './session-store.js';

const LIFE_SECONDS = 600;

let redis: ReturnType<typeof connectRedis>;
beforeAll(() => {
  redis = connectRedis(inject('redisUrl'));
});
afterAll(() => {
  redis.disconnect();
});

const authority = sampleAddress();
let store: SessionStore;
let areReplicasThere: boolean;
beforeEach(() => {
  areReplicasThere = true;
  const gateway = sampleAddress();
  const run = createConfirmedCalls({ redis, prefix: outboxPrefix(gateway), minReplicas: 0 });
  const confirmed: typeof run = async (call) => {
    const reply = await run(call);
    if (!areReplicasThere) throw new UnreplicatedWriteError(0, 1);
    return reply;
  };
  store = createSessionStore({ redis, confirmed, gateway, nowMs: Date.now });
});

const issuedAt = Math.floor(Date.now() / 1_000);
function session(owner = formatAddress(authority)) {
  return { sessionId: 'a', authority: owner, owner, role: 'owner', issuedAt, expiresAt: issuedAt + LIFE_SECONDS } as const;
}

it('a nonce is taken once', async () => {
  expect(await store.takeNonce(authority, 'nonce', LIFE_SECONDS)).toBe(true);
  expect(await store.takeNonce(authority, 'nonce', LIFE_SECONDS)).toBe(false);
  expect(await store.takeNonce(authority, 'other', LIFE_SECONDS)).toBe(true);
});

it('a nonce that too few replicas have opens no session, and is used up', async () => {
  areReplicasThere = false;
  await expect(store.takeNonce(authority, 'nonce', LIFE_SECONDS)).rejects.toMatchObject({ code: 'sessions_unavailable' });
  areReplicasThere = true;
  expect(await store.takeNonce(authority, 'nonce', LIFE_SECONDS)).toBe(false);
});

it('an end that too few replicas have is not told', async () => {
  await store.open('token', session());
  areReplicasThere = false;
  await expect(store.end('token')).rejects.toMatchObject({ code: 'sessions_unavailable' });
});

it('a session is opened and found without replicas: one that is lost is opened again', async () => {
  areReplicasThere = false;
  await store.open('token', session());
  expect(await store.find('token')).toEqual(session());
});

it('an authority ends all its sessions, and no other', async () => {
  const other = formatAddress(sampleAddress());
  for (const token of ['a', 'b']) await store.open(token, session());
  await store.open('c', session(other));
  expect(await store.endAll(formatAddress(authority))).toBe(2);
  expect(await store.endAll(formatAddress(authority))).toBe(0);
  expect(await Promise.all(['a', 'b', 'c'].map((token) => store.find(token)))).toEqual([null, null, session(other)]);
});
