import { parseAddress, toAddress, formatAddress } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { lentKey, requireTransactions } from './wallet-key.js';

/** The key pair of the seed of 32 zero bytes. */
const PUBLIC_KEY = Uint8Array.from('3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29'.match(/../g) ?? [], (pair) =>
  Number.parseInt(pair, 16),
);
const SECRET_KEY = Uint8Array.from([...new Uint8Array(32), ...PUBLIC_KEY]);
const OTHER = new Uint8Array(32).fill(5);

/** Two empty signatures, and the beginning of a message of version 0 with two signers. */
const transaction = Uint8Array.from([2, ...new Uint8Array(128), 0x80, 2, 0, 0, 2, ...OTHER, ...PUBLIC_KEY]);

describe('the key that a test world lends', () => {
  it('signs the message of a transaction at its own place', async () => {
    const key = lentKey(SECRET_KEY);
    const signed = await key.signTransaction!(transaction);
    expect(signed.subarray(1, 65)).toEqual(new Uint8Array(64));
    expect(signed.subarray(65, 129)).toEqual(await key.sign(transaction.slice(129)));
    expect(signed.subarray(129)).toEqual(transaction.subarray(129));
    expect(parseAddress(key.address)).toEqual(PUBLIC_KEY);
  });

  it('leaves a transaction alone in which it has no place', async () => {
    const foreign = transaction.map((byte, place) => (place >= 129 + 5 + 32 ? 6 : byte));
    expect(await lentKey(SECRET_KEY).signTransaction!(foreign)).toEqual(foreign);
  });
});

it('a wallet that signs texts alone says so when a transaction is needed', async () => {
  const key = { address: formatAddress(toAddress(OTHER)), sign: () => new Uint8Array(64) };
  await expect(requireTransactions(key).signTransaction(transaction)).rejects.toThrow('cannot sign transactions');
});
