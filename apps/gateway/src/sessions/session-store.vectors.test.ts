import { createHash } from 'node:crypto';
import { connectRedis, createConfirmedCalls, outboxPrefix } from '@oracle-gateway/outbox';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { afterAll, expect, inject, it } from 'vitest';
import file from '@oracle-gateway/vectors/stored-form.json' with { type: 'json' };
import { createSessionStore, type StoredSession, UnreadableSessionError } from './session-store.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => {
  redis.disconnect();
});

const { stored, read, otherVersions } = file.gatewaySession;
const session: StoredSession = { ...read, role: 'delegate' };

function openStore() {
  const gateway = sampleAddress();
  const prefix = outboxPrefix(gateway);
  const confirmed = createConfirmedCalls({ redis, prefix, minReplicas: 0 });
  const key = `${prefix}:session:${createHash('sha256').update('token').digest('hex')}`;
  return { key, store: createSessionStore({ redis, confirmed, gateway, nowMs: () => session.issuedAt * 1_000 }) };
}

it('a session is found by its stored form', async () => {
  const { key, store } = openStore();
  await redis.set(key, stored);
  expect(await store.find('token')).toEqual(session);
});

it('a session is kept in its stored form', async () => {
  const { key, store } = openStore();
  const expiresAt = Math.floor(Date.now() / 1_000) + 600;
  await store.open('token', { ...session, expiresAt });
  expect(await redis.get(key)).toBe(stored.replace(`${session.expiresAt}`, `${expiresAt}`));
});

it.each(otherVersions)('a session of another version is an error, and stays as it is: %s', async (text) => {
  const { key, store } = openStore();
  await redis.set(key, text);
  const error: unknown = await store.find('token').catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'sessions_unavailable', cause: new UnreadableSessionError() });
  await expect(store.end('token')).rejects.toMatchObject({ code: 'sessions_unavailable' });
  expect(await redis.get(key)).toBe(text);
});
