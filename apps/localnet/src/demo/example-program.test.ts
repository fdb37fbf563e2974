import { expect, it } from 'vitest';

import { DemoFailure } from './demo-failure.js';
import { exampleVerdictOf } from './example-program.js';

it('reads the price that the program returned, without its zeros at the end', () => {
  const returned = Buffer.alloc(16);
  returned.writeBigUInt64LE(64_628_310_000n);
  expect(exampleVerdictOf(null, returned.toString('base64'))).toEqual({ kind: 'price', microDollars: 64_628_310_000n });
  expect(exampleVerdictOf(null, returned.subarray(0, 5).toString('base64'))).toEqual({ kind: 'price', microDollars: 64_628_310_000n });
});

it('reads the code of a refusal', () => {
  expect(exampleVerdictOf({ InstructionError: [0, { Custom: 7109 }] }, undefined)).toEqual({ kind: 'refused', code: 7109 });
});

it('takes any other failure for a failure of the demo', () => {
  expect(() => exampleVerdictOf({ InstructionError: [0, 'InvalidAccountData'] }, undefined)).toThrow(DemoFailure);
  expect(() => exampleVerdictOf(null, undefined)).toThrow(DemoFailure);
});
