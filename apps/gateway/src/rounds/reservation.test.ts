import { connectRedis, createOutbox, type Outbox } from '@oracle-gateway/outbox';
import { sampleAddress, sampleRoundId } from '@oracle-gateway/outbox/testing';
import { afterAll, describe, expect, inject, it } from 'vitest';
import type { AdmittedHold } from './model/admitted-round.js';
import { GatewayError } from '../errors/gateway-error.js';
import { releaseReservation, reserveRound } from './reservation.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

function deps() {
  const outbox: Outbox = createOutbox({ redis, gateway: sampleAddress(), identityTtlSeconds: 60, resultTtlSeconds: 60 });
  const outboxTrouble = (): never => {
    throw new Error('no trouble is expected');
  };
  return { outbox, events: { outboxTrouble }, roundDeadlineMs: 25_000, maxInFlight: 10, processName: 'test' };
}

function round() {
  const key = { name: 'authorization:a', lifeMs: 60_000, refuse: (roundId: string) => new GatewayError('duplicate_round').about(roundId) };
  return { path: 'subscription' as const, roundId: sampleRoundId(), exclusive: [key], holds: [] };
}

it('an exclusive key that another round uses refuses with its own refusal, which is told the round that uses it', async () => {
  const world = deps();
  const first = round();
  await reserveRound(first, world);
  await expect(reserveRound(round(), world)).rejects.toMatchObject({
    code: 'duplicate_round',
    details: { members: { roundId: first.roundId } },
  });
});

it('a failure after which the caller may send the same again gives the key back', async () => {
  const world = deps();
  const first = round();
  await releaseReservation(first, (await reserveRound(first, world)).token, new GatewayError('at_capacity'), world);
  await expect(reserveRound(round(), world)).resolves.toMatchObject({ token: expect.any(String) as string });
});

describe('a hold that does not fit', () => {
  const refuse = (): GatewayError => new GatewayError('quota_committed');
  const account = `subscription:${sampleRoundId()}`;
  const hold = { account, units: 5, available: 4n, slot: 1, until: 'settled', refuse } as const;

  it('is refused with its own refusal', async () => {
    await expect(reserveRound({ ...round(), holds: [hold] }, deps())).rejects.toMatchObject({ code: 'quota_committed' });
  });

  it('is taken when the account, looked up afresh, has enough', async () => {
    const afresh = { ...hold, afresh: () => Promise.resolve({ ...hold, available: 5n, slot: 2 }) };
    await expect(reserveRound({ ...round(), holds: [afresh] }, deps())).resolves.toMatchObject({ token: expect.any(String) as string });
  });

  it('is looked up afresh once, and then refused with what that look found', async () => {
    let looks = 0;
    const afresh = (): Promise<AdmittedHold> => {
      looks += 1;
      return Promise.resolve({ ...hold, slot: 2, afresh, refuse: () => new GatewayError('subscription_exhausted') });
    };
    await expect(reserveRound({ ...round(), holds: [{ ...hold, afresh }] }, deps())).rejects.toMatchObject({
      code: 'subscription_exhausted',
    });
    expect(looks).toBe(1);
  });
});

it('a failure that leaves the reservation to itself ends nothing', async () => {
  const world = deps();
  const first = round();
  const { token } = await reserveRound(first, world);
  await releaseReservation(first, token, new GatewayError('payment_unknown'), world);
  expect(await world.outbox.read(first.roundId)).toMatchObject({ state: 'reserved' });
});

it('any other failure leaves it used', async () => {
  const world = deps();
  const first = round();
  await releaseReservation(first, (await reserveRound(first, world)).token, new GatewayError('upstream_failure'), world);
  await expect(reserveRound(round(), world)).rejects.toMatchObject({ code: 'duplicate_round' });
});
