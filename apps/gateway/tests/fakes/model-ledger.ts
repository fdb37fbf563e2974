import { type HistoricTransaction, LedgerUnavailableError, type NamedTransaction, type TransactionHistory } from '@oracle-gateway/ledger';

/** Blocks for which a payment can land. */
export const BLOCKHASH_LIFE = 150;
const FIRST_HEIGHT = 1_000;
/** Slots that had no block. */
const EMPTY_SLOTS = 77;
const SLOT_MS = 400;
const SENT_AFTER_MS = 2_000;

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
  readonly lie: LedgerLie | null;
  /**
   * The block of the first failed payment is lost after so many blocks, before it is final, and then the payment succeeds; null: no block is lost.
   */
  readonly losesFailedIn: number | null;
}

/**
 * One answer of the server that is wrong, by no more than a gateway believes: its slot, or it has nothing, or says that a payment failed.
 */
export interface LedgerLie {
  /** Which call of the history is answered so. */
  readonly call: number;
  readonly kind: 'slot' | 'absent' | 'failed';
  /** Slots and heights of the answer are off by this. */
  readonly off: number;
}

/** A ledger that takes each transaction once, in the blocks in which its blockhash is good. Its server answers late and badly. */
export class ModelLedger {
  readonly lastValidBlockHeight = FIRST_HEIGHT + BLOCKHASH_LIFE;
  readonly history: Omit<TransactionHistory, 'blockHeight'>;
  /** When its first block was made, unix ms. */
  startedAtMs = 0;
  /** Told at the moment a payment succeeds. */
  onPaid: () => void = () => undefined;
  #height = FIRST_HEIGHT;
  #calls = 0;
  #hasLost = false;
  readonly #landed: Landed[] = [];
  readonly #underWay: (ModelTransaction & { readonly signature: string; readonly height: number })[] = [];

  constructor(readonly faults: LedgerFaults) {
    const { confirmation, finality, indexLag } = faults;
    const answer = async <T>(value: (off: number) => T, lie?: (kind: LedgerLie['kind']) => { readonly told: T } | null): Promise<T> => {
      this.#calls += 1;
      const isLie = this.#calls === faults.lie?.call;
      await Promise.resolve();
      if (this.#calls <= faults.unanswered) throw new LedgerUnavailableError('model', 'no answer');
      if (faults.lie === null || !isLie) return value(0);
      const { kind, off } = faults.lie;
      return (lie?.(kind) ?? { told: value(kind === 'slot' ? off : 0) }).told;
    };
    const isForgetful = (): boolean => this.#calls <= faults.unanswered + faults.forgetful;
    const seen = (height: number): Landed[] => this.#landed.filter((landed) => landed.height <= height);
    const told = ({ height, succeeds, wire }: Landed, off = 0) => ({
      slot: Math.max(0, height + EMPTY_SLOTS + off),
      succeeded: succeeds,
      wire,
      blockTimeSeconds: this.timeOf(height),
    });
    this.history = {
      firstSlot: () => answer((off) => (isForgetful() && faults.saysSo ? this.slot + off : 0)),
      transaction: (signature, commitment) => {
        const depth = commitment === 'finalized' ? confirmation + finality : confirmation;
        const landedOne = (): Landed | undefined =>
          isForgetful() ? undefined : seen(this.#height - depth).find((one) => one.signature === signature);
        return answer<HistoricTransaction | null>(
          (off) => {
            const landed = landedOne();
            return landed === undefined ? null : told(landed, off);
          },
          (kind) => {
            const landed = landedOne();
            if (kind === 'absent') return { told: null };
            return kind === 'failed' && landed !== undefined ? { told: told({ ...landed, succeeds: false }) } : null;
          },
        );
      },
      naming: (_account, { before, minContextSlot = 0 }) =>
        answer<readonly NamedTransaction[]>(
          (off) => {
            const bank = this.#height - confirmation - indexLag;
            if (bank + EMPTY_SLOTS < minContextSlot) throw new LedgerUnavailableError('model', 'Minimum context slot has not been reached');
            if (isForgetful()) return [];
            const newestFirst = seen(bank).reverse();
            return newestFirst.slice(newestFirst.findIndex(({ signature }) => signature === before) + 1).map(({ signature, height }) => ({
              signature,
              slot: Math.max(0, height + EMPTY_SLOTS + off),
              memo: null,
              blockTimeSeconds: this.timeOf(height),
            }));
          },
          (kind) => (kind === 'absent' ? { told: [] } : null),
        ),
      tip: () =>
        answer((off) => {
          const blockHeight = Math.max(0, this.#height - confirmation - finality + off);
          return { slot: blockHeight + EMPTY_SLOTS, blockHeight };
        }),
      isBlockhashValid: () => answer(() => this.#height <= this.lastValidBlockHeight),
    };
  }

  /** The ledger's clock in a block, whole seconds. A payment lands a second or two after its round is reserved. */
  timeOf(height: number): number {
    return Math.floor((this.startedAtMs + SENT_AFTER_MS + (height - FIRST_HEIGHT) * SLOT_MS) / 1_000);
  }

  get slot(): number {
    return this.#height + EMPTY_SLOTS;
  }

  /** Number of times that money has moved. */
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
    this.#loseFailed();
    for (const sent of this.#underWay) {
      const isKnown = this.#landed.some(({ wire }) => Buffer.compare(wire, sent.wire) === 0);
      if (isKnown || sent.height > this.#height || sent.height > this.lastValidBlockHeight) continue;
      this.#landed.push(sent);
      if (sent.succeeds) this.onPaid();
    }
  }

  /** A block that is not final is lost with the failed payment in it; the same transaction succeeds in a later one. */
  #loseFailed(): void {
    const { losesFailedIn, confirmation, finality } = this.faults;
    if (losesFailedIn === null || this.#hasLost) return;
    const age = Math.min(losesFailedIn, confirmation + finality - 1);
    const failed = this.#landed.find(({ succeeds, height }) => !succeeds && this.#height >= height + age);
    // Final, or past its blockhash, by the time that it is checked.
    if (failed === undefined || this.#height - failed.height >= confirmation + finality || this.#height > this.lastValidBlockHeight) return;
    this.#hasLost = true;
    this.#landed.splice(this.#landed.indexOf(failed), 1);
    this.#underWay.splice(0, this.#underWay.length, { ...failed, succeeds: true, height: this.#height });
  }
}
