import { describe, expect, it } from 'vitest';

import { decodeRefusal, describeRefusal } from './refusal.js';

describe('refusal', () => {
  it("names a custom code by the program's own name", () => {
    const refusal = decodeRefusal({ InstructionError: [1, { Custom: 6032 }] });
    expect(refusal).toEqual({ kind: 'program', instructionIndex: 1, code: 6032, name: 'QuotaExhausted' });
    expect(describeRefusal(refusal)).toBe('instruction 1: QuotaExhausted (6032)');
  });

  it("keeps a code that is another program's as a number", () => {
    expect(decodeRefusal({ InstructionError: [0, { Custom: 1 }] })).toMatchObject({ kind: 'program', code: 1, name: 'Custom(1)' });
  });

  it('tells runtime errors of an instruction from errors of the whole transaction', () => {
    expect(decodeRefusal({ InstructionError: [2, 'MissingRequiredSignature'] })).toEqual({
      kind: 'instruction',
      instructionIndex: 2,
      error: 'MissingRequiredSignature',
    });
    expect(decodeRefusal('BlockhashNotFound')).toEqual({ kind: 'transaction', error: 'BlockhashNotFound' });
    expect(decodeRefusal({ InsufficientFundsForRent: { account_index: 0 } })).toEqual({
      kind: 'transaction',
      error: '{"InsufficientFundsForRent":{"account_index":0}}',
    });
  });

  it.each([undefined, 7, [], {}, { InstructionError: [] }, { InstructionError: ['x', { Custom: 1 }] }])(
    'takes %j without throwing',
    (err) => {
      expect(decodeRefusal(err).kind).toBe('transaction');
    },
  );

  it('cuts what a server says to a bounded length', () => {
    expect(describeRefusal(decodeRefusal('x'.repeat(10_000))).length).toBeLessThanOrEqual(200);
  });
});
