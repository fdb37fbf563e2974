import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BoundedMap } from './bounded-map.js';

function filled(maxEntries: number, ...keys: string[]): BoundedMap<string, string> {
  const map = new BoundedMap<string, string>(maxEntries);
  for (const key of keys) map.set(key, key.toUpperCase());
  return map;
}

describe('a bounded map', () => {
  it.each<[string, (map: BoundedMap<string, string>) => unknown]>([
    ['read', (map) => map.get('a')],
    ['written', (map) => map.set('a', 'A')],
    ['asked for', (map) => map.getOrCreate('a', () => 'other')],
  ])('forgets the entry used least recently and no other: one that was %s stays', (_, use) => {
    const map = filled(2, 'a', 'b');
    use(map);
    map.set('c', 'C');
    expect([...map.values()]).toEqual(['A', 'C']);
    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual(['A', undefined, 'C']);
  });

  it('does not take a search for a use', () => {
    const map = filled(2, 'a', 'b');
    expect(map.peek('a')).toBe('A');
    map.set('c', 'C');
    expect(map.peek('a')).toBeUndefined();
  });

  it('creates what is missing only, and keeps nothing of a creation that throws', () => {
    const map = filled(2, 'a');
    expect(map.getOrCreate('a', () => 'new')).toBe('A');
    expect(map.getOrCreate('b', () => 'new')).toBe('new');
    expect(() =>
      map.getOrCreate('c', () => {
        throw new Error('no');
      }),
    ).toThrow('no');
    expect([...map.values()]).toEqual(['A', 'new']);
  });

  it('gives up a place that is deleted', () => {
    const map = filled(2, 'a', 'b');
    map.delete('b');
    map.set('c', 'C');
    expect([...map.values()]).toEqual(['A', 'C']);
  });

  it('never holds more than its bound, and always the newest', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.array(fc.nat(20)), (maxEntries, keys) => {
        const map = new BoundedMap<number, number>(maxEntries);
        for (const key of keys) map.set(key, key);
        const newestFirst = [...new Set(keys.toReversed())].slice(0, maxEntries);
        expect(map.size).toBe(newestFirst.length);
        expect([...map.values()]).toEqual(newestFirst.toReversed());
      }),
    );
  });

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses a bound of %s', (maxEntries) => {
    expect(() => new BoundedMap(maxEntries)).toThrow(RangeError);
  });
});
