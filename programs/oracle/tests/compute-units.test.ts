import { describe, expect, it } from 'vitest';

import { measureFeed, measureLists, measureSettleRound } from '../bench/measure.js';
import { NODE_COUNT } from '../bench/measurement.js';
import { PROGRAM } from './built-program.js';

const FIRST_SIGNER = 38_000;
const FURTHER_SIGNER = { sum: 7_900, slopes: 3_100, signerSet: 0 } as const;
/** Compute units of a transaction of one instruction that asks for none. */
const DEFAULT_LIMIT = 200_000;

describe('compute units of settle_round', () => {
  it('stay below 38,000 with a signer set, and without below 3,100 (slopes) or 7,900 (sum) for every further signer', () => {
    for (const { signers, ...forms } of measureSettleRound(PROGRAM, NODE_COUNT, [1, 3, 8, NODE_COUNT])) {
      for (const form of ['sum', 'slopes', 'signerSet'] as const) {
        const limit = Math.min(FIRST_SIGNER + FURTHER_SIGNER[form] * (signers - 1), DEFAULT_LIMIT);
        expect(forms[form]?.computeUnits, `${signers} signers, ${form}`).toBeLessThan(limit);
      }
    }
  });

  it('stay below 75,000 at 13 signers without a signer set', () => {
    const [quorum] = measureSettleRound(PROGRAM, NODE_COUNT, [13]);
    expect(quorum?.slopes?.computeUnits).toBeLessThan(75_000);
  });
});

describe('compute units of submit_many', () => {
  const lists = measureLists(PROGRAM, [2, 7, 32]);

  it('stay below 33,000 with a signer set, and 2,800 for every feed', () => {
    for (const { sources, transactions, withTable } of lists) {
      for (const { feeds, computeUnits } of [...transactions, ...withTable])
        expect(computeUnits, `of ${sources} sources`).toBeLessThan(33_000 + 2_800 * feeds);
    }
  });

  it('are those of eight transactions for a list of 32, of four with a lookup table', () => {
    const longest = lists.find(({ sources }) => sources === 32);
    expect(longest?.transactions.length).toBeLessThanOrEqual(8);
    expect(longest?.withTable.length).toBeLessThanOrEqual(4);
  });
});

describe('compute units of submit', () => {
  it('stay below 1,000 where the value is not newer', () => {
    const notNewer = measureFeed(PROGRAM).find(({ name }) => name.endsWith('not newer'));
    expect(notNewer?.computeUnits).toBeLessThan(1_000);
  });
});
