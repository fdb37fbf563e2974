import { Keypair, SystemProgram, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { formatAddress } from './address.js';
import { decodeMessage, decodeTransaction, isWritableStaticKey, TransactionDecodeError } from './wire-transaction.js';

const payer = Keypair.fromSeed(new Uint8Array(32).fill(1));
const to = Keypair.fromSeed(new Uint8Array(32).fill(2)).publicKey;
const message = new TransactionMessage({
  payerKey: payer.publicKey,
  recentBlockhash: to.toBase58(),
  instructions: [SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports: 5 })],
});
const legacy = new VersionedTransaction(message.compileToLegacyMessage());
legacy.sign([payer]);
const versioned = new VersionedTransaction(message.compileToV0Message());
versioned.sign([payer]);

/** 1 byte of count, 64 of signature. */
const MESSAGE_AT = 65;

function changed(bytes: Uint8Array, offset: number, value: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  copy[offset] = value;
  return copy;
}

describe('decodeTransaction', () => {
  it.each([
    ['legacy', legacy],
    [0, versioned],
  ])('reads version %s as @solana/web3.js writes it', (version, transaction) => {
    const bytes = transaction.serialize();
    const decoded = decodeTransaction(bytes);
    expect(decoded.message).toMatchObject({
      version,
      requiredSignatures: 1,
      readonlySigned: 0,
      readonlyUnsigned: 1,
      blockhash: to.toBase58(),
    });
    expect(decoded.message.staticKeys.map(formatAddress)).toEqual(transaction.message.staticAccountKeys.map(String));
    expect(decoded.signatures[0]).toEqual(transaction.signatures[0]);
    expect(Buffer.compare(decoded.message.bytes, transaction.message.serialize())).toBe(0);
    expect(decoded.message.instructions).toEqual([
      { programIndex: 2, accounts: Uint8Array.of(0, 1), data: Uint8Array.of(2, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0) },
    ]);
    expect([0, 1, 2].map((index) => isWritableStaticKey(decoded.message, index))).toEqual([true, true, false]);
  });

  const wire = legacy.serialize();
  const programIndexAt = MESSAGE_AT + 3 + 1 + 3 * 32 + 32 + 1;
  it.each([
    ['more than 1,232 bytes', new Uint8Array(1_233), /too large: 1233 bytes/],
    ['no bytes', new Uint8Array(), /ends at byte 0/],
    ['no signature', Uint8Array.from([0, ...wire.subarray(MESSAGE_AT)]), /0 signatures, 1 required/],
    ['a cut message', wire.subarray(0, wire.length - 1), /ends at byte/],
    ['trailing bytes', Uint8Array.from([...wire, 0]), /1 bytes follow the message/],
    ['more required signatures than given', changed(wire, MESSAGE_AT, 2), /1 signatures, 2 required/],
    ['a read-only fee payer', changed(wire, MESSAGE_AT + 1, 1), /fee payer must be a writable signer/],
    ['more read-only accounts than accounts', changed(wire, MESSAGE_AT + 2, 3), /header counts more accounts/],
    ['a program that is the fee payer', changed(wire, programIndexAt, 0), /program index 0 is out of range/],
    ['a program that is no account', changed(wire, programIndexAt, 3), /program index 3 is out of range/],
    ['an instruction account out of range', changed(wire, programIndexAt + 2, 9), /account index 9 is out of range/],
    ['a message version it does not know', changed(wire, MESSAGE_AT, 0x81), /version 1 is not supported/],
  ])('refuses %s', (_what, bytes, reason) => {
    expect(() => decodeTransaction(bytes)).toThrow(TransactionDecodeError);
    expect(() => decodeTransaction(bytes)).toThrow(reason);
  });
});

describe('decodeMessage', () => {
  it('reads a message on its own', () => {
    expect(decodeMessage(versioned.message.serialize())).toMatchObject({ version: 0, requiredSignatures: 1 });
  });

  it('refuses a lookup that loads nothing', () => {
    const bytes = versioned.message.serialize();
    const withLookup = Uint8Array.from([...bytes.subarray(0, bytes.length - 1), 1, ...new Uint8Array(32), 0, 0]);
    expect(() => decodeMessage(withLookup)).toThrow(/loads no account/);
  });
});
