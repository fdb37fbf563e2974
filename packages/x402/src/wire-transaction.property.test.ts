import { equalBytes } from '@oracle-gateway/protocol/internal';
import {
  getAddressEncoder,
  getBlockhashEncoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  getTransactionEncoder,
} from '@solana/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memo, transferChecked, unsigned } from '../tests/transactions.js';
import { AuthorizationError } from './authorization-error.js';
import { readWireTransaction, type WireTransaction } from './wire-transaction.js';

const VERSION_AT = 1 + 2 * 64;
const VALID = ([0, 'legacy'] as const).map((version) => bytesOf(Buffer.from(unsigned([transferChecked(), memo('m')], version), 'base64')));
// With a lookup table, from which it takes no account, one and two.
const LOOKED_UP = [
  [0, 0],
  [1, 7, 0],
  [1, 7, 2, 8, 9],
].map((lists) => bytesOf([...VALID[0]!.subarray(0, -1), 1, ...Buffer.alloc(32, 7), ...lists]));

/** The reading of the codecs of `@solana/kit`; null where they refuse the bytes, or would write other bytes. */
function kitReads(bytes: Uint8Array): WireTransaction | null {
  try {
    const transaction = getTransactionDecoder().decode(bytes);
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
    const isWritten = equalBytes(bytes, bytesOf(getTransactionEncoder().encode(transaction)));
    const isMessageWritten = equalBytes(bytesOf(transaction.messageBytes), bytesOf(getCompiledTransactionMessageEncoder().encode(message)));
    if (!isWritten || !isMessageWritten) return null;
    const accounts = message.staticAccounts.map((account) => bytesOf(getAddressEncoder().encode(account)));
    return {
      signatures: Object.values(transaction.signatures).map((signature) => bytesOf(signature ?? new Uint8Array(64))),
      message: bytesOf(transaction.messageBytes),
      accounts,
      blockhash: bytesOf(
        getBlockhashEncoder().encode(message.lifetimeToken as Parameters<ReturnType<typeof getBlockhashEncoder>['encode']>[0]),
      ),
      instructions: message.instructions.map(({ programAddressIndex, accountIndices = [], data = [] }) => ({
        program: accounts[programAddressIndex] ?? null,
        accounts: bytesOf(accountIndices),
        data: bytesOf(data),
      })),
      hasLookups: 'addressTableLookups' in message && message.addressTableLookups.length > 0,
    };
  } catch {
    return null;
  }
}

function bytesOf(bytes: ArrayLike<number>): Uint8Array {
  return Uint8Array.from(bytes);
}

function ownReads(bytes: Uint8Array): WireTransaction | null {
  try {
    return readWireTransaction(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(AuthorizationError);
    return null;
  }
}

/** Bytes put in, taken out or changed: lengths and their forms among them. */
const damage = fc.record({
  valid: fc.constantFrom(...VALID, ...LOOKED_UP),
  at: fc.oneof(fc.nat(400), fc.integer({ min: VERSION_AT, max: VERSION_AT + 5 }), fc.constant(0)),
  out: fc.constantFrom(0, 1, 1, 1, 2, 32, 64, 400),
  put: fc.oneof(
    fc.uint8Array({ minLength: 1, maxLength: 1 }),
    fc.uint8Array({ maxLength: 3 }),
    fc.constantFrom(
      ...[
        [0x82, 0],
        [0x80, 0],
        [0x81, 0x80, 0],
      ].map(bytesOf),
    ),
  ),
});

describe('a transaction', () => {
  it.each([...VALID, ...LOOKED_UP])('is read as the codecs of kit read it', (valid) => {
    const kit = kitReads(valid);
    expect(kit).not.toBeNull();
    expect(readWireTransaction(valid)).toEqual(kit);
  });

  it('is refused where the codecs of kit refuse it, or would write other bytes', () => {
    fc.assert(
      fc.property(damage, ({ valid, at, out, put }) => {
        const bytes = Uint8Array.from([...valid.subarray(0, at), ...put, ...valid.subarray(at + out)]);
        const [own, kit] = [ownReads(bytes), kitReads(bytes)];
        expect(own === null).toBe(kit === null);
        if (own !== null && kit !== null) expect(own).toEqual(kit);
      }),
      { numRuns: 2_000 },
    );
  });
});
