import type { Signer } from '@oracle-gateway/client';
import { keypairSigner } from '@oracle-gateway/client';
import type { WalletSigner } from '@oracle-gateway/client/wallet';

/** A key of a wallet: it signs texts, and transactions where the wallet can. */
export interface WalletKey extends Signer, Partial<Pick<WalletSigner, 'signTransaction'>> {}

/** A wallet does not keep to the Wallet Standard, or cannot do what it is needed for. */
export class WalletError extends Error {
  override readonly name = 'WalletError';
}

/** A key that signs transactions, also once it has been chosen for something else. */
export function requireTransactions({ address, signTransaction }: WalletKey): WalletSigner {
  return {
    address,
    signTransaction: signTransaction ?? (() => Promise.reject(new WalletError('the wallet cannot sign transactions; choose another one'))),
  };
}

const SIGNATURE_BYTES = 64;
const KEY_BYTES = 32;
/** Place of the keys in a message of version 0, behind its version, three counts and the number of keys. */
const KEYS_AT = 5;

/** The key that a test world lends to its visitors. It signs the transactions of this page, which all have version 0. */
export function lentKey(secretKey: Uint8Array): WalletKey {
  const signer = keypairSigner(secretKey);
  const publicKey = secretKey.slice(KEY_BYTES);
  return {
    ...signer,
    async signTransaction(transaction) {
      const signed = Uint8Array.from(transaction);
      const count = signed[0] ?? 0;
      const message = signed.slice(1 + count * SIGNATURE_BYTES);
      for (let place = 0; place < count; place += 1)
        if (publicKey.every((byte, at) => byte === message[KEYS_AT + place * KEY_BYTES + at]))
          signed.set(await signer.sign(message), 1 + place * SIGNATURE_BYTES);
      return signed;
    },
  };
}
