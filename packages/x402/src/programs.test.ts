import { formatAddress } from '@oracle-gateway/protocol';
import * as instructions from '@oracle-gateway/protocol/instructions';
import * as svm from '@x402/svm';
import { describe, expect, it } from 'vitest';
import * as programs from './programs.js';

describe('the addresses of programs', () => {
  const { COMPUTE_BUDGET_PROGRAM, TOKEN_PROGRAM } = instructions;
  it.each(Object.entries({ ...programs, COMPUTE_BUDGET_PROGRAM, TOKEN_PROGRAM }))('%s is that of @x402/svm', (name, address) => {
    expect(Object.entries(svm)).toContainEqual([`${name}_ADDRESS`, formatAddress(address)]);
  });
});
