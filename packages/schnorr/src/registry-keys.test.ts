import { describe, expect, it } from 'vitest';
import { filled } from '../tests/bytes.js';
import { keysOf, UnknownSignerError } from './registry-keys.js';

const registry = { keys: [filled(64, 1), null, filled(64, 3)] };

describe('keysOf', () => {
  it('gives the keys in the order of the indices', () => {
    expect(keysOf(registry, [2, 0])).toEqual([filled(64, 3), filled(64, 1)]);
  });

  it.each([
    ['a removed node', 1],
    ['an index outside the registry version', 3],
    ['the highest index', 255],
  ])('refuses %s', (_what, index) => {
    expect(() => keysOf(registry, [0, index])).toThrow(new UnknownSignerError(index));
  });
});
