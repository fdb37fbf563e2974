import { base58 } from '@scure/base';
import { type LedgerInstruction, type NamedTransaction, LedgerUnavailableError } from '@oracle-gateway/ledger';
import { type Address, formatAddress } from '@oracle-gateway/protocol';
import type { LedgerSideDeps } from '../../src/reconcile/ledger-side.js';
import { bytesOf, signatureOf } from './books-and-ledger.js';

const MINT = bytesOf('mint', 0);

interface Told {
  readonly signature: string;
  readonly slot: number;
  readonly blockTime: number;
  readonly keys: readonly Address[];
  readonly answer: unknown;
}

/** An archive that tells of transactions: instructions of the program, and changes of token accounts. */
export class ToldLedger {
  private readonly told: Told[] = [];
  private readonly held = new Map<string, bigint>();

  /** A transaction of the second, in the slot of the same number. Changes are added to what the accounts hold. */
  land(
    second: number,
    instructions: readonly LedgerInstruction[],
    changes: readonly (readonly [account: Address, owner: Address, by: bigint])[],
    { failed = false } = {},
  ): string {
    const signature = signatureOf('told', this.told.length);
    const keys = [
      ...instructions.flatMap(({ programId, accounts }) => [...accounts.map(({ address }) => address), programId]),
      ...changes.map(([account]) => account),
    ];
    const indexOf = (address: Address): number => keys.indexOf(address);
    const [before, after]: [unknown[], unknown[]] = [[], []];
    for (const [account, owner, by] of changes) {
      const name = formatAddress(account);
      const held = this.held.get(name) ?? 0n;
      const balance = (amount: bigint) => ({
        accountIndex: indexOf(account),
        mint: formatAddress(MINT),
        owner: formatAddress(owner),
        uiTokenAmount: { amount: amount.toString() },
      });
      before.push(balance(held));
      after.push(balance(failed ? held : held + by));
      if (!failed) this.held.set(name, held + by);
    }
    const message = {
      accountKeys: keys.map(formatAddress),
      instructions: instructions.map(({ programId, accounts, data }) => ({
        programIdIndex: indexOf(programId),
        accounts: accounts.map(({ address }) => indexOf(address)),
        data: base58.encode(data),
      })),
    };
    const meta = { err: failed ? 'failed' : null, preTokenBalances: before, postTokenBalances: after, innerInstructions: [] };
    const answer = { slot: second, blockTime: second, meta, transaction: { signatures: [signature], message } };
    this.told.unshift({ signature, slot: second, blockTime: second, keys, answer });
    return signature;
  }

  /** The server loses a transaction, and holds what it did. */
  lose(signature: string): void {
    const index = this.told.findIndex((told) => told.signature === signature);
    this.told.splice(index, 1);
  }

  /** The first slot that the archive has; slots are seconds. */
  firstSlot = 3;

  readonly deps: LedgerSideDeps = {
    rpc: (method, [subject]) => {
      if (method === 'getBlockTime') return Promise.resolve(subject);
      if (method !== 'getTransaction') return Promise.reject(new LedgerUnavailableError(method, 'unexpected'));
      return Promise.resolve(this.told.find(({ signature }) => signature === subject)?.answer ?? null);
    },
    history: {
      firstSlot: () => Promise.resolve(this.firstSlot),
      naming: (account, { limit, before }) => {
        const naming = this.told.filter(({ keys }) => keys.some((key) => formatAddress(key) === formatAddress(account)));
        const start = before === undefined ? 0 : naming.findIndex(({ signature }) => signature === before) + 1;
        // Pages are shorter than was asked for, as those of a server that halves them.
        const page = naming.slice(start, start + Math.min(limit, 2));
        return Promise.resolve(
          page.map(({ signature, slot, blockTime }): NamedTransaction => ({ signature, slot, memo: null, blockTimeSeconds: blockTime })),
        );
      },
    },
  };
}
