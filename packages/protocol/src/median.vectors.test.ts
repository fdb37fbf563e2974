import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/median.json' with { type: 'json' };
import { fromHex, toHex } from './hex.js';
import { medianOf } from './median.js';
import { unixMs } from './units.js';

describe('median', () => {
  it.each(file.vectors)(
    '$name',
    ({ fixedAtMs, maxAgeMs, maxDeviationBps, maxDeviation, decimals, quorum, observations, value, survivors }) => {
      const set = {
        fixedAtMs: unixMs(fixedAtMs),
        observations: observations.map((one) => ({ index: one.index, value: fromHex(one.value), receivedAtMs: unixMs(one.receivedAtMs) })),
      };
      const amount = maxDeviation === null ? {} : { maxDeviation };
      const aggregation = { maxAgeMs, maxDeviationBps, ...amount, numeric: { type: 'int256', decimals } } as const;
      const median = medianOf(set, { aggregation, quorum });
      expect(median === null ? null : toHex(median.value)).toBe(value);
      expect(median === null ? null : median.survivors.map(({ index }) => index)).toEqual(survivors);
    },
  );
});
