import { ed25519 } from '@noble/curves/ed25519.js';
import { Keypair, PublicKey, VersionedTransaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { toAddress, type Address } from './address.js';
import { addressOf, signedTransaction } from './signed-transaction.js';

const blockhash = PublicKey.default.toBase58();
const [payer, second, writable, readonly, program] = [1, 2, 3, 4, 5].map((seed) => Keypair.fromSeed(new Uint8Array(32).fill(seed))) as [
  Keypair,
  Keypair,
  Keypair,
  Keypair,
  Keypair,
];
function at(key: Keypair): Address {
  return toAddress(key.publicKey.toBytes());
}

describe('signedTransaction', () => {
  it('orders signers, writable and read-only accounts as @solana/web3.js reads them, and signs in the order of the keys', () => {
    const wire = signedTransaction(
      [payer.secretKey, second.secretKey],
      [
        {
          programId: at(program),
          accounts: [
            { address: at(readonly), signer: false, writable: false },
            { address: at(writable), signer: false, writable: false },
            { address: at(second), signer: true, writable: false },
            { address: at(writable), signer: false, writable: true },
          ],
          data: Uint8Array.of(7),
        },
      ],
      blockhash,
    );
    const { message, signatures } = VersionedTransaction.deserialize(wire);
    expect(message.staticAccountKeys.map(String)).toEqual(
      [payer, second, writable, readonly, program].map(({ publicKey }) => publicKey.toBase58()),
    );
    expect(message.header).toEqual({ numRequiredSignatures: 2, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 2 });
    expect(message.compiledInstructions[0]).toMatchObject({ programIdIndex: 4, accountKeyIndexes: [3, 2, 1, 2] });
    const signers = [payer, second];
    signatures.forEach((signature, index) => {
      const signer = signers[index];
      expect(ed25519.verify(signature, message.serialize(), signer?.publicKey.toBytes() ?? new Uint8Array(32))).toBe(true);
    });
  });

  it('refuses an account that must sign without a key', () => {
    const instruction = {
      programId: at(program),
      accounts: [{ address: at(second), signer: true, writable: false }],
      data: new Uint8Array(),
    };
    expect(() => signedTransaction([payer.secretKey], [instruction], blockhash)).toThrow(
      `no key for the signer ${second.publicKey.toBase58()}`,
    );
  });

  it('takes the address from the second half of a secret key', () => {
    expect(addressOf(payer.secretKey)).toEqual(payer.publicKey.toBytes());
  });
});
