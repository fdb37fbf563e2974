import { expect, it } from 'vitest';
import { placeOf } from './use-place.js';

it('an address without a known part shows the first', () => {
  expect(['', '#verify', '#nodes', '#other'].map(placeOf)).toEqual(['ask', 'verify', 'nodes', 'ask']);
});
