import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { toAddress } from './address.js';
import { createLocalLedger } from './ledger.js';
import { type LandedTransaction, TransactionLog } from './transaction-log.js';

it('the first slot is that after the newest that is forgotten', () => {
  const log = new TransactionLog(2);
  const land = (name: string, slot: bigint): void => log.add({ transaction: { signature: name }, slot } as LandedTransaction);
  expect(log.firstSlot).toBe(0n);
  land('a', 5n);
  land('b', 6n);
  expect(log.firstSlot).toBe(0n);
  land('c', 6n);
  expect(log.firstSlot).toBe(7n);
});

describe('transactions that name an account', () => {
  const ledger = createLocalLedger({ slotMs: 0 });
  const [to, other] = [toAddress(Keypair.generate().publicKey.toBytes()), toAddress(Keypair.generate().publicKey.toBytes())];
  const airdrop = (): string => ledger.airdrop(to, 1_000_000n).transaction.signature;
  const [first, second, third] = [airdrop(), airdrop(), airdrop()];
  ledger.airdrop(other, 1_000_000n);
  const named = (range: { before?: string; until?: string; limit?: number }): string[] =>
    ledger.transactions.naming(to, { limit: 10, ...range }).map(({ transaction }) => transaction.signature);

  it('come newest first and at most as many as asked', () => {
    expect(named({})).toEqual([third, second, first]);
    expect(named({ limit: 2 })).toEqual([third, second]);
  });

  it('come between the two signatures given, without them', () => {
    expect(named({ before: third })).toEqual([second, first]);
    expect(named({ until: first })).toEqual([third, second]);
    expect(named({ before: third, until: first })).toEqual([second]);
  });

  it('are empty before a signature the ledger does not know', () => {
    expect(named({ before: 'unknown' })).toEqual([]);
  });
});
