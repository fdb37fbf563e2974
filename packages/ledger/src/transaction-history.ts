import { formatAddress, type Address } from '@oracle-gateway/protocol';

import { readCount, readEpoch, readFlag, readSignatures, readTransaction, readWithSlot } from './rpc/answers.js';
import { ResponseTooLargeError } from './rpc/bounded-fetch.js';
import type { Commitment } from './rpc/commitment.js';
import type { RpcCall } from './rpc/rpc-client.js';

/** A transaction in a block. */
export interface HistoricTransaction {
  readonly slot: number;
  /** False: it failed, and nothing but its fee has moved. */
  readonly succeeded: boolean;
  /** All of it, signatures first. */
  readonly wire: Uint8Array;
}

/** What the ledger's index of an account says of a transaction. */
export interface NamedTransaction {
  /** Base58. */
  readonly signature: string;
  readonly slot: number;
  /** Its memos, as the server writes them: `[32] abc…`. null: none, or the server does not tell. */
  readonly memo: string | null;
  /** null: the server does not tell. */
  readonly blockTimeSeconds: number | null;
}

export interface NamedPage {
  /** 1 to MAX_NAMED_TRANSACTIONS. */
  readonly limit: number;
  /** Only what comes before this signature: the last of the page before. */
  readonly before?: string;
  /** The server refuses to answer for a bank older than this slot: it lags behind. */
  readonly minContextSlot?: number;
}

/** A bank: of its slot and of the number of blocks up to it. */
export interface ChainTip {
  readonly slot: number;
  readonly blockHeight: number;
}

/** Most transactions that one call lists. Memos are told in JSON, which takes six bytes for some characters: the answer may still be too large. */
export const MAX_NAMED_TRANSACTIONS = 500;

/**
 * What has landed, at `confirmed`. The server must keep a transaction history; one that does not refuses (RpcRefusalError, code -32011).
 * Every method throws LedgerUnavailableError when the server gives no usable answer.
 */
export interface TransactionHistory {
  /** null: in no block, as far as the server knows. */
  transaction(signature: string): Promise<HistoricTransaction | null>;
  /**
   * Transactions that name the account, the newest first. Fewer than asked for where the answer would pass the client's limit of bytes: such a
   * page is halved until it does not.
   */
  naming(account: Address, page: NamedPage): Promise<readonly NamedTransaction[]>;
  /** The first slot of which the server has a block: what lies before is nothing to it. */
  firstSlot(): Promise<number>;
  /** Slot and height of one bank. */
  tip(commitment: Commitment): Promise<ChainTip>;
  /** Height at which a transaction with a `lastValidBlockHeight` below can land no more; of `finalized`, not even after a rollback. */
  blockHeight(commitment: Commitment): Promise<number>;
  /** False: the bank takes no transaction with this blockhash, because it is too old, or not there yet. */
  isBlockhashValid(blockhash: string, commitment: Commitment): Promise<boolean>;
}

export function createTransactionHistory({ rpc }: { readonly rpc: RpcCall }): TransactionHistory {
  return {
    async transaction(signature) {
      const method = 'getTransaction';
      const options = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 };
      const answer = readTransaction(await rpc(method, [signature, options]), method);
      return answer === null ? null : { slot: answer.slot, succeeded: answer.err === null, wire: answer.wire };
    },
    async naming(account, { limit, before, minContextSlot }) {
      const method = 'getSignaturesForAddress';
      if (limit < 1 || limit > MAX_NAMED_TRANSACTIONS) throw new RangeError(`limit: 1 to ${MAX_NAMED_TRANSACTIONS}`);
      const range = { ...(before === undefined ? {} : { before }), ...(minContextSlot === undefined ? {} : { minContextSlot }) };
      const list = async (size: number): Promise<unknown> => {
        try {
          return await rpc(method, [formatAddress(account), { limit: size, commitment: 'confirmed', ...range }]);
        } catch (error) {
          if (size === 1 || !isTooLarge(error)) throw error;
          return list(Math.ceil(size / 2));
        }
      };
      const entries = readSignatures(await list(limit), method);
      return entries.map(({ signature, slot, memo, blockTime }) => ({ signature, slot, memo, blockTimeSeconds: blockTime }));
    },
    firstSlot: async () => readCount(await rpc('getFirstAvailableBlock', []), 'getFirstAvailableBlock'),
    tip: (commitment) => readTip({ rpc }, commitment),
    blockHeight: async (commitment) => readCount(await rpc('getBlockHeight', [{ commitment }]), 'getBlockHeight'),
    async isBlockhashValid(blockhash, commitment) {
      const method = 'isBlockhashValid';
      const result = await rpc(method, [blockhash, { commitment }]);
      return readWithSlot(result, method, (value) => readFlag(value, method)).value;
    },
  };
}

/** Throws LedgerUnavailableError. */
export async function readTip({ rpc }: { readonly rpc: RpcCall }, commitment: Commitment): Promise<ChainTip> {
  const { absoluteSlot, blockHeight } = readEpoch(await rpc('getEpochInfo', [{ commitment }]), 'getEpochInfo');
  return { slot: absoluteSlot, blockHeight };
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && (error instanceof ResponseTooLargeError || isTooLarge(error.cause));
}
