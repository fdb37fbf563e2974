import type { Address } from './address.js';
import type { AccountKey } from './lookup-tables.js';
import type { LedgerAccount } from './svm.js';
import { readMint, readTokenAccount } from './token-layout.js';

export interface TokenBalance {
  readonly mint: Address;
  readonly owner: Address;
  readonly programId: Address;
  readonly amount: bigint;
  readonly decimals: number;
}

/** One account in a transaction's record, before or after the execution. */
export interface AccountState {
  readonly lamports: bigint;
  readonly dataBytes: number;
  readonly token: TokenBalance | null;
}

/** Balances in the order of the transaction's accounts. */
export type Balances = readonly { readonly before: AccountState; readonly after: AccountState }[];

type ReadAccount = (address: Address) => LedgerAccount | null;

export function accountStates(keys: readonly AccountKey[], read: ReadAccount): AccountState[] {
  return keys.map(({ address }) => {
    const account = read(address);
    if (account === null) return { lamports: 0n, dataBytes: 0, token: null };
    return { lamports: account.lamports, dataBytes: account.data.length, token: tokenBalance(account, read) };
  });
}

export function pairStates(before: readonly AccountState[], after: readonly AccountState[]): Balances {
  return before.flatMap((state, index) => {
    const later = after[index];
    return later === undefined ? [] : [{ before: state, after: later }];
  });
}

/** Lamports leave a transaction's accounts only as its fee, so the fee is the difference of the sums. */
export function lamportsLost(balances: Balances): bigint {
  return balances.reduce((sum, { before, after }) => sum + before.lamports - after.lamports, 0n);
}

function tokenBalance(account: LedgerAccount, read: ReadAccount): TokenBalance | null {
  const token = readTokenAccount(account);
  if (token === null) return null;
  const mintAccount = read(token.mint);
  const mint = mintAccount === null ? null : readMint(mintAccount);
  if (mint === null) return null;
  return { mint: token.mint, owner: token.owner, programId: account.owner, amount: token.amount, decimals: mint.decimals };
}
