import { ed25519 } from '@noble/curves/ed25519.js';
import { formatAddress, toAddress } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import type { WalletSigner } from '../src/wallet.js';

const SIGNATURE_BYTES = 64;
const KEYS_AT = 5;

/** A wallet that signs every transaction of version 0, at the place of its key. */
export function testWallet(seed = new Uint8Array(32).fill(7)): WalletSigner {
  const key = ed25519.getPublicKey(seed);
  return {
    address: formatAddress(toAddress(key)),
    signTransaction(transaction) {
      const signed = Uint8Array.from(transaction);
      const count = signed[0] ?? 0;
      const message = signed.subarray(1 + count * SIGNATURE_BYTES);
      const places = Array.from({ length: count }, (_, place) => place);
      const place = places.find((one) => equalBytes(message.subarray(KEYS_AT + 32 * one, KEYS_AT + 32 * (one + 1)), key));
      if (place !== undefined) signed.set(ed25519.sign(message, seed), 1 + place * SIGNATURE_BYTES);
      return Promise.resolve(signed);
    },
  };
}
