import { LedgerUnavailableError, type TransactionHistory } from '@oracle-gateway/ledger';

/** Blocks for which a payment can land. */
export const BLOCKHASH_LIFE = 150;
const FIRST_HEIGHT = 1_000;
/** Slots that had no block. */
const EMPTY_SLOTS = 77;

export interface ModelTransaction {
  readonly wire: Uint8Array;
  readonly succeeds: boolean;
}

interface Landed extends ModelTransaction {
  readonly signature: string;
  readonly height: number;
}

export interface LedgerFaults {
  /** Calls that are not answered, from the first on. */
  readonly unanswered: number;
  /** Calls after these that are answered from a history that begins later, and whether the server says so. */
  readonly forgetful: number;
  readonly saysSo: boolean;
  /** Blocks that confirmation takes, that finality takes beyond it, and that the server's index of accounts is behind. */
  readonly confirmation: number;
  readonly finality: number;
  readonly indexLag: number;
}

/** A ledger that takes each transaction once, in the blocks in which its blockhash is good. Its server answers late and badly. */
export class ModelLedger {
  readonly lastValidBlockHeight = FIRST_HEIGHT + BLOCKHASH_LIFE;
  readonly history: Omit<TransactionHistory, 'blockHeight'>;
  /** Told at the moment a payment succeeds. */
  onPaid: () => void = () => undefined;
  #height = FIRST_HEIGHT;
  #calls = 0;
  readonly #landed: Landed[] = [];
  readonly #underWay: (ModelTransaction & { readonly signature: string; readonly height: number })[] = [];

  constructor(readonly faults: LedgerFaults) {
    const { confirmation, finality, indexLag } = faults;
    const answer = async <T>(value: () => T): Promise<T> => {
      this.#calls += 1;
      await Promise.resolve();
      if (this.#calls <= faults.unanswered) throw new LedgerUnavailableError('model', 'no answer');
      return value();
    };
    const isForgetful = (): boolean => this.#calls <= faults.unanswered + faults.forgetful;
    const seen = (height: number): Landed[] => this.#landed.filter((landed) => landed.height <= height);
    this.history = {
      firstSlot: () => answer(() => (isForgetful() && faults.saysSo ? this.slot : 0)),
      transaction: (signature) =>
        answer(() => {
          const landed = isForgetful() ? undefined : seen(this.#height - confirmation).find((one) => one.signature === signature);
          return landed === undefined ? null : { slot: landed.height + EMPTY_SLOTS, succeeded: landed.succeeds, wire: landed.wire };
        }),
      naming: (_account, { before, minContextSlot = 0 }) =>
        answer(() => {
          const bank = this.#height - confirmation - indexLag;
          if (bank + EMPTY_SLOTS < minContextSlot) throw new LedgerUnavailableError('model', 'Minimum context slot has not been reached');
          if (isForgetful()) return [];
          const newestFirst = seen(bank).reverse();
          return newestFirst
            .slice(newestFirst.findIndex(({ signature }) => signature === before) + 1)
            .map(({ signature, height }) => ({ signature, slot: height + EMPTY_SLOTS, memo: null, blockTimeSeconds: null }));
        }),
      tip: () =>
        answer(() => {
          const blockHeight = this.#height - confirmation - finality;
          return { slot: blockHeight + EMPTY_SLOTS, blockHeight };
        }),
      isBlockhashValid: () => answer(() => this.#height <= this.lastValidBlockHeight),
    };
  }

  get slot(): number {
    return this.#height + EMPTY_SLOTS;
  }

  /** How often money has moved. */
  get payments(): number {
    return this.#landed.filter(({ succeeds }) => succeeds).length;
  }

  /** Sends it so that it lands so many blocks from now, unless it cannot. */
  send(transaction: ModelTransaction, signature: string, inBlocks: number): void {
    this.#underWay.push({ ...transaction, signature, height: this.#height + inBlocks });
    this.advance(0);
  }

  advance(blocks: number): void {
    this.#height += blocks;
    for (const sent of this.#underWay) {
      const isKnown = this.#landed.some(({ wire }) => Buffer.compare(wire, sent.wire) === 0);
      if (isKnown || sent.height > this.#height || sent.height > this.lastValidBlockHeight) continue;
      this.#landed.push(sent);
      if (sent.succeeds) this.onPaid();
    }
  }
}
