import { toAddress, type Address } from './address.js';
import type { LedgerAccount } from './svm.js';
import { isWritableStaticKey, type WireMessage } from './wire-transaction.js';

/** An address lookup table account: a header of 56 bytes, then the addresses. */
const TABLE_HEADER_BYTES = 56;

export interface AccountKey {
  readonly address: Address;
  readonly signer: boolean;
  readonly writable: boolean;
  readonly source: 'transaction' | 'lookupTable';
}

/** Every account of a message in the order instructions index them; accounts of a missing table or row are left out. */
export function resolveAccountKeys(message: WireMessage, account: (address: Address) => LedgerAccount | null): AccountKey[] {
  const staticKeys = message.staticKeys.map((address, index): AccountKey => ({
    address,
    signer: index < message.requiredSignatures,
    writable: isWritableStaticKey(message, index),
    source: 'transaction',
  }));
  const tables = message.lookups.map((lookup) => ({ lookup, addresses: tableAddresses(account(lookup.table)) }));
  const loaded = (indexes: Uint8Array, addresses: readonly Address[], writable: boolean): AccountKey[] =>
    [...indexes].flatMap((index) => {
      const address = addresses[index];
      return address === undefined ? [] : [{ address, signer: false, writable, source: 'lookupTable' as const }];
    });
  return [
    ...staticKeys,
    ...tables.flatMap(({ lookup, addresses }) => loaded(lookup.writableIndexes, addresses, true)),
    ...tables.flatMap(({ lookup, addresses }) => loaded(lookup.readonlyIndexes, addresses, false)),
  ];
}

function tableAddresses(table: LedgerAccount | null): Address[] {
  const rows = table?.data.subarray(TABLE_HEADER_BYTES) ?? new Uint8Array();
  return Array.from({ length: Math.floor(rows.length / 32) }, (_, row) => toAddress(rows.slice(row * 32, row * 32 + 32)));
}
