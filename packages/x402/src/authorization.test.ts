import { formatAddress, toHex } from '@oracle-gateway/protocol';
import { AccountRole, address, type Instruction } from '@solana/kit';
import { TOKEN_2022_PROGRAM_ADDRESS } from '@x402/svm';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ACCOUNTS, BLOCKHASH, memo, transferChecked, unsigned } from '../tests/transactions.js';
import { authorizationKeyOf, isSignedByPayer, readPaymentAuthorization } from './authorization.js';
import { AuthorizationError, type AuthorizationErrorReason } from './authorization-error.js';

const TRANSACTION = unsigned([transferChecked(), memo('m')]);
/** Offset of the message: after the number of signatures and two places for them. */
const MESSAGE_AT = 1 + 2 * 64;

function bytesOf(transaction: string): Buffer {
  return Buffer.from(transaction, 'base64');
}

function reasonFor(transaction: string): AuthorizationErrorReason | undefined {
  try {
    readPaymentAuthorization(transaction);
    return undefined;
  } catch (error) {
    if (error instanceof AuthorizationError) return error.reason;
    throw error;
  }
}

describe('payment authorization', () => {
  it.each([0, 'legacy'] as const)('names payer, accounts, amount and blockhash of a transaction of version %s', (version) => {
    const authorization = readPaymentAuthorization(unsigned([memo('before'), transferChecked(2n ** 63n)], version));
    expect(authorization).toMatchObject({ amountAtomic: 2n ** 63n, blockhash: BLOCKHASH });
    expect(formatAddress(authorization.payer)).toBe(ACCOUNTS.payer);
    expect(formatAddress(authorization.payerTokenAccount)).toBe(ACCOUNTS.payerTokens);
    expect(formatAddress(authorization.payeeTokenAccount)).toBe(ACCOUNTS.treasuryTokens);
    expect(formatAddress(authorization.mint)).toBe(ACCOUNTS.mint);
    expect(formatAddress(authorization.feePayer)).toBe(ACCOUNTS.feePayer);
  });

  it('is read of Token-2022 too', () => {
    expect(readPaymentAuthorization(unsigned([transferChecked(5n, TOKEN_2022_PROGRAM_ADDRESS)])).amountAtomic).toBe(5n);
  });

  it("has the sha256 of the message's bytes as its key", () => {
    const message = bytesOf(TRANSACTION).subarray(MESSAGE_AT);
    expect(toHex(readPaymentAuthorization(TRANSACTION).key)).toBe(`0x${createHash('sha256').update(message).digest('hex')}`);
  });

  it('has one key whatever stands in the places of the signatures, and the key that it has on the ledger', () => {
    const altered = bytesOf(TRANSACTION);
    altered.fill(0xee, 1, MESSAGE_AT);
    const { key } = readPaymentAuthorization(TRANSACTION);
    expect(readPaymentAuthorization(altered.toString('base64')).key).toEqual(key);
    expect(authorizationKeyOf(altered)).toEqual(key);
  });

  it.each([
    ['memo', unsigned([transferChecked(), memo('n')])],
    ['amount', unsigned([transferChecked(3_001n), memo('m')])],
  ])('has another key for another %s', (_, other) => {
    expect(readPaymentAuthorization(other).key).not.toEqual(readPaymentAuthorization(TRANSACTION).key);
  });
});

describe('the memo of a payment', () => {
  it('is the text of its one memo', () => {
    expect(readPaymentAuthorization(unsigned([transferChecked(), memo('0a1b')])).memo).toBe('0a1b');
  });

  it.each([
    ['none', [transferChecked()]],
    ['two', [transferChecked(), memo('0a1b'), memo('0a1b')]],
    ['one that is no text', [transferChecked(), { ...memo(''), data: Uint8Array.of(0xff) }]],
  ])('is null where there is %s', (_, instructions) => {
    expect(readPaymentAuthorization(unsigned(instructions)).memo).toBeNull();
  });
});

describe("the payer's signature", () => {
  it('is null where it is missing, and then the payer has not signed', () => {
    const authorization = readPaymentAuthorization(TRANSACTION);
    expect(authorization.payerSignature).toBeNull();
    expect(isSignedByPayer(authorization)).toBe(false);
  });

  it('is not what a stranger writes into its place', () => {
    const forged = bytesOf(TRANSACTION);
    forged.fill(0xee, 1, MESSAGE_AT);
    expect(isSignedByPayer(readPaymentAuthorization(forged.toString('base64')))).toBe(false);
  });
});

describe('a transaction that is no payment authorization', () => {
  it.each([
    ['empty', ''],
    ['no base64', '!!!!'],
    ['three bytes', 'AAAA'],
    ['cut short', bytesOf(TRANSACTION).subarray(0, -5).toString('base64')],
    ['longer than a transaction can be', 'A'.repeat(1_648)],
  ])('is refused: %s', (_, transaction) => {
    expect(['undecodable', 'not-canonical']).toContain(reasonFor(transaction));
  });

  it('with a durable nonce is refused: it would stay payable for ever', () => {
    const advanceNonce: Instruction = {
      programAddress: address('11111111111111111111111111111111'),
      accounts: [{ address: ACCOUNTS.payer, role: AccountRole.READONLY_SIGNER }],
      data: Uint8Array.of(4, 0, 0, 0),
    };
    expect(reasonFor(unsigned([advanceNonce, transferChecked()]))).toBe('durable-nonce');
    expect(reasonFor(unsigned([transferChecked(), advanceNonce]))).toBe('durable-nonce');
  });

  it.each([
    ['no transfer', [memo('m')]],
    ['two transfers', [transferChecked(1n), transferChecked(2n)]],
    ['a plain Transfer', [{ ...transferChecked(), data: Uint8Array.of(3, 1, 0, 0, 0, 0, 0, 0, 0) }]],
    ['a transfer by another program', [transferChecked(1n, ACCOUNTS.mint)]],
    ['a transfer that lacks its authority', [{ ...transferChecked(), accounts: transferChecked().accounts!.slice(0, 3) }]],
  ])('with %s is refused', (_, instructions) => {
    expect(reasonFor(unsigned(instructions))).toBe('no-single-transfer');
  });

  it('with lookup tables is refused', () => {
    const withTable = Buffer.concat([bytesOf(TRANSACTION).subarray(0, -1), Buffer.of(1), Buffer.alloc(32, 7), Buffer.of(1, 0, 0)]);
    expect(reasonFor(withTable.toString('base64'))).toBe('lookup-tables');
  });
});

describe('another encoding of the same transaction is refused, for it would have another key', () => {
  it('base64 with other spare bits', () => {
    const [transaction] = ['m', 'mm', 'mmm'].map((text) => unsigned([transferChecked(), memo(text)])).filter((text) => text.endsWith('='));
    const other = transaction!.replace(/A(=+)$|[^A](=+)$/, (end) => `B${end.slice(1)}`);
    expect(bytesOf(other)).toEqual(bytesOf(transaction!));
    expect(['undecodable', 'not-canonical']).toContain(reasonFor(other));
  });

  it.each([
    ['base64url', (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')],
    ['base64 without padding', (text: string) => text.replace(/=+$/, '')],
    ['base64 with white space', (text: string) => `${text}\n`],
  ])('%s', (_, encode) => {
    const transactions = Array.from({ length: 12 }, (_, index) => unsigned([transferChecked(), memo(`\xff\xfe${'>'.repeat(index)}`)]));
    const changed = transactions.filter((transaction) => encode(transaction) !== transaction);
    expect(changed.length).toBeGreaterThan(0);
    for (const transaction of changed) expect(reasonFor(encode(transaction))).toBeDefined();
  });

  it('bytes after the message', () => {
    expect(reasonFor(Buffer.concat([bytesOf(TRANSACTION), Buffer.of(0)]).toString('base64'))).toBe('not-canonical');
  });

  it('a length in more bytes than it needs', () => {
    const bytes = bytesOf(TRANSACTION);
    expect(bytes[0]).toBe(2);
    const long = Buffer.concat([Buffer.of(0x82, 0x00), bytes.subarray(1)]);
    expect(reasonFor(long.toString('base64'))).toBe('not-canonical');
    expect(() => authorizationKeyOf(long)).toThrow(AuthorizationError);
    // The message begins with its version, three counts and the number of accounts.
    const accountsAt = MESSAGE_AT + 4;
    const inMessage = Buffer.concat([
      bytes.subarray(0, accountsAt),
      Buffer.of(bytes[accountsAt]! | 0x80, 0),
      bytes.subarray(accountsAt + 1),
    ]);
    expect(reasonFor(inMessage.toString('base64'))).toBe('not-canonical');
  });
});
