import { operations, type RegistrySnapshotAnswer } from '@oracle-gateway/gateway-api';
import { outboxPrefix } from '@oracle-gateway/outbox';
import {
  decodeRegistrySnapshot,
  deriveDeploymentId,
  encodeRegistrySnapshot,
  fromHex,
  registrySnapshotMessage,
  toHex,
  unixSeconds,
} from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { verifyRegistrySnapshot } from '@oracle-gateway/schnorr';
import { afterEach, describe, expect, it } from 'vitest';
import { changeRegistry, NETWORK, PROGRAM_ID, startWorld, type World, type WorldOptions } from './fakes/world.js';

const DEPLOYMENT_ID = deriveDeploymentId({ programId: PROGRAM_ID, network: NETWORK });
const WEEK_SECONDS = 7 * 86_400;
const SEEN = { interval: 100 };

const worlds: World[] = [];
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((world) => world.close()));
});

async function open(options: WorldOptions = {}): Promise<World> {
  const world = await startWorld({ snapshots: { enabled: true }, ...options });
  worlds.push(world);
  return world;
}

type Data = RegistrySnapshotAnswer['data'];

async function ask(world: World, signerVersion?: number): Promise<Data | number> {
  const options = signerVersion === undefined ? {} : { query: { signerVersion } };
  const { status, body } = await world.http.call(operations.getRegistrySnapshot, options);
  return status === 200 ? body.data : status;
}

/** The snapshot, once it satisfies the condition. */
async function until(world: World, holds: (data: Data) => boolean, signerVersion?: number): Promise<Data> {
  let found: Data | undefined;
  await expect
    .poll(async () => {
      const data = await ask(world, signerVersion);
      if (typeof data !== 'number' && holds(data)) found = data;
      return found !== undefined;
    }, SEEN)
    .toBe(true);
  if (found === undefined) throw new Error('no snapshot');
  return found;
}

function verdictOf(data: Data, registry: RegistryAccount) {
  const snapshot = decodeRegistrySnapshot(fromHex(data.snapshot));
  expect(data.message).toBe(toHex(registrySnapshotMessage(snapshot)));
  expect(data).toMatchObject({ version: Number(snapshot.version), signedAt: snapshot.signedAtSeconds, minSigners: snapshot.minSigners });
  const signed = { snapshot, signersBitmap: fromHex(data.signersBitmap), s: fromHex(data.s), commitment: fromHex(data.commitment) };
  return verifyRegistrySnapshot({ deploymentId: DEPLOYMENT_ID, registry, signed });
}

/** Makes the kept snapshot of version 1 older than it is. */
async function setBack(world: World, seconds: number): Promise<void> {
  const key = `${outboxPrefix(world.gatewayPda)}:snapshots`;
  const kept = JSON.parse((await world.redis.hget(key, '1')) ?? '') as { readonly snapshot: string };
  const snapshot = decodeRegistrySnapshot(fromHex(kept.snapshot));
  const signedAtSeconds = unixSeconds(snapshot.signedAtSeconds - seconds);
  const older = { ...kept, snapshot: toHex(encodeRegistrySnapshot({ ...snapshot, signedAtSeconds })) };
  await world.redis.hset(key, '1', JSON.stringify(older), '1:at', signedAtSeconds);
}

/** Snapshots that nodes were asked to sign. */
function calls(world: World): number {
  return world.nodes.reduce((sum, { vouched }) => sum + vouched.length, 0);
}

function any(): boolean {
  return true;
}

describe('registry snapshots', () => {
  it('are signed by more than two thirds of the nodes, and verify with the keys of the ledger', async () => {
    const world = await open();
    const data = await until(world, any);
    // Four of five, as the draw has it.
    const { signers } = data;
    expect(signers).toHaveLength(4);
    expect(verdictOf(data, world.ledger.registry)).toEqual({ ok: true, signers });
    expect(data).toMatchObject({ signerVersion: 1, version: 1 });
    expect(await world.metrics()).toContain(`oracle_gateway_snapshot_signed_at_seconds ${data.signedAt}`);
  });

  it('name the successor by the nodes of the replaced version, and then the successor by its own', async () => {
    const world = await open();
    const first = world.ledger.registry;
    await until(world, any);
    const second = changeRegistry(world, { keys: first.keys.map((key, index) => (index === 0 ? null : key)) });
    const handover = await until(world, ({ version }) => version === 2, 1);
    expect(verdictOf(handover, first)).toMatchObject({ ok: true });
    const newest = await until(world, ({ signerVersion }) => signerVersion === 2);
    expect(verdictOf(newest, second)).toMatchObject({ ok: true, signers: newest.signers });
    expect(newest.signers).toHaveLength(3);
    // The chain takes the second only when it is later than the first.
    expect(newest.signedAt).toBeGreaterThan(handover.signedAt);
    expect(await ask(world, 1)).toEqual(handover);
  });

  it('are signed anew when they are a week old, and not before', async () => {
    const world = await open();
    const first = await until(world, any);
    await setBack(world, WEEK_SECONDS - 60);
    const sweeps = world.ledger.configRefreshes;
    await expect.poll(() => world.ledger.configRefreshes, SEEN).toBeGreaterThan(sweeps + 1);
    expect(calls(world)).toBe(4);
    await setBack(world, 61);
    await expect.poll(() => calls(world), SEEN).toBe(8);
    const again = await until(world, ({ signedAt }) => signedAt >= first.signedAt);
    expect(verdictOf(again, world.ledger.registry)).toMatchObject({ ok: true });
  });

  it.each(['down', 'no-vouching', 'bad-partial', 'no-commitments', 'bad-commitments', 'bad-group-commitment'] as const)(
    'are signed without a node that is at fault: %s; rounds do not hold it against that node',
    async (fault) => {
      const world = await open({ faults: { 1: fault } });
      const data = await until(world, any);
      expect(verdictOf(data, world.ledger.registry)).toEqual({ ok: true, signers: [0, 2, 3, 4] });
      // Every node is asked for a commitment. A node that is not drawn is not asked to sign.
      if (fault === 'down' || fault === 'no-commitments') expect(world.log.text()).toContain('registry snapshot not signed by a node');
    },
  );

  it('are not made by too few nodes', async () => {
    const world = await open({ faults: { 0: 'no-vouching', 1: 'no-vouching' } });
    await expect.poll(() => world.log.text(), SEEN).toContain('it needs 4 of 5 nodes');
    expect(await ask(world)).toBe(404);
  });

  it('are made once by two processes of a keypair', async () => {
    const world = await open();
    const other = await world.sibling();
    try {
      await until(world, any);
      const sweeps = world.ledger.configRefreshes;
      await expect.poll(() => world.ledger.configRefreshes, SEEN).toBeGreaterThan(sweeps + 3);
      expect(calls(world)).toBe(4);
    } finally {
      await other.close();
    }
  });

  it('are verified before they are served: one that was changed in the store is not', async () => {
    const world = await open();
    const { s } = await until(world, any);
    const key = `${outboxPrefix(world.gatewayPda)}:snapshots`;
    const kept = (await world.redis.hget(key, '1')) ?? '';
    await world.redis.hset(key, '1', kept.replace(s.slice(-4), s.slice(-4) === '0000' ? '0001' : '0000'));
    expect(await ask(world)).toBe(500);
    expect(world.log.text()).toContain('a kept registry snapshot does not verify');
  });

  it('are not signed and not served where they are not enabled', async () => {
    const world = await open({ snapshots: { enabled: false } });
    expect(await ask(world)).toBe(404);
    expect(world.nodes.map(({ vouched }) => vouched.length)).toEqual([0, 0, 0, 0, 0]);
  });
});
