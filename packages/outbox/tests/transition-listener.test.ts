import type { Address, RoundId } from '@oracle-gateway/protocol';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { connectRedis, createTransitionListener, createOutbox, outboxPrefix, type Outbox } from '../src/index.js';
import { sampleAddress, samplePayload, samplePayment, sampleSigned, sampleRoundId } from '../src/testing/index.js';
import { TcpProxy } from './support/tcp-proxy.js';
import { ThrowawayRedis } from '@oracle-gateway/dev-servers';

const SIGNATURE = '5'.repeat(88);

/** An outbox, and what a listener of another process hears of its rounds. */
async function listening({
  url = inject('redisUrl'),
  through = url,
  gateway = sampleAddress(),
}: { url?: string; through?: string; gateway?: Address } = {}) {
  const redis = connectRedis(url);
  const other = connectRedis(through);
  const heard: RoundId[] = [];
  const onGap = vi.fn();
  const listener = createTransitionListener({ redis: other, gateway, onTransition: (roundId) => heard.push(roundId), onGap });
  onTestFinished(() => {
    listener.stop();
    other.disconnect();
    redis.disconnect();
  });
  const outbox = createOutbox({ redis, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 });
  await listener.start();
  return { redis, gateway, outbox, heard, onGap, listener };
}

async function reserved(outbox: Outbox, deadlineMs = 60_000): Promise<{ roundId: RoundId; token: string }> {
  const roundId = sampleRoundId();
  const outcome = await outbox.reserve({ path: 'any', roundId, holds: [], deadlineMs, maxInFlight: 100 });
  if (outcome.outcome !== 'reserved') throw new Error('not reserved');
  return { roundId, token: outcome.token };
}

/** Each step makes one transition; the test waits for its message. */
async function movesOf(
  { outbox, heard }: Awaited<ReturnType<typeof listening>>,
  roundId: RoundId,
  steps: readonly (() => Promise<unknown>)[],
) {
  for (const [index, step] of steps.entries()) {
    await step();
    await expect.poll(() => heard.length).toBe(index + 1);
  }
  expect(new Set(heard)).toEqual(new Set([roundId]));
  expect(await outbox.read(roundId)).not.toBeNull();
}

async function claimed(outbox: Outbox, roundId: RoundId) {
  const claim = await outbox.claim({ roundId, workerId: 'worker', leaseMs: 60_000, early: true });
  if (claim === null) throw new Error('not claimed');
  return claim;
}

it('hears each transition of a round that the program settles, its rollback and its finality', async () => {
  const world = await listening();
  const { outbox } = world;
  const { roundId, token } = await reserved(outbox);
  const settle = async (seenAtSlot: number): Promise<void> =>
    outbox.settle(await claimed(outbox, roundId), { signature: null, slot: seenAtSlot, seenAtSlot, readings: [] });
  await movesOf(world, roundId, [
    () => outbox.commit({ roundId, token, settlement: samplePayload(), result: '{}' }),
    () => settle(1),
    () => outbox.rollBack({ roundId, seenAtSlot: 1, reason: 'rolled_back' }),
    () => settle(2),
    () => outbox.finalize({ roundId, seenAtSlot: 2 }),
  ]);
});

it('hears each transition of a round that is paid per request', async () => {
  const world = await listening();
  const { outbox } = world;
  const ticket = await reserved(outbox);
  await movesOf(world, ticket.roundId, [
    () => outbox.beginPayment({ ...ticket, payment: samplePayment(), signed: sampleSigned(), result: '{}', leaseMs: 0 }),
    () => outbox.doubtPayment(ticket, { reason: 'no answer' }),
    async () => {
      const claim = await outbox.claimPayment({ roundId: ticket.roundId, claimedBy: 'sweep', leaseMs: 60_000 });
      if (claim === null) throw new Error('not claimed');
      await outbox.refusePayment(claim, { reason: 'not seen' });
    },
    () => outbox.overturn({ roundId: ticket.roundId, signature: SIGNATURE, slot: 1 }),
  ]);
});

it.each<[string, (outbox: Outbox, ticket: { roundId: RoundId; token: string }) => Promise<unknown>]>([
  ['fails', (outbox, ticket) => outbox.fail({ ...ticket, reason: 'no' })],
  ['expires', (outbox) => outbox.expireReservations({ limit: 10 })],
])('hears of a round that %s', async (_how, end) => {
  const world = await listening();
  const ticket = await reserved(world.outbox, 0);
  await movesOf(world, ticket.roundId, [() => end(world.outbox, ticket)]);
});

it('hears of a payment that is made, and of a round that lapses', async () => {
  const { outbox, heard } = await listening();
  const [paid, lapsed] = [await reserved(outbox), await reserved(outbox)];
  await outbox.beginPayment({ ...paid, payment: samplePayment(), signed: sampleSigned(), result: '{}', leaseMs: 60_000 });
  await outbox.commit({ ...lapsed, settlement: samplePayload(), result: '{}' });
  await expect.poll(() => heard.length).toBe(2);
  await outbox.pay(paid, { signature: SIGNATURE, slot: 1, text: null });
  await outbox.lapse(await claimed(outbox, lapsed.roundId), 'window');
  await expect.poll(() => heard.slice(2)).toEqual([paid.roundId, lapsed.roundId]);
});

it('hears nothing of another shard, of what is no transition, and after its end', async () => {
  const { redis, gateway, outbox, heard, listener } = await listening();
  const [first, second] = [await reserved(outbox), await reserved(outbox)];
  const other = await listening();
  await other.outbox.fail({ ...(await reserved(other.outbox)), reason: 'no' });
  await expect.poll(() => other.heard.length).toBe(1);
  await redis.publish(`${outboxPrefix(gateway)}:totals`, 'no key of a record');
  await outbox.fail({ ...first, reason: 'no' });
  await expect.poll(() => heard).toEqual([first.roundId]);
  listener.stop();
  await outbox.fail({ ...second, reason: 'no' });
  await listener.start();
  expect(heard).toEqual([first.roundId]);
});

it('says that it may have missed transitions once it listens again', async () => {
  const proxy = await TcpProxy.start(Number(new URL(inject('redisUrl')).port));
  onTestFinished(() => proxy.close());
  const { outbox, heard, onGap } = await listening({ through: proxy.url });
  expect(onGap).not.toHaveBeenCalled();
  proxy.cut();
  await expect.poll(() => onGap.mock.calls.length).toBeGreaterThan(0);
  const ticket = await reserved(outbox);
  await outbox.fail({ ...ticket, reason: 'no' });
  await expect.poll(() => heard).toEqual([ticket.roundId]);
});

it('cannot start without its server, and starts once it is there', async () => {
  const proxy = await TcpProxy.start(1);
  const redis = connectRedis(proxy.url);
  const listener = createTransitionListener({ redis, gateway: sampleAddress(), onTransition: () => undefined, onGap: () => undefined });
  onTestFinished(async () => {
    listener.stop();
    redis.disconnect();
    await proxy.close();
  });
  await expect(listener.start()).rejects.toThrow();
  proxy.target = Number(new URL(inject('redisUrl')).port);
  await listener.start();
});

it('a server that takes no messages keeps records as before', async () => {
  const server = await ThrowawayRedis.start();
  const admin = connectRedis(server.url);
  onTestFinished(async () => {
    admin.disconnect();
    await server.end();
  });
  await admin.call('ACL', 'SETUSER', 'mute', 'on', '>secret', '~*', 'resetchannels', '+@all');
  const redis = connectRedis(server.url.replace('redis://', 'redis://mute:secret@'));
  onTestFinished(() => redis.disconnect());
  const gateway = sampleAddress();
  const outbox = createOutbox({ redis, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60 });
  const ticket = await reserved(outbox);
  await outbox.fail({ ...ticket, reason: 'no' });
  expect(await outbox.read(ticket.roundId)).toMatchObject({ state: 'failed' });
});
