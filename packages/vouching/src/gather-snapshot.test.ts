import { enoughToVouch } from '@oracle-gateway/schnorr';
import { expect, it } from 'vitest';
import { fewestToVouch } from './gather-snapshot.js';

it('the smallest number of signers is more than two thirds, and one fewer is not', () => {
  for (let total = 1; total <= 64; total += 1) {
    const fewest = fewestToVouch(total);
    expect([fewest <= total, enoughToVouch(fewest, total), enoughToVouch(fewest - 1, total)]).toEqual([true, true, false]);
  }
});
