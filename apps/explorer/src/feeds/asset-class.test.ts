import { expect, it } from 'vitest';
import { className, hasChange } from './asset-class.js';

it('a kind of feed has a name for people, also one that the page does not know', () => {
  expect([className('fx'), className('sports')]).toEqual(['Currencies', 'Sports']);
});

it('a change in per cent is told of prices, not of a temperature', () => {
  expect([hasChange({ assetClass: 'crypto' }), hasChange({ assetClass: 'weather' }), hasChange(undefined)]).toEqual([true, false, true]);
});
