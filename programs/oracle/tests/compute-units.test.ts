import { describe, expect, it } from 'vitest';

import { measureSettleRound } from '../bench/measure.js';
import { ARTIFACTS } from './builds.js';

const FIRST_SIGNER = 60_000;
const FURTHER_SIGNER = 7_900;
/** What a transaction gets for one instruction when it asks for nothing. */
const DEFAULT_LIMIT = 200_000;

describe.each(ARTIFACTS)('compute units of settle_round, $version', ({ program }) => {
  it('stay below 60,000 and 7,900 for every further signer, and below the default limit', () => {
    measureSettleRound(program).forEach((computeUnits, index) => {
      expect(computeUnits, `${index + 1} signers`).toBeLessThan(Math.min(FIRST_SIGNER + FURTHER_SIGNER * index, DEFAULT_LIMIT));
    });
  });
});
