import assert from 'node:assert/strict';
import { sampleRoundId } from './samples.js';
import { SIGNATURE, Steps, scenario, type OutboxScenario } from './scenario.js';

/** Rules of the ledger's reading: what is available of an account, and since when. */
export const readingScenarios: readonly OutboxScenario[] = [
  scenario('a settled round stays committed until a reading of its slot or later is known', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending({ available: 1n, slot: 5 });
    await steps.settle(await steps.claim(roundId), { slot: 20, available: 1n, readingSlot: 19 });
    assert.equal((await steps.reserve(sampleRoundId(), { available: 1n, slot: 19 })).outcome, 'held');
    await steps.outbox.storeReading({ quotaKey: steps.quotaKey, available: 1n, slot: 20 });
    assert.equal((await steps.reserve(sampleRoundId(), { available: 1n, slot: 20 })).outcome, 'reserved');
  }),
  scenario('a reading counts a settlement from the slot at which it was seen, not from its own', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending({ available: 1n, slot: 5 });
    await steps.settle(await steps.claim(roundId), { slot: 20, seenAtSlot: 25, available: 1n, readingSlot: 24 });
    assert.equal((await steps.reserve(sampleRoundId(), { available: 1n, slot: 24 })).outcome, 'held');
    await steps.reserved({ available: 1n, slot: 25 });
  }),
  scenario('a settlement of an unknown slot is one, and says so', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending();
    await steps.settle(await steps.claim(roundId), { slot: null, seenAtSlot: 30 });
    assert.deepEqual((await steps.outbox.read(roundId))?.settlement, { signature: SIGNATURE, slot: null, final: false });
  }),
  scenario('a settlement that brings the reading of its own slot releases its unit at once, and no other', async (open) => {
    const steps = new Steps(await open());
    const settled = await steps.pending({ available: 2n });
    await steps.pending({ available: 2n });
    await steps.settle(await steps.claim(settled), { slot: 20, available: 2n, readingSlot: 20 });
    assert.equal((await steps.reserve(sampleRoundId(), { available: 2n, slot: 20 })).outcome, 'reserved');
    assert.equal((await steps.reserve(sampleRoundId(), { available: 2n, slot: 20 })).outcome, 'held');
  }),
  scenario('of two readings the one of the higher slot wins, at the same slot the smaller', async (open) => {
    const steps = new Steps(await open());
    await steps.outbox.storeReading({ quotaKey: steps.quotaKey, available: 0n, slot: 7 });
    assert.equal((await steps.reserve(sampleRoundId(), { available: 9n, slot: 6 })).outcome, 'held');
    assert.equal((await steps.reserve(sampleRoundId(), { available: 9n, slot: 7 })).outcome, 'held');
    assert.equal((await steps.reserve(sampleRoundId(), { available: 9n, slot: 8 })).outcome, 'reserved');
    assert.equal((await steps.reserve(sampleRoundId(), { available: 1n, slot: 8 })).outcome, 'held');
  }),
  scenario('slots are compared as numbers, and a quota of any 64-bit size is enough for one more round', async (open) => {
    const steps = new Steps(await open());
    await steps.outbox.storeReading({ quotaKey: steps.quotaKey, available: 0n, slot: 9 });
    assert.equal((await steps.reserve(sampleRoundId(), { available: 2n ** 64n - 1n, slot: 10 })).outcome, 'reserved');
  }),
  scenario('a reading is never allowed more than it says itself, whatever reading of a higher slot is known', async (open) => {
    const steps = new Steps(await open());
    await steps.outbox.storeReading({ quotaKey: steps.quotaKey, available: 9n, slot: 1_000_000_000 });
    assert.equal((await steps.reserve(sampleRoundId(), { available: 0n, slot: 5 })).outcome, 'held');
    await steps.reserved({ available: 1n, slot: 6 });
    assert.equal((await steps.reserve(sampleRoundId(), { available: 1n, slot: 7 })).outcome, 'held');
  }),
  scenario('a settlement lowers a reading of a higher slot to what it has left, until the next reading', async (open) => {
    const steps = new Steps(await open());
    const roundId = await steps.pending({ available: 3n, slot: 5 });
    await steps.outbox.storeReading({ quotaKey: steps.quotaKey, available: 3n, slot: 150 });
    await steps.settle(await steps.claim(roundId), { slot: 6, available: 2n });
    const reading = async () => (await steps.outbox.holdTotals(steps.quotaKey, { holders: 0 })).reading;
    assert.deepEqual(await reading(), { available: 2n, slot: 150 });
    await steps.outbox.storeReading({ quotaKey: steps.quotaKey, available: 9n, slot: 151 });
    assert.deepEqual(await reading(), { available: 9n, slot: 151 });
  }),
  scenario('an operator lists the readings, and resets one: what rounds hold stays held', async (open) => {
    const steps = new Steps(await open());
    const { outbox, quotaKey } = steps;
    assert.deepEqual(await outbox.storedReadings({ limit: 9 }), []);
    assert.equal(await outbox.resetReading(quotaKey), false);
    await steps.reserved({ available: 3n, slot: 5 });
    await outbox.storeReading({ quotaKey, available: 0n, slot: 1_000_000_000 });
    await outbox.storeReading({ quotaKey: 'fee-balance:any', available: 7n, slot: 6 });
    const listed = await outbox.storedReadings({ limit: 9 });
    const reading = listed.find((one) => one.quotaKey === quotaKey);
    assert.deepEqual(listed.map((one) => one.quotaKey).sort(), ['fee-balance:any', quotaKey].sort());
    assert.deepEqual([reading?.available, reading?.slot, reading?.committed], [0n, 1_000_000_000, 1n]);
    assert.ok((reading?.ageMs ?? -1) >= 0);
    assert.equal((await outbox.storedReadings({ limit: 1 })).length, 1);
    assert.equal(await outbox.resetReading(quotaKey), true);
    assert.deepEqual(
      (await outbox.storedReadings({ limit: 9 })).map((one) => one.quotaKey),
      ['fee-balance:any'],
    );
    await steps.reserved({ available: 2n, slot: 7 });
    assert.equal((await steps.reserve(sampleRoundId(), { available: 2n, slot: 7 })).outcome, 'held');
  }),
];
