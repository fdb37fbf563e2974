import type { NamedTransaction, TransactionHistory } from '@oracle-gateway/ledger';
import { describe, expect, it } from 'vitest';
import { bytesOf, signatureOf } from '../../tests/support/books-and-ledger.js';
import { namedTransactions } from './named-transactions.js';

const ACCOUNT = bytesOf('account', 0);
const TOTAL = 60;

/** One transaction a second, the newest first. */
const NAMES = Array.from({ length: TOTAL }, (_none, index): NamedTransaction => {
  const second = TOTAL - index;
  return { signature: signatureOf('named', second), slot: second, memo: null, blockTimeSeconds: second };
});
const history: Pick<TransactionHistory, 'naming'> = {
  naming: (_account, { before }) => {
    const start = before === undefined ? 0 : NAMES.findIndex(({ signature }) => signature === before) + 1;
    return Promise.resolve(NAMES.slice(start, start + 10));
  },
};

function named(fromSecond: number, toSecond: number) {
  const range = { fromMs: fromSecond * 1_000, toMs: toSecond * 1_000 };
  return namedTransactions(ACCOUNT, range, { history }, { mostWithin: 20, mostBehind: 40 });
}

describe('transactions of a time', () => {
  it('are read far behind the present, with the names before and after them', async () => {
    const { within, before, after } = await named(21, 35);
    expect(within.map(({ slot }) => slot)).toEqual(Array.from({ length: 15 }, (_none, index) => 35 - index));
    expect([before?.slot, after?.slot]).toEqual([20, 36]);
  });

  it('are refused where they are too many at once, or too far behind', async () => {
    await expect(named(2, 60)).rejects.toThrow('more than 20 transactions from --from to --to; compare fewer days at once');
    await expect(named(-9, -5)).rejects.toThrow('more than 40 transactions since --to; compare later days');
  });
});
