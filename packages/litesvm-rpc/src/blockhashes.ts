import { sha256 } from '@noble/hashes/sha2.js';
import { base58 } from '@scure/base';

/** A transaction may name a blockhash up to this many blocks old (Agave's MAX_PROCESSING_AGE). */
export const BLOCKHASH_LIFETIME_BLOCKS = 150;

export interface Block {
  /** Base58. */
  readonly blockhash: string;
  readonly slot: bigint;
  readonly height: number;
}

interface RecentBlock extends Block {
  /** Messages executed under this blockhash. They are dropped with it, because no repeat can be accepted afterwards. */
  readonly messages: Set<string>;
}

/** Valid blockhashes, and the messages executed under each. */
export class Blockhashes {
  readonly #recent = new Map<string, RecentBlock>();
  #latest: RecentBlock;

  constructor(genesisHash: string, firstSlot: bigint) {
    this.#latest = { blockhash: genesisHash, slot: firstSlot, height: 0, messages: new Set() };
    this.#recent.set(genesisHash, this.#latest);
  }

  get latest(): Block {
    return this.#latest;
  }

  /** Oldest first. */
  get recent(): readonly Block[] {
    return [...this.#recent.values()];
  }

  /** Each hash is derived from the previous one, as on a cluster; the caller chooses the first at random. */
  rotate(slot: bigint): void {
    const blockhash = base58.encode(sha256(base58.decode(this.#latest.blockhash)));
    this.#latest = { blockhash, slot, height: this.#latest.height + 1, messages: new Set() };
    this.#recent.set(blockhash, this.#latest);
    for (const block of this.#recent.values()) {
      if (this.lastValidHeight(block) >= this.#latest.height) break;
      this.#recent.delete(block.blockhash);
    }
  }

  isValid(blockhash: string): boolean {
    return this.#recent.has(blockhash);
  }

  lastValidHeight(block: Block): number {
    return block.height + BLOCKHASH_LIFETIME_BLOCKS;
  }

  /**
   * Agave detects repeats by the message, not by the signature: the fee payer may sign again, and the first signature may be missing.
   *
   * @param message the message's bytes
   */
  wasProcessed(blockhash: string, message: Uint8Array): boolean {
    return this.#recent.get(blockhash)?.messages.has(messageKey(message)) ?? false;
  }

  markProcessed(blockhash: string, message: Uint8Array): void {
    this.#recent.get(blockhash)?.messages.add(messageKey(message));
  }
}

function messageKey(message: Uint8Array): string {
  return Buffer.from(sha256(message)).toString('base64');
}
