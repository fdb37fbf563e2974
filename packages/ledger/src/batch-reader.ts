import { parseAddress, type Address } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';

import { addressText } from './address-name.js';
import { readHeldAccounts, readWithSlot } from './rpc/answers.js';
import type { Commitment } from './rpc/commitment.js';
import type { RpcCall } from './rpc/rpc-client.js';

/** Largest number of accounts of one call (getMultipleAccounts). */
export const MAX_BATCH_ADDRESSES = 100;

/** An account of any program. */
export interface StoredAccount {
  readonly owner: Address;
  readonly lamports: bigint;
  readonly data: Uint8Array;
}

/** Accounts at `slot`, in the order of the addresses; null where no account exists. */
export interface BatchRead {
  readonly slot: number;
  readonly accounts: readonly (StoredAccount | null)[];
}

/**
 * Reads at most MAX_BATCH_ADDRESSES accounts of one slot in one call, without a cache.
 * Throws LedgerUnavailableError, and RangeError for more addresses.
 */
export type BatchReader = (addresses: readonly Address[], commitment: Commitment) => Promise<BatchRead>;

/** Accounts have few owners: programs. */
const MAX_OWNERS = 100;

/** Reads up to {@link MAX_BATCH_ADDRESSES} accounts of one slot. A call throws RangeError for more, and LedgerUnavailableError. */
export function createBatchReader({ rpc }: { readonly rpc: RpcCall }): BatchReader {
  const method = 'getMultipleAccounts';
  const owners = new BoundedMap<string, Address>(MAX_OWNERS);
  return async (addresses, commitment) => {
    if (addresses.length > MAX_BATCH_ADDRESSES) throw new RangeError(`addresses: must be at most ${MAX_BATCH_ADDRESSES}`);
    const result = await rpc(method, [addresses.map(addressText), { encoding: 'base64', commitment }]);
    const { slot, value } = readWithSlot(result, method, (answer) => readHeldAccounts(answer, method, addresses.length));
    return {
      slot,
      accounts: value.map((account) =>
        account === null ? null : { ...account, owner: owners.getOrCreate(account.owner, () => parseAddress(account.owner)) },
      ),
    };
  };
}
