import type { RoundId } from '@oracle-gateway/protocol';
import assert from 'node:assert/strict';
import type { Hold } from '../records/hold.js';
import { sampleRoundId } from './samples.js';
import { OVER_AT_ONCE_MS, Steps, scenario, type OutboxScenario } from './scenario.js';

const PRICE = 5;

/** A round's price of an escrow that holds `balance`; the rounds `counted` are gone from it already. */
function price(steps: Steps, input: { balance: bigint; slot?: number; counted?: readonly RoundId[]; units?: number }): Hold {
  const { balance, slot = 10, counted = [], units = PRICE } = input;
  return {
    quotaKey: steps.quotaKey,
    units,
    available: balance,
    slot,
    until: 'settled',
    counted: counted.map((roundId) => ({ roundId, units: PRICE })),
  };
}

/** Rules of rounds that the ledger’s reading counts before their records are settled, and of what rounds hold of an account. */
export const countedScenarios: readonly OutboxScenario[] = [
  scenario('a round that the reading counts already is not counted once more', async (open) => {
    const steps = new Steps(await open());
    const settledOnLedger = await steps.pending({ holds: [price(steps, { balance: 10n, slot: 1 })] });
    assert.equal((await steps.reserve(sampleRoundId(), { holds: [price(steps, { balance: 5n })] })).outcome, 'held');
    const counted = [settledOnLedger];
    await steps.reserved({ holds: [price(steps, { balance: 5n, counted })] });
    assert.equal((await steps.reserve(sampleRoundId(), { holds: [price(steps, { balance: 5n, counted })] })).outcome, 'held');
  }),
  scenario('what is counted stays held: its own settlement gives it back, once', async (open) => {
    const steps = new Steps(await open());
    const first = await steps.pending({ holds: [price(steps, { balance: 10n, slot: 1 })] });
    await steps.reserved({ holds: [price(steps, { balance: 5n, counted: [first] })] });
    assert.equal((await steps.outbox.holdTotals(steps.quotaKey, { holders: 0 })).committed, 10n);
    await steps.settle(await steps.claim(first), { slot: 9, seenAtSlot: 10, available: 5n });
    assert.equal((await steps.outbox.holdTotals(steps.quotaKey, { holders: 0 })).committed, 5n);
    const held = await steps.reserve(sampleRoundId(), { holds: [price(steps, { balance: 5n, counted: [first], units: 1 })] });
    assert.equal(held.outcome, 'held', 'it holds no longer, so there is nothing to leave out');
  }),
  scenario('only what a round holds is left out: not another amount, nor a round that holds nothing', async (open) => {
    const steps = new Steps(await open());
    await steps.pending({ holds: [price(steps, { balance: 10n, slot: 1 })] });
    const other = await steps.pending({ holds: [price(steps, { balance: 10n, slot: 1, units: 4 })] });
    for (const counted of [[other], [sampleRoundId()]]) {
      assert.equal((await steps.reserve(sampleRoundId(), { holds: [price(steps, { balance: 5n, counted })] })).outcome, 'held');
    }
  }),
  scenario('a round that was settled later than the reading is left out too, when the reading was seen to count it', async (open) => {
    const steps = new Steps(await open());
    const first = await steps.pending({ holds: [price(steps, { balance: 10n, slot: 1 })] });
    await steps.settle(await steps.claim(first), { slot: 9, seenAtSlot: 12, available: 5n, readingSlot: 10 });
    await steps.reserved({ holds: [price(steps, { balance: 5n, slot: 11, counted: [first] })] });
  }),
  scenario('where a newer reading is known, it and the one that counts must both allow the round', async (open) => {
    const steps = new Steps(await open());
    const counted = [await steps.pending({ holds: [price(steps, { balance: 10n, slot: 1 })] })];
    await steps.outbox.storeReading({ quotaKey: steps.quotaKey, available: 10n, slot: 11 });
    const seenBefore = price(steps, { balance: 5n, counted, units: 6 });
    assert.equal((await steps.reserve(sampleRoundId(), { holds: [seenBefore] })).outcome, 'held', 'what was seen is lost');
    await steps.reserved({ holds: [{ ...seenBefore, units: 5 }] });
    await steps.outbox.storeReading({ quotaKey: steps.quotaKey, available: 6n, slot: 12 });
    const another = price(steps, { balance: 20n, counted, units: 2 });
    assert.equal((await steps.reserve(sampleRoundId(), { holds: [another] })).outcome, 'held', 'the rest was withdrawn');
    await steps.reserved({ holds: [{ ...another, units: 1 }] });
  }),
  scenario('a newer reading that allows more than was seen is not enough: what was seen may be read again', async (open) => {
    const steps = new Steps(await open());
    const counted = [await steps.pending({ holds: [price(steps, { balance: 10n, slot: 1 })] })];
    await steps.outbox.storeReading({ quotaKey: steps.quotaKey, available: 100n, slot: 11 });
    const units = 50;
    assert.equal((await steps.reserve(sampleRoundId(), { holds: [price(steps, { balance: 5n, counted, units })] })).outcome, 'held');
    await steps.reserved({ holds: [price(steps, { balance: 100n, slot: 12, counted, units })] });
  }),
  scenario('a round that is rolled back holds as before, and gives back once', async (open) => {
    const steps = new Steps(await open());
    const lost = await steps.pending({ holds: [price(steps, { balance: 10n, slot: 1 })] });
    await steps.settle(await steps.claim(lost), { available: 5n });
    await steps.outbox.rollBack({ roundId: lost, seenAtSlot: 10, reason: 'rolled_back' });
    assert.deepEqual(await steps.outbox.holdTotals(steps.quotaKey, { holders: 1 }), {
      committed: 5n,
      unsettledRounds: 1,
      reading: { available: 5n, slot: 10 },
      holders: [{ roundId: lost, units: PRICE }],
    });
    await steps.settle(await steps.claim(lost), { slot: 13, available: 5n });
    assert.equal((await steps.outbox.holdTotals(steps.quotaKey, { holders: 1 })).committed, 0n);
  }),
  scenario('an account’s totals are what is held of it, and name unsettled rounds before rounds that wait for a reading', async (open) => {
    const steps = new Steps(await open());
    const empty = { committed: 0n, unsettledRounds: 0, reading: null, holders: [] };
    assert.deepEqual(await steps.outbox.holdTotals(steps.quotaKey, { holders: 500 }), empty);
    const waiting = await steps.pending({ holds: [price(steps, { balance: 100n, slot: 1 })] });
    await steps.settle(await steps.claim(waiting), { slot: 20, readingSlot: 1 });
    const pending = await steps.pending({ holds: [price(steps, { balance: 100n, slot: 1, units: 7 })] });
    const { roundId: reserved } = await steps.reserved({ holds: [price(steps, { balance: 100n, slot: 1, units: 1 })] });
    const { committed, unsettledRounds, reading, holders } = await steps.outbox.holdTotals(steps.quotaKey, { holders: 500 });
    assert.deepEqual([committed, unsettledRounds, reading], [13n, 2, { available: 99n, slot: 1 }]);
    assert.deepEqual(
      new Map(holders.map(({ roundId, units }) => [roundId, units])),
      new Map([
        [pending, 7],
        [reserved, 1],
        [waiting, PRICE],
      ]),
    );
    assert.equal(holders[2]?.roundId, waiting);
    assert.equal((await steps.outbox.holdTotals(steps.quotaKey, { holders: 2 })).holders.length, 2);
    assert.deepEqual((await steps.outbox.holdTotals('another', { holders: 2 })).holders, []);
  }),
  scenario('a round that fails, expires or lapses is in no standing', async (open) => {
    const steps = new Steps(await open());
    const holds = [price(steps, { balance: 100n, slot: 1 })];
    await steps.outbox.fail({ ...(await steps.reserved({ holds })), reason: 'no' });
    await steps.reserved({ holds, deadlineMs: OVER_AT_ONCE_MS });
    await steps.outbox.expireReservations({ limit: 10 });
    await steps.outbox.lapse(await steps.claim(await steps.pending({ holds })), 'no');
    const { committed, unsettledRounds, holders: left } = await steps.outbox.holdTotals(steps.quotaKey, { holders: 500 });
    assert.deepEqual([committed, unsettledRounds, left], [0n, 0, []]);
  }),
  scenario('no more holders are named than can be', async (open) => {
    const { outbox, quotaKey } = new Steps(await open());
    await assert.rejects(outbox.holdTotals(quotaKey, { holders: 501 }), RangeError);
    await assert.rejects(outbox.holdTotals(quotaKey, { holders: 0.5 }), RangeError);
    await assert.rejects(outbox.holdTotals('a b', { holders: 1 }), RangeError);
  }),
];
