import { SettleError } from '@x402/core/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { classifySettleAnswer, classifySettleError } from './settle-outcome.js';

const RUNS = { numRuns: 2_000 };
/** Reasons that the protocol does not have. */
const foreignReason = fc.string().filter((reason) => reason !== 'duplicate_settlement' && !reason.startsWith('invalid_exact_svm_'));
const shape = fc.record(
  {
    success: fc.oneof(fc.constant(false), fc.constant(true), fc.jsonValue()),
    transaction: fc.oneof(fc.constant(''), fc.string(), fc.jsonValue()),
    errorReason: fc.oneof(
      foreignReason,
      fc.jsonValue().filter((value) => typeof value !== 'string'),
    ),
    errorMessage: fc.jsonValue(),
    network: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

describe('what has no known meaning', () => {
  it('is uncertain after settle, whatever the shape of the answer', () => {
    fc.assert(
      fc.property(fc.oneof(shape, fc.jsonValue(), fc.anything()), (answer) => {
        expect(classifySettleAnswer(answer).kind).toBe('uncertain');
      }),
      RUNS,
    );
  });

  it('is uncertain after settle, whatever is thrown', () => {
    const answers = fc.tuple(fc.integer({ min: 300, max: 599 }), fc.string(), foreignReason);
    const errors = fc.oneof(
      fc.anything(),
      fc.string().map((text) => new Error(text)),
      fc.string().map((code) => new TypeError('fetch failed', { cause: Object.assign(new Error('cause'), { code }) })),
      answers.map(
        ([status, transaction, errorReason]) => new SettleError(status, { success: false, transaction, errorReason, network: 'a:b' }),
      ),
    );
    fc.assert(
      fc.property(errors, (error) => {
        expect(classifySettleError(error).kind).toBe('uncertain');
      }),
      RUNS,
    );
  });
});
