import {
  ComputeBudgetProgram,
  Ed25519Program,
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
  TransactionInstruction,
} from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { toAddress } from './address.js';
import { transactionFee } from './fees.js';
import { createLocalLedger } from './ledger.js';
import { decodeTransaction } from './wire-transaction.js';

const ledger = createLocalLedger({ slotMs: 0 });
const payer = Keypair.generate();
ledger.airdrop(toAddress(payer.publicKey.toBytes()), 10_000_000_000n);
const transfer = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: Keypair.generate().publicKey, lamports: 1_000_000 });
function price(microLamports: number): TransactionInstruction {
  return ComputeBudgetProgram.setComputeUnitPrice({ microLamports });
}
function limit(units: number): TransactionInstruction {
  return ComputeBudgetProgram.setComputeUnitLimit({ units });
}
const memo = new TransactionInstruction({
  programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
  keys: [],
  data: Buffer.from('hello'),
});

describe('transactionFee', () => {
  it.each([
    ['one signature', [transfer], 5_000n],
    [
      'a signature the precompile checks',
      [Ed25519Program.createInstructionWithPrivateKey({ privateKey: payer.secretKey, message: Buffer.from('x') })],
      10_000n,
    ],
    ['a price for the units asked for, rounded up', [price(1), limit(20_000), transfer], 5_001n],
    ['a price for the default units of builtin programs', [price(1_000_000), transfer], 5_000n + 6_000n],
    ['a price for the default units of other programs', [price(1_000_000), memo], 5_000n + 203_000n],
    ['a price for no more than 1,400,000 units', [price(1_000_000), limit(2_000_000), transfer], 5_000n + 1_400_000n],
  ])('is what the runtime charges for %s', (_what, instructions, expected) => {
    ledger.advanceSlots(1);
    const message = new TransactionMessage({ payerKey: payer.publicKey, recentBlockhash: ledger.latestBlock.blockhash, instructions });
    const signed = new VersionedTransaction(message.compileToV0Message());
    signed.sign([payer]);
    const transaction = decodeTransaction(signed.serialize());
    expect(transactionFee(transaction.message)).toBe(expected);
    expect(ledger.submit(transaction)).toMatchObject({ outcome: 'landed', landed: { fee: expected, execution: { err: null } } });
  });
});
