import { describe, expect, it } from 'vitest';

import { BoundedMap } from './bounded-map.js';

describe('bounded map', () => {
  it('forgets the least recently used entry and no other', () => {
    const map = new BoundedMap<object>(2);
    const a = map.getOrCreate('a', () => ({}));
    const b = map.getOrCreate('b', () => ({}));
    map.getOrCreate('a', () => ({}));
    map.getOrCreate('c', () => ({}));
    expect(map.size).toBe(2);
    expect(map.getOrCreate('a', () => ({}))).toBe(a);
    expect(map.getOrCreate('b', () => ({}))).not.toBe(b);
  });

  it('refuses a bound that would hold nothing', () => {
    expect(() => new BoundedMap(0)).toThrow(RangeError);
  });
});
