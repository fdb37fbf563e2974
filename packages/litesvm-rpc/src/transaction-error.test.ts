import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { describeTransactionError, instructionErrorName, transactionErrorName } from './transaction-error.js';

/** The runtime's own numbering, which it publishes in its declarations only. */
const declarations = readFileSync(createRequire(import.meta.url).resolve('litesvm/dist/internal.d.ts'), 'utf8');
function members(name: string): { name: string; code: number }[] {
  const body = new RegExp(`enum ${name} \\{([^}]*)\\}`).exec(declarations)?.[1] ?? '';
  return [...body.matchAll(/(\w+) = (\d+)/g)].map(([, member = '', code]) => ({ name: member, code: Number(code) }));
}

describe('error names', () => {
  it.each([
    ['TransactionErrorFieldless', transactionErrorName, 35],
    ['InstructionErrorFieldless', instructionErrorName, 53],
  ])('follow the numbering of %s', (type, nameOf, count) => {
    expect(members(type)).toHaveLength(count);
    for (const { name, code } of members(type)) expect(nameOf(code)).toBe(name);
    expect(() => nameOf(count)).toThrow(RangeError);
  });
});

describe('describeTransactionError', () => {
  it.each([
    ['AlreadyProcessed', 'This transaction has already been processed'],
    ['BlockhashNotFound', 'Blockhash not found'],
    [{ InstructionError: [2, { Custom: 6001 }] }, 'Error processing Instruction 2: custom program error: 0x1771'],
    [{ InstructionError: [0, 'InvalidAccountData'] }, 'Error processing Instruction 0: invalid account data for instruction'],
    [{ InsufficientFundsForRent: { account_index: 1 } }, 'Transaction results in an account (1) with insufficient funds for rent'],
    [{ DuplicateInstruction: 3 }, 'Transaction contains a duplicate instruction (3) that is not allowed'],
  ] as const)('writes %j as Agave does', (error, text) => {
    expect(describeTransactionError(error)).toBe(text);
  });
});
