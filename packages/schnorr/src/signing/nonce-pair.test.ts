import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { countingRandom, randomYielding } from '../../tests/bytes.js';
import { Point } from '../curve.js';
import { createNoncePair, takeSecrets } from './nonce-pair.js';

describe('createNoncePair', () => {
  it('commits to both secrets, D first', () => {
    const { commitment } = createNoncePair(randomYielding(3n, 5n));
    expect(commitment).toEqual({ D: Point.BASE.multiply(3n).toBytes(true), E: Point.BASE.multiply(5n).toBytes(true) });
  });

  it('makes another pair at every call', () => {
    const random = countingRandom(1);
    const pairs = [createNoncePair(random), createNoncePair(random)];
    const points = pairs.flatMap(({ commitment }) => [
      Buffer.from(commitment.D).toString('hex'),
      Buffer.from(commitment.E).toString('hex'),
    ]);
    expect(new Set(points).size).toBe(4);
  });

  it('keeps its own commitment when the published one is changed', () => {
    const { pair, commitment } = createNoncePair(randomYielding(3n, 5n));
    commitment.D.fill(0);
    expect(pair.commitment.D).toEqual(Point.BASE.multiply(3n).toBytes(true));
  });
});

describe('takeSecrets', () => {
  it('gives the secrets once', () => {
    const { pair } = createNoncePair(randomYielding(3n, 5n));
    expect(takeSecrets(pair)).toEqual({ d: 3n, e: 5n });
    expect(takeSecrets(pair)).toBeNull();
  });

  it('knows no pair but those made here', () => {
    const { pair } = createNoncePair(randomYielding(3n, 5n));
    const lookAlike = Object.create(pair) as typeof pair;
    expect(takeSecrets(lookAlike)).toBeNull();
    expect(takeSecrets(pair)).not.toBeNull();
  });
});

describe('a nonce pair', () => {
  const { pair } = createNoncePair(randomYielding(0x1234567890abcdefn, 0xfedcba0987654321n));

  it('refuses to be stored as JSON', () => {
    expect(() => JSON.stringify({ session: pair })).toThrow(/must not be stored/);
  });

  it('shows its secrets to no inspection', () => {
    const shown = inspect(pair, { depth: 10, showHidden: true });
    expect(shown).not.toContain(String(0x1234567890abcdefn));
    expect(shown).not.toContain(String(0xfedcba0987654321n));
    expect(Reflect.ownKeys(pair)).toEqual(['commitment']);
  });

  it('leaves its secrets behind when cloned', () => {
    const clone: unknown = structuredClone(pair);
    expect(takeSecrets(clone as typeof pair)).toBeNull();
  });
});
