import { expect, it } from 'vitest';
import { figureArguments } from './subscription-figure.js';

it('a quota beyond exact doubles is held as the largest exact one', () => {
  expect(figureArguments({ roundsLeft: 5n, slot: 3 })).toEqual(['5', 3]);
  expect(figureArguments({ roundsLeft: 2n ** 64n - 1n, slot: 3 })).toEqual(['9007199254740991', 3]);
});

it('a negative quota or a slot that is no whole number is refused', () => {
  expect(() => figureArguments({ roundsLeft: -1n, slot: 3 })).toThrow(RangeError);
  expect(() => figureArguments({ roundsLeft: 1n, slot: 1.5 })).toThrow(RangeError);
});
