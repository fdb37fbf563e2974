import { createKeyPairSignerFromPrivateKeyBytes, type TransactionSigner } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { ClientUsageError } from './base/errors.js';
import { type PaymentSigner, payPerRequest } from './x402.js';

function keyPairSigner(): Promise<TransactionSigner> {
  return createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(1));
}

/** A signer whose method is not its own property, as those of hardware wallets are. */
class HeldSigner {
  constructor(readonly address: TransactionSigner['address']) {}
  signTransactions(): Promise<readonly object[]> {
    return Promise.reject(new Error('never asked'));
  }
}

describe('payPerRequest', () => {
  it('takes each signer of kit, under the types of kit', async () => {
    const signer = await keyPairSigner();
    for (const one of [signer, new HeldSigner(signer.address)]) expect(() => payPerRequest({ signer: one, maxAmount: 1n })).not.toThrow();
  });

  it.each<[string, (address: string) => PaymentSigner]>([
    ['whose address is none', () => ({ address: 'nowhere', signTransactions: () => Promise.resolve([]) })],
    // @ts-expect-error it signs no transaction
    ['that signs messages alone', (address) => ({ address, signMessages: () => Promise.resolve([]) })],
  ])('refuses a signer %s', async (_what, signerOf) => {
    const { address } = await keyPairSigner();
    const call = () => payPerRequest({ signer: signerOf(address), maxAmount: 1n });
    expect(call).toThrow(ClientUsageError);
    expect(call).toThrow(/^signer: must be a signer of @solana\/kit/);
  });
});
