import { type Address, formatAddress, formOfIndex } from '@oracle-gateway/protocol';
import { afterAll, describe, expect, inject, it } from 'vitest';
import {
  type ConcludedAmounts,
  type ConcludedRow,
  CONCLUSIONS,
  connectRedis,
  createBooks,
  createOutbox,
  outboxPrefix,
  type Outbox,
  type SettlementCharge,
  type UsageRow,
} from '../src/index.js';
import { sampleAddress, samplePayload, samplePayment, sampleRoundId, sampleSigned } from '../src/testing/index.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

const SIGNATURE = '5'.repeat(88);
const LEASE = { leaseMs: 60_000 };
const DAY_MS = 86_400_000;
const BOUND = 4_096;

interface World {
  readonly gateway: Address;
  readonly outbox: Outbox;
  /** Another process: it remembers nothing of the rounds. */
  readonly other: Outbox;
  /** Everything that the two processes have heard of conclusions. */
  readonly concluded: readonly ConcludedAmounts[];
}

function openWorld(): World {
  const gateway = sampleAddress();
  const concluded: ConcludedAmounts[] = [];
  const lives = { identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 };
  const open = (): Outbox => createOutbox({ redis, gateway, onConcluded: (round) => void concluded.push(round), ...lives });
  return { gateway, outbox: open(), other: open(), concluded };
}

function ofEscrow(payer: Address, amountAtomic: bigint): SettlementCharge {
  return { kind: 'escrow', payer, amountAtomic, requestSignature: new Uint8Array(64) };
}

function ofSubscription(subscriptionOwner: Address, feedOwner = subscriptionOwner): SettlementCharge {
  return { kind: 'subscription', subscriptionOwner, feedOwner };
}

/** A round that is settled, and how it is called. */
async function settled({ outbox }: World, path: string, charge: SettlementCharge) {
  const roundId = sampleRoundId();
  const asked = await outbox.reserve({ path, roundId, holds: [], deadlineMs: 60_000, maxInFlight: 100 });
  if (asked.outcome !== 'reserved') throw new Error('not reserved');
  const settlement = samplePayload({ charge });
  await outbox.commit({ roundId, token: asked.token, settlement, result: '{}' });
  return settleAgain(outbox, { roundId, settlement });
}

async function settleAgain<Round extends { readonly roundId: ReturnType<typeof sampleRoundId> }>(outbox: Outbox, round: Round) {
  const claim = await outbox.claim({ roundId: round.roundId, workerId: 'worker', early: true, ...LEASE });
  if (claim === null) throw new Error('not claimed');
  await outbox.settle(claim, { signature: SIGNATURE, slot: 7, seenAtSlot: 7, readings: [] });
  return { ...round, seenAtSlot: 7 };
}

/** A round whose payment has begun. */
async function paying({ outbox }: World, payer: Address, amountAtomic: bigint) {
  const roundId = sampleRoundId();
  const asked = await outbox.reserve({ path: 'x402', roundId, holds: [], deadlineMs: 60_000, maxInFlight: 100 });
  if (asked.outcome !== 'reserved') throw new Error('not reserved');
  const ticket = { roundId, token: asked.token };
  const payment = samplePayment({ payer, amountAtomic });
  await outbox.beginPayment({ ...ticket, payment, signed: sampleSigned(), result: '{}', ...LEASE });
  return ticket;
}

const receipt = { signature: SIGNATURE, slot: 7, text: null };

async function bookedRows({ gateway }: World): Promise<readonly ConcludedRow[]> {
  const pulled = await createBooks({ redis, gateway, pulledBy: 'test' }).pull({ limit: 100, leaseMs: 1_000 });
  return pulled.outcome === 'rows' ? pulled.rows.flatMap(({ row }) => (row === null || row.kind === 'gap' ? [] : [row])) : [];
}

function withoutDays(rows: readonly UsageRow[]): readonly Omit<UsageRow, 'day'>[] {
  return rows.map(({ day: _day, ...row }) => row);
}

describe('the usage of an owner', () => {
  it('has each charged round by its path and delegate, whichever process concludes it', async () => {
    const world = openWorld();
    const [owner, delegate, foreign] = [sampleAddress(), sampleAddress(), sampleAddress()];
    for (const charge of [ofSubscription(owner), ofSubscription(owner), ofSubscription(owner, delegate), ofSubscription(foreign)])
      expect(await world.outbox.finalize(await settled(world, 'subscription', charge))).toBe(true);
    const { roundId, seenAtSlot } = await settled(world, 'agent', ofEscrow(owner, 2_500n));
    expect(await world.other.finalize({ roundId, seenAtSlot })).toBe(true);
    await world.outbox.pay(await paying(world, owner, 3_000n), receipt);
    await world.other.pay(await paying(world, owner, 3_001n), { ...receipt, signature: '4'.repeat(88) });

    expect(withoutDays(await world.outbox.usage(owner))).toEqual([
      { path: 'agent', delegate: null, rounds: 1n, units: 1n, amount: 2_500n },
      { path: 'subscription', delegate: null, rounds: 2n, units: 2n, amount: 0n },
      { path: 'subscription', delegate, rounds: 1n, units: 1n, amount: 0n },
      { path: 'x402', delegate: null, rounds: 2n, units: 2n, amount: 6_001n },
    ]);
    expect(withoutDays(await world.outbox.usage(foreign))).toEqual([
      { path: 'subscription', delegate: null, rounds: 1n, units: 1n, amount: 0n },
    ]);
    expect(await world.outbox.usage(delegate)).toEqual([]);
  });

  it('has rounds beside the units that a list is charged as', async () => {
    const world = openWorld();
    const owner = sampleAddress();
    const roundId = sampleRoundId();
    const asked = await world.outbox.reserve({ path: 'agent', roundId, holds: [], deadlineMs: 60_000, maxInFlight: 100 });
    if (asked.outcome !== 'reserved') throw new Error('not reserved');
    const settlement = samplePayload({ charge: ofEscrow(owner, 9n), form: formOfIndex(3) });
    await world.outbox.commit({ roundId, token: asked.token, settlement, result: '{}' });
    await world.outbox.finalize(await settleAgain(world.outbox, { roundId, settlement }));
    await world.outbox.finalize(await settled(world, 'agent', ofEscrow(owner, 1n)));
    expect(withoutDays(await world.outbox.usage(owner))).toEqual([{ path: 'agent', delegate: null, rounds: 2n, units: 4n, amount: 10n }]);
  });

  it('has no round before it is charged, none that lapsed, and one whose settlement was rolled back only once', async () => {
    const world = openWorld();
    const owner = sampleAddress();
    const round = await settled(world, 'agent', ofEscrow(owner, 5n));
    expect(await world.outbox.usage(owner)).toEqual([]);
    expect(await world.outbox.rollBack({ ...round, reason: 'block lost' })).toBe(true);
    expect(await world.outbox.finalize(round)).toBe(false);
    expect(await world.outbox.usage(owner)).toEqual([]);
    const again = await settleAgain(world.outbox, round);
    await world.outbox.finalize(again);
    await world.outbox.finalize(again);
    const lapsing = await settled(world, 'agent', ofEscrow(owner, 6n));
    await world.outbox.rollBack({ ...lapsing, reason: 'block lost' });
    const claim = await world.outbox.claim({ roundId: lapsing.roundId, workerId: 'worker', early: true, ...LEASE });
    if (claim === null) throw new Error('not claimed');
    await world.outbox.lapse(claim, 'window passed');
    expect(withoutDays(await world.outbox.usage(owner))).toEqual([{ path: 'agent', delegate: null, rounds: 1n, units: 1n, amount: 5n }]);
  });

  it('has a payment that was sighted after it was given up', async () => {
    const world = openWorld();
    const payer = sampleAddress();
    const ticket = await paying(world, payer, 8n);
    await world.outbox.refusePayment(ticket, { reason: 'expired' });
    expect(await world.outbox.usage(payer)).toEqual([]);
    const seen = { roundId: ticket.roundId, signature: SIGNATURE, slot: null };
    await world.other.overturn(seen);
    await world.other.overturn(seen);
    expect(withoutDays(await world.outbox.usage(payer))).toEqual([{ path: 'x402', delegate: null, rounds: 1n, units: 1n, amount: 8n }]);
  });

  it('is the sum of the rows of the books, by their days', async () => {
    const world = openWorld();
    const owner = sampleAddress();
    for (let round = 0; round < 5; round += 1) await world.outbox.finalize(await settled(world, 'agent', ofEscrow(owner, 7n)));
    const rows = await bookedRows(world);
    const days = rows.map(({ atMs }) => new Date(atMs).toISOString().slice(0, 10));
    expect((await world.outbox.usage(owner)).map(({ day, rounds, amount }) => [day, rounds, amount])).toEqual(
      [...new Set(days)].map((day) => {
        const ofDay = rows.filter((_row, place) => days[place] === day);
        return [day, BigInt(ofDay.length), ofDay.reduce((sum, { amount }) => sum + amount, 0n)];
      }),
    );
    expect(rows).toHaveLength(5);
  });

  it('keeps 62 days: the first round of a day removes older sums, and the last one leaves 63 days later', async () => {
    const world = openWorld();
    const owner = sampleAddress();
    const key = `${outboxPrefix(world.gateway)}:usage:${formatAddress(owner)}`;
    const today = Math.floor(Date.now() / DAY_MS);
    await redis.hset(key, { day: today - 1, [`${today - 61} agent -`]: 3, [`${today - 62} agent -`]: 4, [`${today - 62} agent -$`]: 40 });
    await world.outbox.finalize(await settled(world, 'agent', ofEscrow(owner, 7n)));
    expect((await world.outbox.usage(owner)).map(({ units, amount }) => [units, amount])).toEqual([
      [3n, 0n],
      [1n, 7n],
    ]);
    expect(Object.keys(await redis.hgetall(key))).toHaveLength(4);
    const lifeMs = await redis.pttl(key);
    expect(lifeMs).toBeGreaterThan(62 * DAY_MS);
    expect(lifeMs).toBeLessThanOrEqual(63 * DAY_MS);
  });

  it('counts delegates past the bound together, and loses none of their units', async () => {
    const world = openWorld();
    const owner = sampleAddress();
    const key = `${outboxPrefix(world.gateway)}:usage:${formatAddress(owner)}`;
    const today = Math.floor(Date.now() / DAY_MS);
    await redis.hset(key, Object.fromEntries(Array.from({ length: BOUND }, (_none, at) => [`${today} full -${at}`, 1])));
    const delegates = [sampleAddress(), sampleAddress(), sampleAddress()];
    for (const delegate of delegates) await world.outbox.finalize(await settled(world, 'subscription', ofSubscription(owner, delegate)));
    expect(withoutDays(await world.outbox.usage(owner))).toEqual([
      { path: 'subscription', delegate: 'others', rounds: 3n, units: 3n, amount: 0n },
    ]);
    expect(await redis.hlen(key)).toBeLessThanOrEqual(BOUND + 2);
  });

  it('never stops a conclusion: a sum that has no room for more stays', async () => {
    const world = openWorld();
    const owner = sampleAddress();
    const key = `${outboxPrefix(world.gateway)}:usage:${formatAddress(owner)}`;
    const field = `${Math.floor(Date.now() / DAY_MS)} agent -`;
    await redis.hset(key, { [field]: '1', [`${field}$`]: (2n ** 63n - 1n).toString() });
    const round = await settled(world, 'agent', ofEscrow(owner, 7n));
    expect(await world.outbox.finalize(round)).toBe(true);
    expect((await world.outbox.read(round.roundId))?.settlement?.final).toBe(true);
    expect(await world.outbox.usage(owner)).toMatchObject([{ units: 2n, amount: 2n ** 63n - 1n }]);
  });
});

describe('the conclusions that processes hear of', () => {
  it('are the rows of the books, of every kind, each once however often its command is repeated', async () => {
    const world = openWorld();
    const { outbox, other } = world;
    const owner = sampleAddress();
    const final = await settled(world, 'agent', ofEscrow(owner, 5n));
    await outbox.finalize(final);
    await other.finalize(final);
    await other.finalize(await settled(world, 'subscription', ofSubscription(owner, sampleAddress())));

    const lapsing = await settled(world, 'agent', ofEscrow(owner, 6n));
    await outbox.rollBack({ ...lapsing, reason: 'block lost' });
    await other.rollBack({ ...lapsing, reason: 'block lost' });
    const claim = await outbox.claim({ roundId: lapsing.roundId, workerId: 'worker', early: true, ...LEASE });
    if (claim === null) throw new Error('not claimed');
    for (const process of [outbox, other]) await process.lapse(claim, 'window passed');

    const paid = await paying(world, owner, 7n);
    for (const process of [outbox, other]) await process.pay(paid, receipt);
    const givenUp = await paying(world, owner, 8n);
    await outbox.refusePayment(givenUp, { reason: 'expired' });
    for (const process of [outbox, other]) await process.overturn({ roundId: givenUp.roundId, signature: '4'.repeat(88), slot: null });

    const rows = await bookedRows(world);
    const booked = rows.map(({ kind, path, units, amount, unpaid }) => ({ kind, path, units, amount, unpaid }));
    expect(world.concluded).toEqual(booked);
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(CONCLUSIONS));
  });

  it('are told by no round whose record lost its entry, which is concluded all the same', async () => {
    const world = openWorld();
    const round = await settled(world, 'agent', ofEscrow(sampleAddress(), 5n));
    await redis.hdel(`${outboxPrefix(world.gateway)}:round:${round.roundId}`, 'entry0', 'entry1', 'entry2');
    expect(await world.other.finalize({ roundId: round.roundId, seenAtSlot: round.seenAtSlot })).toBe(true);
    expect(world.concluded).toEqual([]);
  });
});
