import type { RoundId } from '@oracle-gateway/protocol';
import assert from 'node:assert/strict';
import type { Outbox } from '../commands/outbox.js';
import { sampleRoundId } from './samples.js';
import { OVER_AT_ONCE_MS, Steps, scenario, type OutboxScenario } from './scenario.js';

const NAME = 'payer:any';

/** Every page of a list, one after the other. */
async function pagesOf(outbox: Outbox, limit: number): Promise<RoundId[][]> {
  const pages: RoundId[][] = [];
  for (let before: string | null | undefined; before !== null;) {
    const page = await outbox.listed({ name: NAME, limit, ...(before === undefined ? {} : { before }) });
    pages.push(page.rounds.map(({ roundId }) => roundId));
    before = page.next;
    assert.ok(pages.length <= 100, 'the pages have an end');
  }
  return pages;
}

/** Rules of the lists of rounds by who asked. */
export const listScenarios: readonly OutboxScenario[] = [
  scenario('rounds are listed under their name and no other, the newest first, as they stand', async (open) => {
    const steps = new Steps(await open());
    const failed = await steps.reserved({ listedUnder: NAME });
    await steps.outbox.fail({ ...failed, reason: 'upstream_failure' });
    const settled = await steps.settled({ listedUnder: NAME });
    await steps.reserved({ listedUnder: 'payer:another' });
    await steps.reserved();
    const { rounds, next } = await steps.outbox.listed({ name: NAME, limit: 100 });
    assert.deepEqual(
      rounds.map(({ roundId, state, reason }) => [roundId, state, reason]),
      [
        [settled, 'settled', undefined],
        [failed.roundId, 'failed', 'upstream_failure'],
      ],
    );
    assert.deepEqual(rounds[0], await steps.outbox.read(settled));
    assert.equal(next, null);
    assert.deepEqual(await steps.outbox.listed({ name: 'payer:nobody', limit: 1 }), { rounds: [], next: null });
  }),
  scenario('the pages of a list hold each of its rounds once, also of those reserved in one moment', async (open) => {
    const steps = new Steps(await open());
    const reserved = await Promise.all(Array.from({ length: 25 }, () => steps.reserved({ listedUnder: NAME })));
    for (const limit of [1, 7, 25, 100]) {
      const pages = await pagesOf(steps.outbox, limit);
      assert.equal(pages.length, Math.ceil(25 / limit));
      assert.deepEqual(new Set(pages.flat()), new Set(reserved.map(({ roundId }) => roundId)));
      assert.equal(pages.flat().length, 25);
    }
  }),
  scenario('a round that arrives between two pages changes neither', async (open) => {
    const steps = new Steps(await open());
    const [first, second] = [await steps.reserved({ listedUnder: NAME }), await steps.reserved({ listedUnder: NAME })];
    const newest = await steps.outbox.listed({ name: NAME, limit: 1 });
    assert.deepEqual(
      newest.rounds.map(({ roundId }) => roundId),
      [second.roundId],
    );
    await steps.reserved({ listedUnder: NAME });
    const older = await steps.outbox.listed({ name: NAME, limit: 1, before: newest.next ?? '' });
    assert.deepEqual([older.rounds.map(({ roundId }) => roundId), older.next], [[first.roundId], null]);
  }),
  scenario('a round is listed under a further name once it has a result', async (open) => {
    const steps = new Steps(await open());
    const [first, second] = [await steps.reserved({ listedUnder: 'payer:another' }), await steps.reserved()];
    assert.deepEqual(await pagesOf(steps.outbox, 10), [[]]);
    for (const reservation of [second, first]) await steps.commit(reservation, { listedUnder: NAME });
    // Repeated, as a client does whose connection broke.
    await steps.commit(first, { listedUnder: NAME });
    assert.deepEqual(await pagesOf(steps.outbox, 10), [[first.roundId, second.roundId]]);
    const another = await steps.outbox.listed({ name: 'payer:another', limit: 10 });
    assert.deepEqual(
      another.rounds.map(({ roundId, state }) => [roundId, state]),
      [[first.roundId, 'pending']],
    );
    await assert.rejects(steps.commit(await steps.reserved(), { listedUnder: 'a b' }), RangeError);
  }),
  scenario('a refused round is not listed, and a replay is listed once', async (open) => {
    const steps = new Steps(await open());
    const { roundId } = await steps.reserved({ listedUnder: NAME, deadlineMs: OVER_AT_ONCE_MS });
    assert.equal((await steps.reserve(roundId, { listedUnder: NAME })).outcome, 'reserved');
    assert.equal((await steps.reserve(roundId, { listedUnder: NAME })).outcome, 'duplicate');
    assert.equal((await steps.reserve(sampleRoundId(), { listedUnder: NAME, available: 0n, slot: 2 })).outcome, 'held');
    assert.equal((await steps.reserve(sampleRoundId(), { listedUnder: NAME, slot: 3, maxInFlight: 0 })).outcome, 'at_capacity');
    assert.deepEqual(await pagesOf(steps.outbox, 10), [[roundId]]);
  }),
  scenario('a list has a name, a page at most a hundred rounds, and a cursor comes from another page', async (open) => {
    const steps = new Steps(await open());
    await assert.rejects(steps.reserve(sampleRoundId(), { listedUnder: '' }), RangeError);
    await assert.rejects(steps.reserve(sampleRoundId(), { listedUnder: 'a b' }), RangeError);
    await assert.rejects(steps.outbox.listed({ name: 'a b', limit: 1 }), RangeError);
    for (const limit of [0, 101, 1.5]) await assert.rejects(steps.outbox.listed({ name: NAME, limit }), RangeError);
    for (const before of ['', '-1', '+inf', '(1', '01', '1'.repeat(17)]) {
      await assert.rejects(steps.outbox.listed({ name: NAME, limit: 1, before }), RangeError);
    }
  }),
];
