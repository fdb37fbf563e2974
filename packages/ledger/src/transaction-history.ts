import { formatAddress, type Address } from '@oracle-gateway/protocol';

import { readCount, readEpoch, readFlag, readSignatures, readTransaction, readWithSlot } from './rpc/answers.js';
import { ResponseTooLargeError } from './rpc/bounded-fetch.js';
import type { Commitment } from './rpc/commitment.js';
import type { RpcCall } from './rpc/rpc-client.js';

/** A transaction in a block. */
export interface HistoricTransaction {
  readonly slot: number;
  /** False: the transaction failed, and only its fee was paid. */
  readonly succeeded: boolean;
  /** The whole transaction, signatures first. */
  readonly wire: Uint8Array;
  /** The ledger's clock in its block; null: the server does not tell. */
  readonly blockTimeSeconds: number | null;
}

/** A transaction in the ledger's index of an account. */
export interface NamedTransaction {
  /** Base58. */
  readonly signature: string;
  readonly slot: number;
  /** Memos in the server's form, `[32] abc…`. null: no memo, or the server does not tell. */
  readonly memo: string | null;
  /** null: the server does not tell. */
  readonly blockTimeSeconds: number | null;
}

/** A page of an account's transactions, newest first. */
export interface NamedPage {
  /** 1 to MAX_NAMED_TRANSACTIONS. */
  readonly limit: number;
  /** Only transactions before this signature, the last one of the previous page. */
  readonly before?: string;
  /** A server whose bank is older than this slot refuses the call. */
  readonly minContextSlot?: number;
}

/** A bank: its slot and the number of blocks up to it. */
export interface ChainTip {
  readonly slot: number;
  readonly blockHeight: number;
}

/** Largest page. JSON takes six bytes for some characters of a memo, so that the answer to a page can still be too large. */
export const MAX_NAMED_TRANSACTIONS = 500;

/**
 * Landed transactions, at `confirmed` unless asked otherwise. A server without transaction history refuses (RpcRefusalError, code -32011).
 * Every method throws LedgerUnavailableError when the server gives no usable answer.
 */
export interface TransactionHistory {
  /** null: the server knows no block with the transaction, at `confirmed` by default. A transaction at `finalized` stays where it is. */
  transaction(signature: string, commitment?: Commitment): Promise<HistoricTransaction | null>;
  /**
   * Transactions that name the account, the newest first. A page whose answer exceeds the client's limit of bytes is halved until it fits, and
   * then has fewer than `limit` transactions.
   */
  naming(account: Address, page: NamedPage): Promise<readonly NamedTransaction[]>;
  /** The first slot whose block the server still has. */
  firstSlot(): Promise<number>;
  /** Slot and height of one bank. */
  tip(commitment: Commitment): Promise<ChainTip>;
  /** A transaction whose `lastValidBlockHeight` is lower can no longer land; at `finalized`, not even after a rollback. */
  blockHeight(commitment: Commitment): Promise<number>;
  /** False: the bank refuses transactions with this blockhash, which is too old or not known yet. */
  isBlockhashValid(blockhash: string, commitment: Commitment): Promise<boolean>;
}

/** Reads landed transactions. It needs a server with transaction history, and its calls throw LedgerUnavailableError. */
export function createTransactionHistory({ rpc }: { readonly rpc: RpcCall }): TransactionHistory {
  return {
    async transaction(signature, commitment = 'confirmed') {
      const method = 'getTransaction';
      const options = { encoding: 'base64', commitment, maxSupportedTransactionVersion: 0 };
      const answer = readTransaction(await rpc(method, [signature, options]), method);
      if (answer === null) return null;
      const { slot, err, wire, blockTime } = answer;
      return { slot, succeeded: err === null, wire, blockTimeSeconds: blockTime };
    },
    async naming(account, { limit, before, minContextSlot }) {
      const method = 'getSignaturesForAddress';
      if (limit < 1 || limit > MAX_NAMED_TRANSACTIONS) throw new RangeError(`limit: must be 1..${MAX_NAMED_TRANSACTIONS}`);
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

/** The ledger's clock in the block of a slot; null: the server does not tell. Throws LedgerUnavailableError, for a slot without a block too. */
export async function readBlockTime({ rpc }: { readonly rpc: RpcCall }, slot: number): Promise<number | null> {
  const method = 'getBlockTime';
  const seconds = await rpc(method, [slot]);
  return seconds === null ? null : readCount(seconds, method);
}

function isTooLarge(error: unknown): boolean {
  return error instanceof Error && (error instanceof ResponseTooLargeError || isTooLarge(error.cause));
}
