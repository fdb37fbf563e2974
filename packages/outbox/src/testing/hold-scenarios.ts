import assert from 'node:assert/strict';
import type { Hold } from '../records/hold.js';
import { sampleRoundId } from './samples.js';
import { OVER_AT_ONCE_MS, SIGNATURE, Steps, scenario, type OutboxScenario } from './scenario.js';

function cap(quotaKey: string, available: bigint, until: Hold['until'], units = 1): Hold {
  return {
    quotaKey,
    units,
    available,
    slot: null,
    until,
  };
}

/** Rules of what a round takes from quotas, and when it gives it back. */
export const holdScenarios: readonly OutboxScenario[] = [
  scenario('all holds of a round are taken or none, and the first that does not fit is named', async (open) => {
    const steps = new Steps(await open());
    await steps.reserved({ holds: [cap('b', 1n, 'answered')] });
    const refused = await steps.reserve(sampleRoundId(), {
      holds: [cap('a', 1n, 'answered'), cap('b', 1n, 'answered'), cap('c', 0n, 'answered')],
    });
    assert.deepEqual(refused, { outcome: 'held', quotaKey: 'b' });
    await steps.reserved({ holds: [cap('a', 1n, 'answered')] });
  }),
  scenario('a hold of several units fits only where so many are free', async (open) => {
    const steps = new Steps(await open());
    await steps.reserved({ holds: [cap('escrow', 10n, 'settled', 7)] });
    assert.equal((await steps.reserve(sampleRoundId(), { holds: [cap('escrow', 10n, 'settled', 4)] })).outcome, 'held');
    await steps.reserved({ holds: [cap('escrow', 10n, 'settled', 3)] });
  }),
  scenario('the answer gives back what was held until the answer, and nothing else', async (open) => {
    const steps = new Steps(await open());
    const [inFlight, paid] = [cap('in-flight', 1n, 'answered'), cap('paid', 1n, 'settled')];
    const reservation = await steps.reserved({ holds: [inFlight, paid] });
    assert.equal((await steps.reserve(sampleRoundId(), { holds: [inFlight] })).outcome, 'held');
    await steps.commit(reservation);
    assert.deepEqual(await steps.reserve(sampleRoundId(), { holds: [inFlight, paid] }), { outcome: 'held', quotaKey: 'paid' });
    await steps.reserved({ holds: [inFlight] });
    const held = (await steps.outbox.read(reservation.roundId))?.holds;
    assert.deepEqual(held, [{ quotaKey: 'paid', units: 1, until: 'settled', basis: 'fixed' }]);
  }),
  scenario('a round that fails or expires gives back all of its holds', async (open) => {
    const steps = new Steps(await open());
    const holds = [cap('in-flight', 1n, 'answered'), cap('paid', 1n, 'settled')];
    await steps.outbox.fail({ ...(await steps.reserved({ holds })), reason: 'no' });
    await steps.reserved({ holds, deadlineMs: OVER_AT_ONCE_MS });
    await steps.outbox.expireReservations({ limit: 10 });
    await steps.reserved({ holds });
  }),
  scenario('a fixed cap is free again with the settlement, because no reading will ever count it', async (open) => {
    const steps = new Steps(await open());
    const holds = [cap('paid', 1n, 'settled')];
    const claim = await steps.claim(await steps.pending({ holds }));
    assert.deepEqual(claim.holds, [{ quotaKey: 'paid', units: 1, until: 'settled', basis: 'fixed' }]);
    await steps.outbox.settle(claim, { signature: SIGNATURE, slot: 1, seenAtSlot: 1, readings: [] });
    await steps.reserved({ holds });
  }),
  scenario('a fixed cap is the newest caller’s, whatever an earlier one said', async (open) => {
    const steps = new Steps(await open());
    await steps.reserved({ holds: [cap('in-flight', 1n, 'answered')] });
    await steps.reserved({ holds: [cap('in-flight', 2n, 'answered')] });
    assert.equal((await steps.reserve(sampleRoundId(), { holds: [cap('in-flight', 1n, 'answered')] })).outcome, 'held');
  }),
  scenario('holds of one reservation name distinct accounts and whole positive units', async (open) => {
    const steps = new Steps(await open());
    const refused: readonly (readonly Hold[])[] = [
      [cap('a', 1n, 'answered'), cap('a', 1n, 'settled')],
      [cap('a', 1n, 'answered', 0)],
      [cap('a', 1n, 'answered', 1.5)],
      [cap('a b', 1n, 'answered')],
      [cap('a', -1n, 'answered')],
      Array.from({ length: 9 }, (_, index) => cap(`a${index}`, 1n, 'answered')),
    ];
    for (const holds of refused) await assert.rejects(steps.reserve(sampleRoundId(), { holds }), RangeError);
  }),
];
