import { describe, expect, it } from 'vitest';
import { nodesWithSharedPoints } from './shared-points.js';

function signersWith(...pairs: readonly [d: string, e: string][]) {
  return pairs.map(([d, e], index) => ({ node: { index }, nonce: { d, e } }));
}

describe('nodes that share a nonce point', () => {
  it('are absent where every point occurs once', () => {
    expect(nodesWithSharedPoints(signersWith(['a', 'b'], ['c', 'd']))).toEqual(new Set());
  });

  it.each([
    [
      'as D',
      [
        ['a', 'b'],
        ['a', 'c'],
        ['d', 'e'],
      ],
      [0, 1],
    ],
    [
      'as E',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'd'],
      ],
      [1, 2],
    ],
    [
      'as D of one and E of another',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['b', 'e'],
      ],
      [0, 2],
    ],
    [
      'all three of them',
      [
        ['a', 'b'],
        ['a', 'c'],
        ['a', 'd'],
      ],
      [0, 1, 2],
    ],
    [
      'one with itself',
      [
        ['a', 'a'],
        ['c', 'd'],
        ['e', 'f'],
      ],
      [0],
    ],
  ] as const)('are all of them: %s', (_case, pairs, expected) => {
    expect([...nodesWithSharedPoints(signersWith(...pairs.map(([d, e]): [string, string] => [d, e])))]).toEqual(expected);
  });
});
