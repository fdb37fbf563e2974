import { describe, expect, it } from 'vitest';

import { measureSettleRound } from '../bench/measure.js';
import { PROGRAM } from './built-program.js';

const FIRST_SIGNER = 37_000;
const FURTHER_SIGNER = 7_900;
/** What a transaction gets for one instruction when it asks for nothing. */
const DEFAULT_LIMIT = 200_000;

describe('compute units of settle_round', () => {
  it('stay below 37,000 and 7,900 for every further signer, and below the default limit', () => {
    measureSettleRound(PROGRAM).forEach((computeUnits, index) => {
      expect(computeUnits, `${index + 1} signers`).toBeLessThan(Math.min(FIRST_SIGNER + FURTHER_SIGNER * index, DEFAULT_LIMIT));
    });
  }, 120_000);
});
