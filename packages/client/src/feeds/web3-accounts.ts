import { type AccountSource, FEED_COMMITMENT } from './account-source.js';

/** The part of a `Connection` of web3.js that a reader uses. */
export interface Web3Connection<Key> {
  getMultipleAccountsInfo(
    keys: Key[],
    commitment: typeof FEED_COMMITMENT,
  ): Promise<readonly ({ readonly owner: { toBytes(): Uint8Array }; readonly data: Uint8Array } | null)[]>;
}

/** Reads through web3.js: `web3Accounts(connection, PublicKey)`. */
export function web3Accounts<Key>(connection: Web3Connection<Key>, PublicKey: new (bytes: Uint8Array) => Key): AccountSource {
  return async (addresses) => {
    const accounts = await connection.getMultipleAccountsInfo(
      addresses.map((bytes) => new PublicKey(bytes)),
      FEED_COMMITMENT,
    );
    return accounts.map((account) => (account === null ? null : { owner: account.owner.toBytes(), data: Uint8Array.from(account.data) }));
  };
}
