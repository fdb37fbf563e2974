import { describe, expect, it } from 'vitest';
import own from '@oracle-gateway/vectors/schnorr-aggregate.json' with { type: 'json' };
import { hex } from '../tests/bytes.js';
import { slopesOf } from './slopes.js';

describe('slopesOf', () => {
  it.each(own.sums)('agrees with textbook addition: $name', ({ keys, slopes }) => {
    expect(slopesOf(keys.map(hex))).toEqual(slopes === null ? null : slopes.map(hex));
  });
});
