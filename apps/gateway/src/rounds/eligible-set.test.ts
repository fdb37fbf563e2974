import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { chooseEligible } from './eligible-set.js';

const nodes = [0, 1, 2, 3, 4, 5].map((index) => ({ index, publicKey: new Uint8Array(64), origin: '' }));
const healthy = { isFailing: () => false };
function indices(chosen: readonly { index: number }[]): number[] {
  return chosen.map(({ index }) => index);
}

describe('chooseEligible', () => {
  it('takes the asked number, ascending, and all when there are fewer', () => {
    const chosen = indices(chooseEligible(nodes, 4, { health: healthy, randomBytes }));
    expect(chosen).toEqual([...new Set(chosen)].sort((a, b) => a - b));
    expect(chosen).toHaveLength(4);
    expect(indices(chooseEligible(nodes, 9, { health: healthy, randomBytes }))).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('takes failing nodes only when the healthy do not suffice', () => {
    const health = { isFailing: (index: number) => index < 2 };
    expect(indices(chooseEligible(nodes, 4, { health, randomBytes }))).toEqual([2, 3, 4, 5]);
    expect(indices(chooseEligible(nodes, 5, { health, randomBytes })).filter((index) => index >= 2)).toEqual([2, 3, 4, 5]);
  });

  it('follows the randomness it is given', () => {
    const descending = (length: number): Uint8Array => Uint8Array.from({ length }, (_, position) => 100 - position);
    expect(indices(chooseEligible(nodes, 2, { health: healthy, randomBytes: descending }))).toEqual([4, 5]);
  });

  it('every node is chosen equally often over time', () => {
    const rounds = Array.from({ length: 3_000 }, () => indices(chooseEligible(nodes, 2, { health: healthy, randomBytes })));
    for (const { index } of nodes) {
      const share = rounds.filter((chosen) => chosen.includes(index)).length / rounds.length;
      // A third each; ten standard deviations of a fair choice are 0.086.
      expect(Math.abs(share - 1 / 3)).toBeLessThan(0.086);
    }
  });
});
