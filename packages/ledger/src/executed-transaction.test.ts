import { formatAddress, toAddress, type Address } from '@oracle-gateway/protocol';
import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';

import { LedgerUnavailableError } from './errors.js';
import { readExecutedTransaction } from './executed-transaction.js';

function key(byte: number): Address {
  return toAddress(new Uint8Array(32).fill(byte));
}
function name(byte: number): string {
  return formatAddress(key(byte));
}
function called(programIdIndex: number, accounts: readonly number[], bytes: readonly number[]) {
  return { programIdIndex, accounts, data: base58.encode(Uint8Array.from(bytes)), stackHeight: 1 };
}
function balance(accountIndex: number, amount: string) {
  return { accountIndex, mint: name(90), owner: name(91), programId: name(92), uiTokenAmount: { amount, decimals: 6 } };
}

const ANSWER = {
  slot: 44,
  blockTime: 1_700_000_000,
  version: 0,
  transaction: {
    signatures: ['sig'],
    message: { accountKeys: [name(1), name(2)], instructions: [called(1, [0, 2], [7]), called(3, [], [])] },
  },
  meta: {
    err: null,
    loadedAddresses: { writable: [name(3)], readonly: [name(4)] },
    innerInstructions: [{ index: 0, instructions: [called(3, [2], [8, 9])] }],
    preTokenBalances: [balance(2, '10'), balance(0, '5')],
    postTokenBalances: [balance(2, '18446744073709551615'), balance(1, '3')],
  },
};

function read(answer: unknown) {
  const calls: unknown[] = [];
  const rpc = (method: string, params: readonly unknown[]) => {
    calls.push([method, params]);
    return Promise.resolve(answer);
  };
  return { calls, transaction: readExecutedTransaction({ rpc }, 'sig') };
}

describe('a transaction with what it did', () => {
  it('is asked for where it is final, of any version', async () => {
    const { calls, transaction } = read(null);
    expect(await transaction).toBeNull();
    expect(calls).toEqual([['getTransaction', ['sig', { encoding: 'json', commitment: 'finalized', maxSupportedTransactionVersion: 0 }]]]);
  });

  it('is refused where the server answers about another one', async () => {
    const other = { ...ANSWER, transaction: { ...ANSWER.transaction, signatures: ['another'] } };
    await expect(read(other).transaction).rejects.toBeInstanceOf(LedgerUnavailableError);
  });

  it('has each instruction followed by the ones it called, with accounts of lookup tables too', async () => {
    expect((await read(ANSWER).transaction)?.instructions).toEqual([
      { programId: key(2), accounts: [key(1), key(3)], data: Uint8Array.of(7) },
      { programId: key(4), accounts: [key(3)], data: Uint8Array.of(8, 9) },
      { programId: key(4), accounts: [], data: new Uint8Array() },
    ]);
  });

  it('has the holdings on both sides, 0 where the account was made or closed by it', async () => {
    const of = { owner: key(91), mint: key(90) };
    expect((await read(ANSWER).transaction)?.tokens).toEqual([
      { ...of, account: key(3), beforeAtomic: 10n, afterAtomic: 18_446_744_073_709_551_615n },
      { ...of, account: key(1), beforeAtomic: 5n, afterAtomic: 0n },
      { ...of, account: key(2), beforeAtomic: 0n, afterAtomic: 3n },
    ]);
  });

  it('has moved nothing where it failed', async () => {
    expect(await read({ ...ANSWER, meta: { ...ANSWER.meta, err: { InstructionError: [0, 'x'] } } }).transaction).toMatchObject({
      succeeded: false,
      slot: 44,
      blockTimeSeconds: 1_700_000_000,
    });
  });

  it.each([
    ['no outcome', { ...ANSWER, meta: { ...ANSWER.meta, err: undefined } }],
    ['an index of no account', { ...ANSWER, meta: { ...ANSWER.meta, preTokenBalances: [balance(4, '1')] } }],
    ['an amount with a point', { ...ANSWER, meta: { ...ANSWER.meta, preTokenBalances: [balance(0, '1.5')] } }],
    ['a key that is no address', { ...ANSWER, transaction: { message: { accountKeys: ['0'], instructions: [] } } }],
    [
      'data that are not base58',
      { ...ANSWER, transaction: { message: { accountKeys: [name(1)], instructions: [{ ...called(0, [], []), data: '0' }] } } },
    ],
  ])('is unusable with %s', async (_fault, answer) => {
    await expect(read(answer).transaction).rejects.toBeInstanceOf(LedgerUnavailableError);
  });
});
