import { formatExact, packExact, parseApiConfig, readNumber } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { namedPath } from './named-path.js';
import type { PathSteps } from './path-text.js';
import { readSample } from './sample.js';

const SAMPLE = JSON.stringify({
  rows: [
    { kind: 'spot', symbol: 'BTC', price: 1, "it's": "o'clock" },
    { kind: 'spot', symbol: 'ETH', price: 2, "it's": '\\' },
  ],
  plain: [1, 2],
  same: [
    { kind: 'a', price: 1 },
    { kind: 'a', price: 2 },
  ],
  odd: [
    { "it's": "o'clock", price: 7 },
    { "it's": '\\', price: 8 },
  ],
});

function named(...steps: PathSteps): string | undefined {
  const root = readSample(SAMPLE)?.root;
  return root === undefined ? undefined : namedPath(root, steps);
}

describe('the path of a row by name', () => {
  it.each([
    [['rows', 1, 'price'], "$.rows[?@.symbol=='ETH'].price", '2'],
    [['odd', 0, 'price'], String.raw`$.odd[?@['it\'s']=='o\'clock'].price`, '7'],
    [['odd', 1, 'price'], String.raw`$.odd[?@['it\'s']=='\\'].price`, '8'],
  ])('of %j is %s, by which the nodes read %s', (steps, path, number) => {
    expect(named(...steps)).toBe(path);
    const source = parseApiConfig({ url: 'https://a.example/', method: 'GET', responseParser: path });
    expect(formatExact(packExact(readNumber(new TextEncoder().encode(SAMPLE), source)))).toBe(number);
  });

  it.each([[['rows']], [['plain', 0]], [['same', 0, 'price']], [['rows', 7, 'price']], [[]]])('of %j is unknown', (steps) => {
    expect(named(...steps)).toBeUndefined();
  });
});
