import { parseAddress } from '@oracle-gateway/protocol';
import { createAssociatedTokenAccount } from '@oracle-gateway/protocol/instructions';
import {
  address,
  appendTransactionMessageInstructions,
  blockhash as blockhashOf,
  compileTransaction,
  createTransactionMessage,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { encodeTransaction } from './encode-transaction.js';
import { paymentTransaction } from './payment-transaction.js';
import { transferChecked } from './token-instructions.js';

const FEE_PAYER = 'CojVr4rBZoXq4tymj5eNPsdfU276w3rKD5gkT5tjKzed';
const PAYER = '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2';
const TREASURY = 'C8o7D7mNvrMin7icWUtzgzJMM9JFwdVfVia8tSzVkWUK';
const MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const BLOCKHASH = '4uQeVj5tqViQh7yWWGStvkEG1Zmhx6uasJtWCJziofM';
const [feePayer, from, to, mint] = [FEE_PAYER, PAYER, TREASURY, MINT].map(parseAddress) as [never, never, never, never];
const blockhash = parseAddress(BLOCKHASH);
const transfer = { from, to, mint, amount: 2_500n, decimals: 6 };

/** The transaction as the libraries of Solana read it. */
function readByKit(bytes: Uint8Array) {
  const { messageBytes, signatures } = getTransactionDecoder().decode(bytes);
  const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes);
  const { feePayer: payer, lifetimeConstraint, version, instructions } = decompileTransactionMessage(compiled);
  const message = { feePayer: payer, lifetimeConstraint, version, instructions: instructions as readonly Instruction[] };
  return { message, signers: Object.keys(signatures), byteLength: bytes.length };
}

/** The byte length of the same instructions, as the libraries of Solana put them together. */
function byteLengthByKit(payer: string, instructions: readonly Instruction[]): number {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (one) => setTransactionMessageFeePayer(address(payer), one),
    (one) => setTransactionMessageLifetimeUsingBlockhash({ blockhash: blockhashOf(BLOCKHASH), lastValidBlockHeight: 1n }, one),
    (one) => appendTransactionMessageInstructions(instructions, one),
  );
  const { messageBytes, signatures } = compileTransaction(message);
  return 1 + 64 * Object.keys(signatures).length + messageBytes.length;
}

describe('paymentTransaction', () => {
  it('is what the scheme exact of x402 asks for, as the libraries of Solana read it', () => {
    const { message, signers, byteLength } = readByKit(paymentTransaction({ feePayer, blockhash, transfer, text: 'what for' }));
    expect(signers).toEqual([FEE_PAYER, PAYER]);
    expect(message.feePayer.address).toBe(FEE_PAYER);
    expect(message).toMatchObject({ version: 0, lifetimeConstraint: { blockhash: BLOCKHASH } });
    const [limit, price, tokens, memo] = message.instructions;
    expect([...limit!.data!]).toEqual([2, 0x20, 0x4e, 0, 0]);
    expect([...price!.data!]).toEqual([3, 1, 0, 0, 0, 0, 0, 0, 0]);
    expect([...tokens!.data!]).toEqual([12, 0xc4, 9, 0, 0, 0, 0, 0, 0, 6]);
    expect(tokens!.accounts!.map(({ role }) => role)).toEqual([1, 0, 1, 2]);
    expect([tokens!.accounts![1]!.address, tokens!.accounts![3]!.address]).toEqual([MINT, PAYER]);
    expect([memo!.programAddress, new TextDecoder().decode(memo!.data as Uint8Array)]).toEqual([
      'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
      'what for',
    ]);
    expect(byteLength).toBe(byteLengthByKit(FEE_PAYER, message.instructions));
  });
});

describe('encodeTransaction', () => {
  it('names an account once, with the most that any instruction needs', () => {
    const instructions = [createAssociatedTokenAccount({ payer: from, owner: to, mint }), transferChecked(transfer)];
    const { message, signers, byteLength } = readByKit(encodeTransaction({ feePayer: from, blockhash, instructions }));
    expect(signers).toEqual([PAYER]);
    // The payer pays the fee, so that it is writable and signs wherever it is used.
    const uses = message.instructions.flatMap(({ accounts = [] }) => accounts.filter((account) => account.address === PAYER));
    expect(uses.map(({ role }) => role)).toEqual([3, 3]);
    expect(byteLength).toBe(byteLengthByKit(PAYER, message.instructions));
  });

  it('writes a length above 127 in two bytes', () => {
    const data = new Uint8Array(300).fill(7);
    const { message } = readByKit(
      encodeTransaction({ feePayer: from, blockhash, instructions: [{ programId: mint, accounts: [], data }] }),
    );
    expect(message.instructions[0]!.data).toEqual(data);
  });

  it('refuses what no transaction can hold', () => {
    const program = { programId: mint, accounts: [], data: new Uint8Array(0x4000) };
    expect(() => encodeTransaction({ feePayer: from, blockhash, instructions: [program] })).toThrow(RangeError);
  });
});
