import { describe, expect, it } from 'vitest';
import { formatAddress, toAddress, type Address } from './address.js';
import { SYSTEM_PROGRAM } from './instructions.js';
import { resolveAccountKeys } from './lookup-tables.js';
import type { WireMessage } from './wire-transaction.js';

function key(fill: number): Address {
  return toAddress(new Uint8Array(32).fill(fill));
}
const table = key(50);
const message: WireMessage = {
  bytes: new Uint8Array(),
  version: 0,
  requiredSignatures: 2,
  readonlySigned: 1,
  readonlyUnsigned: 1,
  staticKeys: [key(1), key(2), key(3), key(4)],
  blockhash: '',
  instructions: [],
  lookups: [{ table, writableIndexes: Uint8Array.of(1), readonlyIndexes: Uint8Array.of(0, 9) }],
};
const rows = Uint8Array.from([...new Uint8Array(56), ...key(10), ...key(11)]);
function read(address: Address) {
  return formatAddress(address) === formatAddress(table) ? { lamports: 1n, owner: SYSTEM_PROGRAM, executable: false, data: rows } : null;
}

describe('resolveAccountKeys', () => {
  it('gives static keys by the header, then loaded writable, then loaded read-only ones', () => {
    expect(resolveAccountKeys(message, read)).toEqual([
      { address: key(1), signer: true, writable: true, source: 'transaction' },
      { address: key(2), signer: true, writable: false, source: 'transaction' },
      { address: key(3), signer: false, writable: true, source: 'transaction' },
      { address: key(4), signer: false, writable: false, source: 'transaction' },
      { address: key(11), signer: false, writable: true, source: 'lookupTable' },
      { address: key(10), signer: false, writable: false, source: 'lookupTable' },
    ]);
  });

  it('leaves out what a missing table would give', () => {
    expect(resolveAccountKeys(message, () => null)).toHaveLength(4);
  });
});
