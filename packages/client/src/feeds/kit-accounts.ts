import { formatAddress, parseAddress, toAddress } from '@oracle-gateway/protocol';
import { fromBase64 } from '../base/base64.js';
import { type AccountSource, FEED_COMMITMENT } from './account-source.js';

interface KitAccount {
  readonly owner: string;
  /** Base64, and the word `base64`. */
  readonly data: readonly [string, string];
}

/** The part of an `Rpc` of `@solana/kit` that a reader uses. */
export interface KitRpc<Key extends string> {
  getMultipleAccounts(
    addresses: readonly Key[],
    config: { readonly encoding: 'base64'; readonly commitment: typeof FEED_COMMITMENT },
  ): { send(): Promise<{ readonly value: readonly (KitAccount | null)[] }> };
}

/** Reads through `@solana/kit`: `kitAccounts(rpc)`. */
export function kitAccounts<Key extends string>(rpc: KitRpc<Key>): AccountSource {
  return async (addresses) => {
    // The brand of an address is kit's own.
    const keys = addresses.map((bytes) => formatAddress(toAddress(bytes)) as Key);
    const { value } = await rpc.getMultipleAccounts(keys, { encoding: 'base64', commitment: FEED_COMMITMENT }).send();
    return value.map((account) => (account === null ? null : { owner: parseAddress(account.owner), data: fromBase64(account.data[0]) }));
  };
}
