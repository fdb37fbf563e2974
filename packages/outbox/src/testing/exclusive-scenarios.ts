import type { RoundId } from '@oracle-gateway/protocol';
import assert from 'node:assert/strict';
import type { ExclusiveKey } from '../records/exclusive-key.js';
import { PaymentSteps, RECEIPT } from './payment-steps.js';
import { sampleRoundId } from './samples.js';
import { OUTLASTS_MS, OVER_AT_ONCE_MS, Steps, scenario, type OutboxScenario } from './scenario.js';

/** Limit on reservations while a test waits for a tick or a life to pass. */
const MAX_TRIES = 100_000;

function key(name: string, members: Partial<ExclusiveKey> = {}): ExclusiveKey {
  return { name, lifeMs: OUTLASTS_MS, ...members };
}

/** Rules of what one round alone may use. */
export const exclusiveScenarios: readonly OutboxScenario[] = [
  scenario('an exclusive key is one round’s, and who is refused hears which key and whose', async (open) => {
    const steps = new Steps(await open());
    const { roundId } = await steps.reserved({ exclusive: [key('authorization:a')] });
    const refused = await steps.reserve(sampleRoundId(), { exclusive: [key('authorization:b'), key('authorization:a')] });
    assert.deepEqual(refused, { outcome: 'used', name: 'authorization:a', roundId });
    await steps.reserved({ exclusive: [key('authorization:b')] });
  }),
  scenario(
    'a round refused for its holds or for places in flight has used no key; one refused for a key has taken no unit',
    async (open) => {
      const steps = new Steps(await open());
      const exclusive = [key('authorization:a')];
      assert.equal((await steps.reserve(sampleRoundId(), { exclusive, available: 0n })).outcome, 'held');
      assert.equal((await steps.reserve(sampleRoundId(), { exclusive, slot: 2, maxInFlight: 0 })).outcome, 'at_capacity');
      await steps.reserved({ exclusive, available: 2n, slot: 3 });
      assert.equal((await steps.reserve(sampleRoundId(), { exclusive, available: 2n, slot: 3 })).outcome, 'used');
      await steps.reserved({ available: 2n, slot: 3 });
    },
  ),
  scenario('a replayed round is a duplicate, whatever became of its keys', async (open) => {
    const steps = new Steps(await open());
    const { roundId } = await steps.reserved({ exclusive: [key('authorization:a')] });
    assert.equal((await steps.reserve(roundId, { exclusive: [key('authorization:a')] })).outcome, 'duplicate');
  }),
  scenario('a key stays used when its round is settled, has failed or has expired', async (open) => {
    const steps = new Steps(await open());
    const settled = await steps.settled({ exclusive: [key('a')] });
    const failed = await steps.reserved({ exclusive: [key('b')] });
    await steps.outbox.fail({ ...failed, reason: 'upstream_failure' });
    const expired = await steps.reserved({ exclusive: [key('c')], deadlineMs: OVER_AT_ONCE_MS });
    await steps.outbox.expireReservations({ limit: 10 });
    for (const [name, roundId] of Object.entries({ a: settled, b: failed.roundId, c: expired.roundId })) {
      assert.deepEqual(await steps.reserve(sampleRoundId(), { exclusive: [key(name)] }), { outcome: 'used', name, roundId });
    }
  }),
  scenario('a round that fails gives back the keys that are named, and none that another round uses', async (open) => {
    const steps = new Steps(await open());
    const other = await steps.reserved({ exclusive: [key('c')] });
    const failed = await steps.reserved({ exclusive: [key('a'), key('b')] });
    await steps.outbox.fail({ ...failed, reason: 'at_capacity', giveBack: ['a', 'c'] });
    await steps.reserved({ exclusive: [key('a')] });
    assert.deepEqual(await steps.reserve(sampleRoundId(), { exclusive: [key('b')] }), {
      outcome: 'used',
      name: 'b',
      roundId: failed.roundId,
    });
    assert.deepEqual(await steps.reserve(sampleRoundId(), { exclusive: [key('c')] }), {
      outcome: 'used',
      name: 'c',
      roundId: other.roundId,
    });
  }),
  scenario('a key that says so is free once its round has failed, has expired or is unpaid, and not before', async (open) => {
    const steps = new PaymentSteps(await open());
    const exclusive = [key('name', { freeOnceUnserved: true })];
    const isUsedBy = async (roundId: RoundId): Promise<void> => {
      assert.deepEqual(await steps.reserve(sampleRoundId(), { exclusive }), { outcome: 'used', name: 'name', roundId });
    };
    const failed = await steps.reserved({ exclusive });
    await isUsedBy(failed.roundId);
    await steps.outbox.fail({ ...failed, reason: 'upstream_failure' });
    const expired = await steps.reserved({ exclusive, deadlineMs: OVER_AT_ONCE_MS });
    await isUsedBy(expired.roundId);
    await steps.outbox.expireReservations({ limit: 10 });
    const unpaid = await steps.settling({ exclusive });
    await isUsedBy(unpaid.roundId);
    await steps.outbox.doubtPayment(unpaid, { reason: 'unknown' });
    await isUsedBy(unpaid.roundId);
    const claim = await steps.claimPayment(unpaid.roundId);
    await steps.outbox.refusePayment(claim, { reason: 'not made' });
    const paid = await steps.settling({ exclusive });
    await steps.outbox.pay(paid, RECEIPT);
    await isUsedBy(paid.roundId);
  }),
  scenario('of many that take a key whose round has failed, one gets it', async (open) => {
    const steps = new Steps(await open());
    const exclusive = [key('name', { freeOnceUnserved: true })];
    const failed = await steps.reserved({ exclusive });
    await steps.outbox.fail({ ...failed, reason: 'upstream_failure' });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => steps.reserve(sampleRoundId(), { exclusive })));
    assert.equal(outcomes.filter(({ outcome }) => outcome === 'reserved').length, 1);
    assert.equal(outcomes.filter(({ outcome }) => outcome === 'used').length, 9);
  }),
  scenario('a round that has failed frees no other key than the one that says so', async (open) => {
    const steps = new Steps(await open());
    const exclusive = [key('name', { freeOnceUnserved: true }), key('authorization:a')];
    const failed = await steps.reserved({ exclusive });
    await steps.outbox.fail({ ...failed, reason: 'upstream_failure' });
    const again = await steps.reserve(sampleRoundId(), { exclusive });
    assert.deepEqual(again, { outcome: 'used', name: 'authorization:a', roundId: failed.roundId });
    await steps.reserved({ exclusive: [key('name', { freeOnceUnserved: true }), key('authorization:b')] });
  }),
  scenario('a caller that does not hold the reservation gives nothing back', async (open) => {
    const steps = new Steps(await open());
    const { roundId } = await steps.reserved({ exclusive: [key('a')] });
    await assert.rejects(steps.outbox.fail({ roundId, token: 'another', reason: 'no', giveBack: ['a'] }));
    assert.equal((await steps.reserve(sampleRoundId(), { exclusive: [key('a')] })).outcome, 'used');
  }),
  scenario('the holder of a key can be read, and is absent once the key was given back', async (open) => {
    const steps = new Steps(await open());
    assert.equal(await steps.outbox.exclusiveUser('a'), null);
    const { roundId, token } = await steps.reserved({ exclusive: [key('a'), key('b')] });
    assert.equal(await steps.outbox.exclusiveUser('a'), roundId);
    await steps.outbox.fail({ roundId, token, reason: 'at_capacity', giveBack: ['a'] });
    assert.deepEqual([await steps.outbox.exclusiveUser('a'), await steps.outbox.exclusiveUser('b')], [null, roundId]);
    await assert.rejects(steps.outbox.exclusiveUser('a b'), RangeError);
  }),
  scenario('a key has a life of its own, and is free when it is over', async (open) => {
    const steps = new Steps(await open());
    await steps.reserved({ exclusive: [key('a', { lifeMs: 100 })] });
    assert.equal((await steps.reserve(sampleRoundId(), { exclusive: [key('a')] })).outcome, 'used');
    let tries = 0;
    while ((await steps.reserve(sampleRoundId(), { exclusive: [key('a')] })).outcome === 'used') assert.ok((tries += 1) < MAX_TRIES);
  }),
  scenario('a key of ticks is used once in each tick of the reservation’s own time', async (open) => {
    const steps = new Steps(await open());
    const tickMs = 5;
    const ticks: number[] = [];
    for (let tries = 0; ticks.length < 5; tries += 1) {
      assert.ok(tries < MAX_TRIES);
      const reserved = await steps.reserve(sampleRoundId(), { exclusive: [key('tick', { tickMs })] });
      if (reserved.outcome === 'reserved') ticks.push(Math.floor(reserved.redisTimeMs / tickMs));
    }
    assert.equal(new Set(ticks).size, ticks.length);
  }),
  scenario('within one tick no second round is reserved, whatever becomes of the first', async (open) => {
    const steps = new Steps(await open());
    const exclusive = [key('tick', { lifeMs: 1e13, tickMs: 1e12 })];
    const first = await steps.reserved({ exclusive });
    await steps.outbox.fail({ ...first, reason: 'upstream_failure' });
    const refused = await steps.reserve(sampleRoundId(), { exclusive });
    assert.deepEqual(refused, { outcome: 'used', name: 'tick', roundId: first.roundId });
  }),
  scenario('exclusive keys of one reservation have distinct names, a life, and ticks shorter than that', async (open) => {
    const steps = new Steps(await open());
    const refused: readonly (readonly ExclusiveKey[])[] = [
      [key('a'), key('a')],
      [key('a b')],
      [key('a', { lifeMs: 0 })],
      [key('a', { lifeMs: 1.5 })],
      [key('a', { lifeMs: 100, tickMs: 100 })],
      [key('a', { tickMs: 0 })],
      Array.from({ length: 5 }, (_, index) => key(`a${index}`)),
    ];
    for (const exclusive of refused) await assert.rejects(steps.reserve(sampleRoundId(), { exclusive }), RangeError);
  }),
];
