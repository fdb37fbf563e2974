import { sameAddress, toAddress, type AddressInput } from './address.js';
import type { Balances } from './balances.js';
import type { AccountKey } from './lookup-tables.js';
import type { Execution } from './svm.js';
import type { WireTransaction } from './wire-transaction.js';

/** A transaction on the ledger: executed, or failed and charged. */
export interface LandedTransaction {
  readonly transaction: WireTransaction;
  readonly slot: bigint;
  readonly blockTimeSeconds: bigint;
  readonly execution: Execution;
  /** Fee in lamports, paid by the first account. */
  readonly fee: bigint;
  readonly accountKeys: readonly AccountKey[];
  readonly balances: Balances;
}

/** The last transactions, newest last; older ones are dropped. */
export class TransactionLog {
  readonly #bySignature = new Map<string, LandedTransaction>();
  #count = 0;

  constructor(readonly capacity: number) {}

  /** Number of all landed transactions, dropped ones included. */
  get count(): number {
    return this.#count;
  }

  /** The first slot whose transactions are all kept. */
  get firstSlot(): bigint {
    const [oldest] = this.#bySignature.values();
    return oldest === undefined || this.#count === this.#bySignature.size ? 0n : oldest.slot + 1n;
  }

  add(landed: LandedTransaction): void {
    this.#bySignature.set(landed.transaction.signature, landed);
    this.#count += 1;
    for (const oldest of this.#bySignature.keys()) {
      if (this.#bySignature.size <= this.capacity) break;
      this.#bySignature.delete(oldest);
    }
  }

  /** @param signature base58 */
  find(signature: string): LandedTransaction | undefined {
    return this.#bySignature.get(signature);
  }

  /**
   * Transactions that name an account, newest first.
   *
   * @param range `before` and `until` are signatures, both exclusive; an unknown `before` gives nothing
   * @throws {AddressError}
   */
  naming(account: AddressInput, range: { before?: string | undefined; until?: string | undefined; limit: number }): LandedTransaction[] {
    const address = toAddress(account);
    const newestFirst = [...this.#bySignature.values()].reverse();
    const start = range.before === undefined ? 0 : newestFirst.findIndex(({ transaction }) => transaction.signature === range.before) + 1;
    if (start === 0 && range.before !== undefined) return [];
    const found: LandedTransaction[] = [];
    for (const landed of newestFirst.slice(start)) {
      if (found.length === range.limit || landed.transaction.signature === range.until) break;
      if (landed.accountKeys.some((key) => sameAddress(key.address, address))) found.push(landed);
    }
    return found;
  }
}
