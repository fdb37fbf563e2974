import { formatAddress, parseAddress, type Address } from '@oracle-gateway/protocol';

import { readHeldAccounts, readWithSlot } from './rpc/answers.js';
import type { Commitment } from './rpc/commitment.js';
import type { RpcCall } from './rpc/rpc-client.js';

/** Accounts that one call of an RPC server reads (getMultipleAccounts). */
export const MAX_BATCH_ADDRESSES = 100;

/** Any account, the oracle program's or not. */
export interface HeldAccount {
  readonly owner: Address;
  readonly lamports: bigint;
  readonly data: Uint8Array;
}

/** Accounts as they stood together at `slot`, in the order asked for; null where there is none. */
export interface BatchRead {
  readonly slot: number;
  readonly accounts: readonly (HeldAccount | null)[];
}

/**
 * Reads accounts of one moment, at most MAX_BATCH_ADDRESSES, in one call, past every cache.
 * Throws LedgerUnavailableError, and RangeError for more addresses.
 */
export type BatchReader = (addresses: readonly Address[], commitment: Commitment) => Promise<BatchRead>;

export function createBatchReader({ rpc }: { readonly rpc: RpcCall }): BatchReader {
  const method = 'getMultipleAccounts';
  return async (addresses, commitment) => {
    if (addresses.length > MAX_BATCH_ADDRESSES) throw new RangeError(`addresses: at most ${MAX_BATCH_ADDRESSES}`);
    const result = await rpc(method, [addresses.map(formatAddress), { encoding: 'base64', commitment }]);
    const { slot, value } = readWithSlot(result, method, (answer) => readHeldAccounts(answer, method, addresses.length));
    return {
      slot,
      accounts: value.map((account) => (account === null ? null : { ...account, owner: parseAddress(account.owner) })),
    };
  };
}
