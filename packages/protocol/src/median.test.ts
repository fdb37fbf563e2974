import { describe, expect, it } from 'vitest';
import { medianOf } from './median.js';
import { unixMs } from './units.js';

const aggregation = { maxAgeMs: 5_000, maxDeviationBps: 100, numeric: { type: 'int256', decimals: 0 } } as const;

describe('medianOf', () => {
  it('needs a survivor even where the quorum is 0', () => {
    expect(medianOf({ fixedAtMs: unixMs(1), observations: [] }, { aggregation, quorum: 0 })).toBeNull();
  });

  it('refuses a value of another width', () => {
    const observations = [{ index: 0, value: new Uint8Array(31), receivedAtMs: unixMs(1) }];
    expect(() => medianOf({ fixedAtMs: unixMs(1), observations }, { aggregation, quorum: 1 })).toThrow(TypeError);
  });
});
