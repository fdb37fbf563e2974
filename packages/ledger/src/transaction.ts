import { base58 } from '@scure/base';
import { ComputeBudgetProgram, PublicKey, TransactionInstruction, TransactionMessage } from '@solana/web3.js';

import { TransactionTooLargeError } from './errors.js';
import type { LedgerInstruction } from './instruction.js';
import type { LedgerSigner } from './signer.js';

/** Solana's packet size: largest transaction, signatures included. */
export const MAX_TRANSACTION_BYTES = 1_232;

export interface BuiltTransaction {
  /** Base58; the transaction's id, known before the transaction is sent. */
  readonly signature: string;
  readonly wire: Uint8Array;
  /** Once the cluster's block height is greater, the transaction can no longer land. */
  readonly lastValidBlockHeight: number;
}

export interface TransactionInput {
  readonly instructions: readonly LedgerInstruction[];
  /** Only signer; pays the fee. */
  readonly signer: LedgerSigner;
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
  readonly computeUnitLimit: number;
  readonly computeUnitPriceMicroLamports?: bigint;
}

function toWeb3(instruction: LedgerInstruction): TransactionInstruction {
  return new TransactionInstruction({
    programId: new PublicKey(instruction.programId),
    keys: instruction.accounts.map((meta) => ({ pubkey: new PublicKey(meta.address), isSigner: meta.signer, isWritable: meta.writable })),
    data: Buffer.from(instruction.data),
  });
}

/** Builds and signs a legacy transaction. Throws TransactionTooLargeError, and RangeError when an instruction needs another signer. */
export function buildTransaction(input: TransactionInput): BuiltTransaction {
  const { signer } = input;
  const price = input.computeUnitPriceMicroLamports ?? 0n;
  const message = new TransactionMessage({
    payerKey: new PublicKey(signer.address),
    recentBlockhash: input.blockhash,
    instructions: [
      ComputeBudgetProgram.setComputeUnitLimit({ units: input.computeUnitLimit }),
      ...(price > 0n ? [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price })] : []),
      ...input.instructions.map(toWeb3),
    ],
  }).compileToLegacyMessage();
  if (message.header.numRequiredSignatures !== 1) throw new RangeError('instructions: must not need a signature other than the signer’s');

  const body = message.serialize();
  const signature = signer.sign(body);
  const wire = new Uint8Array(1 + signature.length + body.length);
  if (wire.length > MAX_TRANSACTION_BYTES) throw new TransactionTooLargeError(wire.length, MAX_TRANSACTION_BYTES);
  wire[0] = 1;
  wire.set(signature, 1);
  wire.set(body, 1 + signature.length);
  return { signature: base58.encode(signature), wire, lastValidBlockHeight: input.lastValidBlockHeight };
}
