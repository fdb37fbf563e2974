import { describe, expect, it } from 'vitest';
import { nearestPath } from './nearest-path.js';
import { readSample } from './sample.js';

const root = readSample(
  '{"data":{"amount":"64628.31","base":"BTC"},"RAW":{"ETH":{"USD":{"PRICE":3124.5,"MARKET":"x"}}},"rows":[{"p":1},{"p":2}]}',
)?.root;

describe('the nearest right path', () => {
  it.each([
    ['$.data.amout', '$.data.amount'],
    ['$.Data.Amount', '$.data.amount'],
    ['data.amount', '$.data.amount'],
    ['$data.amount', '$.data.amount'],
    ['/data/amount', '$.data.amount'],
    ['$.data', '$.data.amount'],
    ['RAW,ETH,USD,PRICE', '$.RAW.ETH.USD.PRICE'],
    ['RAW.ETH.USD', '$.RAW.ETH.USD.PRICE'],
    ['rows.1.p', '$.rows[1].p'],
    ['$.rows.0.p', '$.rows[0].p'],
  ])('of %s is %s', (written, right) => {
    expect(root === undefined ? undefined : nearestPath(root, written)).toBe(right);
  });

  it.each(['$', '', '$.price', '$.rows', '$.rows[7].p', '$.data.amount', '$.data.base', '$..p'])('of %j is not known', (written) => {
    expect(root === undefined ? '' : nearestPath(root, written)).toBeUndefined();
  });
});
