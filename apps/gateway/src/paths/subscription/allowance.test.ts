import type { HoldTotals } from '@oracle-gateway/outbox';
import { describe, expect, it } from 'vitest';
import { stageRecords } from '../../../tests/fakes/staged-path.js';
import { readAllowance } from './allowance.js';

const QUOTA = 'subscription:owner';

function allowance(reading: { roundsLeft: bigint; slot: number } | null, changes: Partial<HoldTotals> = {}) {
  const totals: HoldTotals = { committed: 0n, unsettledRounds: 0, reading: null, holders: [], ...changes };
  return readAllowance(QUOTA, reading, { records: stageRecords({ holdTotals: () => Promise.resolve(totals) }) });
}

describe('what is left of a number of rounds', () => {
  it('is what the ledger has, less what rounds hold', async () => {
    expect(await allowance({ roundsLeft: 7n, slot: 5 }, { committed: 3n, unsettledRounds: 2 })).toEqual({
      roundsLeft: 7n,
      committedRounds: 3n,
      availableRounds: 4n,
      unsettledRounds: 2,
    });
  });

  it('is zero, never less, where rounds hold more than is left', async () => {
    expect(await allowance({ roundsLeft: 2n, slot: 5 }, { committed: 3n })).toMatchObject({ availableRounds: 0n });
  });

  it.each([
    ['earlier', 4, 7n],
    ['of the same slot, and smaller', 5, 1n],
    ['later', 6, 1n],
  ])('goes by the later reading: the stored one is %s', async (_when, slot, roundsLeft) => {
    expect(await allowance({ roundsLeft: 7n, slot: 5 }, { reading: { available: 1n, slot } })).toMatchObject({ roundsLeft });
  });

  it('is the smaller reading of one slot, where the stored one is larger', async () => {
    expect(await allowance({ roundsLeft: 7n, slot: 5 }, { reading: { available: 8n, slot: 5 } })).toMatchObject({ roundsLeft: 7n });
  });

  it('is zero for an account that is not there, whatever was stored before', async () => {
    expect(await allowance(null, { reading: { available: 1n, slot: 6 } })).toMatchObject({ roundsLeft: 0n, availableRounds: 0n });
  });

  it('is unknown while the outbox does not answer', async () => {
    const records = stageRecords({ holdTotals: () => Promise.reject(new Error('connection refused')) });
    await expect(readAllowance(QUOTA, null, { records })).rejects.toMatchObject({ code: 'outbox_unavailable' });
  });
});
