import { connectRedis, outboxPrefix } from '@oracle-gateway/outbox';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { decodeRegistrySnapshot, fromHex, toHex } from '@oracle-gateway/protocol';
import { afterAll, expect, inject, it } from 'vitest';
import file from '@oracle-gateway/vectors/stored-form.json' with { type: 'json' };
import { createSnapshotStore, type KeptSnapshot, UnreadableSnapshotError } from './snapshot-store.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => {
  redis.disconnect();
});

const { stored, bytes, read, otherVersions } = file.keptSnapshot;

function openStore() {
  const gateway = sampleAddress();
  return { key: `${outboxPrefix(gateway)}:snapshots`, store: createSnapshotStore({ redis, gateway }) };
}

/** Bytes as hex, 64-bit integers as decimals. */
function plain(value: unknown): unknown {
  const write = (_name: string, member: unknown): unknown =>
    member instanceof Uint8Array ? toHex(member) : typeof member === 'bigint' ? member.toString() : member;
  return JSON.parse(JSON.stringify(value, write));
}

it('a snapshot is read in its stored form', async () => {
  const { key, store } = openStore();
  await redis.hset(key, { '7': stored, '7:at': '100', newest: '7' });
  expect(plain(await store.read())).toEqual(read);
});

it('a snapshot is kept in its stored form', async () => {
  const { key, store } = openStore();
  const { signed, signers } = read;
  const kept: KeptSnapshot = {
    signed: {
      snapshot: decodeRegistrySnapshot(fromHex(bytes)),
      signersBitmap: fromHex(signed.signersBitmap, 32),
      s: fromHex(signed.s, 32),
      commitment: fromHex(signed.commitment, 20),
    },
    signers: { version: 7n, minSigners: 2, keys: signers.keys.map((signer) => (signer === null ? null : fromHex(signer, 64))) },
  };
  await store.keep(kept);
  expect(await redis.hget(key, '7')).toBe(stored);
  expect(await redis.hget(key, '7:at')).toBe('1763683200');
  expect(await redis.hget(key, 'newest')).toBe('7');
  // Version 8 was named by the nodes of version 7.
  expect(await redis.hget(key, '8:named')).toBe('1763683200');
});

it('when a version was named, and where its nodes were last, are read and kept in their stored form', async () => {
  const { key, store } = openStore();
  await redis.hset(key, { '8:named': '1763683200' });
  expect(await store.namedAt(8n)).toBe(1_763_683_200);
  await store.noteOrigins(7n, [{ index: 2, origin: 'https://node-2.example:8443' }]);
  expect(await redis.hgetall(`${key}:origins:7`)).toEqual({ 2: 'https://node-2.example:8443' });
  await redis.hset(`${key}:origins:7`, { 5: 'https://node-5.example' });
  expect(await store.lastOrigins(7n)).toEqual(
    new Map([
      [2, 'https://node-2.example:8443'],
      [5, 'https://node-5.example'],
    ]),
  );
});

it.each(otherVersions)('a snapshot of another version is an error, and stays as it is: %s', async (text) => {
  const { key, store } = openStore();
  await redis.hset(key, { '7': text, '7:at': '100', newest: '7' });
  await expect(store.read()).rejects.toThrow(UnreadableSnapshotError);
  expect(await redis.hget(key, '7')).toBe(text);
});
