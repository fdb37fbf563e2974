import { randomBytes } from 'node:crypto';
import { connectRedis } from '@oracle-gateway/outbox';
import { type DeploymentId, toAddress, unixSeconds } from '@oracle-gateway/protocol';
import { afterAll, expect, inject, it } from 'vitest';
import { createSnapshotStore, type KeptSnapshot } from './snapshot-store.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => {
  redis.disconnect();
});

function newStore() {
  return createSnapshotStore({ redis, gateway: toAddress(new Uint8Array(randomBytes(32))) });
}

function node(index: number, origin: string) {
  return { index, origin };
}

function snapshotAt(signerVersion: bigint, seconds: number, version = signerVersion + 1n): KeptSnapshot {
  const keys = [null, new Uint8Array(64).fill(3)];
  const versions = { signerVersion, version, oldestAcceptedVersion: 0n };
  const deploymentId = new Uint8Array(32).fill(1) as DeploymentId;
  const snapshot = { deploymentId, ...versions, signedAtSeconds: unixSeconds(seconds), minSigners: 1, keys };
  const signed = {
    snapshot,
    signersBitmap: new Uint8Array(32).fill(4),
    s: new Uint8Array(32).fill(5),
    commitment: new Uint8Array(20).fill(6),
  };
  return { signed, signers: { version: signerVersion, keys, minSigners: 1 } };
}

it('gives back what it was given, and nothing before', async () => {
  const store = newStore();
  expect([await store.read(), await store.read(7n)]).toEqual([null, null]);
  await store.keep(snapshotAt(7n, 100));
  expect([await store.read(), await store.read(7n)]).toEqual([snapshotAt(7n, 100), snapshotAt(7n, 100)]);
});

it('lets no earlier snapshot replace a later one of the same signers', async () => {
  const store = newStore();
  await Promise.all([100, 300, 200].map((seconds) => store.keep(snapshotAt(7n, seconds))));
  expect(await store.read(7n)).toEqual(snapshotAt(7n, 300));
});

it('takes that of the latest signers for the newest, whenever it was signed', async () => {
  const store = newStore();
  for (const kept of [snapshotAt(7n, 100), snapshotAt(8n, 100), snapshotAt(7n, 200)]) await store.keep(kept);
  expect(await store.read()).toEqual(snapshotAt(8n, 100));
});

it('forgets the signers of sixty-four versions ago', async () => {
  const store = newStore();
  for (const version of [6n, 7n, 70n]) await store.keep(snapshotAt(version, 100));
  expect([await store.read(6n), await store.read(7n)]).toEqual([null, snapshotAt(7n, 100)]);
});

it('tells when other nodes named a version last, also where they have named a later one since', async () => {
  const store = newStore();
  expect(await store.namedAt(8n)).toBeNull();
  for (const kept of [snapshotAt(7n, 300), snapshotAt(6n, 200, 8n), snapshotAt(8n, 400, 8n), snapshotAt(7n, 500, 9n)])
    await store.keep(kept);
  expect([await store.namedAt(8n), await store.namedAt(9n)]).toEqual([300, 500]);
});

it('keeps the last endpoint of each node of a version, and of no other', async () => {
  const store = newStore();
  await store.noteOrigins(7n, [node(0, 'https://zero.example'), node(3, 'https://three.example')]);
  await store.noteOrigins(7n, [node(3, 'https://moved.example')]);
  await store.noteOrigins(8n, []);
  expect(await store.lastOrigins(7n)).toEqual(
    new Map([
      [0, 'https://zero.example'],
      [3, 'https://moved.example'],
    ]),
  );
  expect(await store.lastOrigins(8n)).toEqual(new Map());
});

it('lets the right go after a time', async () => {
  const store = newStore();
  const what = { signerVersion: 7n, version: 8n };
  await store.claim({ ...what, leaseSeconds: 20 });
  await store.release({ ...what, afterSeconds: 0 });
  expect(await store.claim({ ...what, leaseSeconds: 20 })).toBe(true);
});

it('gives the right to make a snapshot to one of many', async () => {
  const store = newStore();
  const what = { signerVersion: 7n, version: 8n, leaseSeconds: 20 };
  expect((await Promise.all([1, 2, 3].map(() => store.claim(what)))).filter(Boolean)).toHaveLength(1);
  expect(await store.claim({ ...what, version: 9n })).toBe(true);
});
