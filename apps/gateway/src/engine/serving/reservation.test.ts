import { connectRedis, createOutbox, type Outbox } from '@oracle-gateway/outbox';
import { sampleAddress, sampleRoundId } from '@oracle-gateway/outbox/testing';
import { afterAll, describe, expect, inject, it } from 'vitest';
import type { AdmittedHold } from '../model/admitted-round.js';
import type { PathPolicy } from '../model/path-policy.js';
import { withHold } from '../../admission/with-hold.js';
import { GatewayError } from '../../errors/gateway-error.js';
import { stageRound, withPorts } from '../../../tests/fakes/staged-round.js';
import { releaseReservation, reserveRound } from './reservation.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

const { round: admitted, ports: staged } = stageRound({ nodes: [], quorum: 0 });

function openPorts() {
  const records: Outbox = createOutbox({ redis, gateway: sampleAddress(), identityTtlSeconds: 60, resultTtlSeconds: 60 });
  const outboxTrouble = (): never => {
    throw new Error('no trouble is expected');
  };
  return { records, ports: withPorts(staged, { records, events: { outboxTrouble }, settings: { maxInFlight: 10 } }) };
}

function round() {
  const key = { name: 'authorization:a', lifeMs: 60_000, refusal: 'authorization_used' } as const;
  const holds: readonly AdmittedHold[] = [];
  return { ...admitted, roundId: sampleRoundId(), exclusive: [key], holds };
}

type Policy = PathPolicy<ReturnType<typeof round>>;
const policy: Pick<Policy, 'refuse'> = {
  refuse: ({ refusal, usedBy }) => (usedBy === undefined ? new GatewayError(refusal) : new GatewayError('duplicate_round').about(usedBy)),
};

it('an exclusive key that another round uses refuses with its own refusal, which is told the round that uses it', async () => {
  const { ports: world } = openPorts();
  const first = round();
  await reserveRound(first, policy, world);
  await expect(reserveRound(round(), policy, world)).rejects.toMatchObject({
    code: 'duplicate_round',
    details: { members: { roundId: first.roundId } },
  });
});

it('a failure after which the caller may send the same again gives the key back', async () => {
  const { ports: world } = openPorts();
  const first = round();
  await releaseReservation(first, (await reserveRound(first, policy, world)).token, new GatewayError('at_capacity'), world);
  await expect(reserveRound(round(), policy, world)).resolves.toMatchObject({ token: expect.any(String) as string });
});

describe('a hold that does not fit', () => {
  const quotaKey = `subscription:${sampleRoundId()}`;
  const hold = { quotaKey, units: 5, available: 4n, slot: 1, until: 'settled', refusal: 'quota_committed' } as const;

  it('is refused with its own refusal', async () => {
    await expect(reserveRound({ ...round(), holds: [hold] }, policy, openPorts().ports)).rejects.toMatchObject({ code: 'quota_committed' });
  });

  it('is taken when the account, looked up afresh, has enough', async () => {
    const reread: NonNullable<Policy['reread']> = (read, of) => Promise.resolve(withHold(of, { ...read, available: 5n, slot: 2 }));
    const taken = reserveRound({ ...round(), holds: [{ ...hold, isReread: true }] }, { ...policy, reread }, openPorts().ports);
    await expect(taken).resolves.toMatchObject({ token: expect.any(String) as string });
  });

  it('is looked up afresh once, and then refused with what that check found', async () => {
    let checks = 0;
    const reread: NonNullable<Policy['reread']> = (read, of) => {
      checks += 1;
      return Promise.resolve(withHold(of, { ...read, slot: 2, refusal: 'subscription_exhausted' }));
    };
    const taken = reserveRound({ ...round(), holds: [{ ...hold, isReread: true }] }, { ...policy, reread }, openPorts().ports);
    await expect(taken).rejects.toMatchObject({ code: 'subscription_exhausted' });
    expect(checks).toBe(1);
  });
});

it('a failure that leaves the reservation to itself ends nothing', async () => {
  const { records, ports: world } = openPorts();
  const first = round();
  const { token } = await reserveRound(first, policy, world);
  await releaseReservation(first, token, new GatewayError('payment_unknown'), world);
  expect(await records.read(first.roundId)).toMatchObject({ state: 'reserved' });
});

it('any other failure leaves it used', async () => {
  const { ports: world } = openPorts();
  const first = round();
  await releaseReservation(first, (await reserveRound(first, policy, world)).token, new GatewayError('upstream_failure'), world);
  await expect(reserveRound(round(), policy, world)).rejects.toMatchObject({ code: 'duplicate_round' });
});
