import { ed25519 } from '@noble/curves/ed25519.js';
import { parseAddress } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { ClientUsageError } from '../base/errors.js';
import { keypairSigner } from '../base/signer.js';
import type { WalletSigner } from './wallet-signer.js';

const SIGNATURE_BYTES = 64;
const SEED_BYTES = 32;
/** Version and counts of keys, and the number of keys, of a message of version 0. */
const KEYS_AT = 5;

/**
 * A wallet of a key that is at hand: it signs the transactions that this package makes.
 *
 * @param secretKey the 64 bytes of the Solana CLI's key files
 * @throws ClientUsageError
 */
export function keypairWallet(secretKey: Uint8Array): WalletSigner {
  const { address } = keypairSigner(secretKey);
  const [key, seed] = [parseAddress(address), secretKey.slice(0, SEED_BYTES)];
  return {
    address,
    signTransaction(transaction) {
      const signed = Uint8Array.from(transaction);
      const count = signed[0] ?? 0;
      const message = signed.subarray(1 + count * SIGNATURE_BYTES);
      for (let place = 0; place < count; place += 1) {
        const start = KEYS_AT + place * key.length;
        if (!equalBytes(message.subarray(start, start + key.length), key)) continue;
        signed.set(ed25519.sign(message, seed), 1 + place * SIGNATURE_BYTES);
        return Promise.resolve(signed);
      }
      return Promise.reject(new ClientUsageError('signer', 'must sign the transaction, and has no place in it'));
    },
  };
}
