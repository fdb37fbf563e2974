import { ed25519 } from '@noble/curves/ed25519.js';
import { parseAddress } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { encodeTransaction } from './encode-transaction.js';
import { keypairWallet } from './keypair-wallet.js';
import { signedBy } from './wallet-signer.js';

const OTHER = parseAddress('CojVr4rBZoXq4tymj5eNPsdfU276w3rKD5gkT5tjKzed');
const seed = new Uint8Array(32).fill(5);
const wallet = keypairWallet(Uint8Array.of(...seed, ...ed25519.getPublicKey(seed)));
const own = parseAddress(wallet.address);

describe('the wallet of a key', () => {
  it.each([
    ['first', own, OTHER],
    ['second', OTHER, own],
  ])('signs at its own place, the %s', async (_, feePayer, address) => {
    const instructions = [{ programId: OTHER, accounts: [{ address, signer: true, writable: false }], data: new Uint8Array(0) }];
    const { signature } = await signedBy(wallet, encodeTransaction({ feePayer, blockhash: new Uint8Array(32), instructions }));
    expect(signature).toHaveLength(64);
  });

  it('refuses a transaction in which its key has no place', async () => {
    const transaction = encodeTransaction({ feePayer: OTHER, blockhash: new Uint8Array(32), instructions: [] });
    await expect(wallet.signTransaction(transaction)).rejects.toThrow('signer: must sign the transaction, and has no place in it');
  });
});
