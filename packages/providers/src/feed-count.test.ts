import { expect, it } from 'vitest';
import { builtInProvider } from './built-in.js';
import { feedCount } from './feed-count.js';

it('a feed that two flows have is counted once', () => {
  const { flows } = builtInProvider('coingecko')!;
  expect([flows.length, feedCount(flows), feedCount(flows.slice(1)), feedCount([])]).toEqual([2, 4, 4, 0]);
});

it('an index is a feed', () => {
  const { flows, indices } = builtInProvider('index')!;
  expect(feedCount(flows, indices)).toBe(3);
});
