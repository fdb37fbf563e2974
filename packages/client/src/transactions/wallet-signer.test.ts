import { ed25519 } from '@noble/curves/ed25519.js';
import { formatAddress, parseAddress, toAddress } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { testWallet } from '../../tests/test-wallet.js';
import { ClientUsageError } from '../base/errors.js';
import { encodeTransaction } from './encode-transaction.js';
import { signedBy } from './wallet-signer.js';

const FEE_PAYER = parseAddress('CojVr4rBZoXq4tymj5eNPsdfU276w3rKD5gkT5tjKzed');
const wallet = testWallet();
const from = parseAddress(wallet.address);
const use = { programId: FEE_PAYER, accounts: [{ address: from, signer: true, writable: false }], data: Uint8Array.of(1) };
const transaction = encodeTransaction({ feePayer: FEE_PAYER, blockhash: new Uint8Array(32), instructions: [use] });

describe('signedBy', () => {
  it('answers what the wallet signed, and its signature', async () => {
    const { bytes, signature } = await signedBy(wallet, transaction);
    expect(bytes.subarray(1, 65)).toEqual(new Uint8Array(64));
    expect(bytes.subarray(65, 129)).toEqual(signature);
    expect(ed25519.verify(signature, bytes.subarray(129), from)).toBe(true);
  });

  it('repeats what a wallet says when it refuses', async () => {
    const refusal = new Error('User rejected the request');
    const error: unknown = await signedBy({ ...wallet, signTransaction: () => Promise.reject(refusal) }, transaction).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ClientUsageError);
    expect(error).toMatchObject({ field: 'signer', cause: refusal });
  });

  it.each<readonly [string, () => unknown]>([
    ['the transaction without a signature', () => transaction],
    ['the signature of another key', () => transaction.with(65, 1)],
    ['nothing', () => undefined],
    ['an empty text', () => ''],
    ['no bytes', () => new Uint8Array(0)],
    ['a count that the bytes do not have', () => Uint8Array.of(255, 1, 2)],
  ])('refuses a wallet that answers %s', async (_, answer) => {
    const careless = { ...wallet, signTransaction: () => Promise.resolve(answer() as Uint8Array) };
    await expect(signedBy(careless, transaction)).rejects.toThrow('a valid signature of the wallet');
  });

  it('refuses a transaction in which the wallet has no place', async () => {
    const stranger = formatAddress(toAddress(ed25519.getPublicKey(new Uint8Array(32).fill(9))));
    await expect(signedBy({ ...wallet, address: stranger }, transaction)).rejects.toThrow(ClientUsageError);
  });
});
