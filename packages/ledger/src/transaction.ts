import { base58 } from '@scure/base';
import { concatBytes } from '@noble/hashes/utils.js';
import type { Address } from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { ComputeBudgetProgram, PublicKey, TransactionInstruction, TransactionMessage, type MessageV0 } from '@solana/web3.js';

import { LedgerUnavailableError, TransactionTooLargeError } from './errors.js';
import type { LedgerInstruction } from '@oracle-gateway/protocol/instructions';
import type { LedgerSigner } from './signer.js';

/** Solana's packet size: largest transaction, signatures included. */
export const MAX_TRANSACTION_BYTES = 1_232;
export const SIGNATURE_BYTES = 64;

/** A signed transaction that has not been sent. */
export interface BuiltTransaction {
  /** Base58; the transaction's id, known before the transaction is sent. */
  readonly signature: string;
  readonly wire: Uint8Array;
  /** Once the cluster's block height is greater, the transaction can no longer land. */
  readonly lastValidBlockHeight: number;
}

export interface TransactionInput {
  readonly instructions: readonly LedgerInstruction[];
  /** Pays the fee, and signs. */
  readonly payer: LedgerSigner;
  /** Keys that sign where an instruction needs them. */
  readonly signers?: readonly LedgerSigner[];
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
  readonly computeUnitLimit: number;
  readonly computeUnitPriceMicroLamports?: bigint;
}

/** A key whose base58 form is computed once: compiling a message asks for it at each place of the key. */
class NamedKey extends PublicKey {
  private name: string | undefined;

  override toBase58(): string {
    return (this.name ??= super.toBase58());
  }
}

/** An address of most instructions is the same object: a program, or an address that is remembered. */
const keys = new WeakMap<Address, NamedKey>();

function keyOf(address: Address): NamedKey {
  const known = keys.get(address) ?? new NamedKey(address);
  keys.set(address, known);
  return known;
}

function toWeb3(instruction: LedgerInstruction): TransactionInstruction {
  return new TransactionInstruction({
    programId: keyOf(instruction.programId),
    keys: instruction.accounts.map((meta) => ({ pubkey: keyOf(meta.address), isSigner: meta.signer, isWritable: meta.writable })),
    data: Buffer.from(instruction.data),
  });
}

/**
 * The bytes of a legacy message. The class for them in web3.js turns the data of each instruction into base58 and back, which takes longer
 * than all the rest.
 */
function legacyMessage({ header, staticAccountKeys, recentBlockhash, compiledInstructions }: MessageV0): Uint8Array {
  const instructions = compiledInstructions.flatMap(({ programIdIndex, accountKeyIndexes, data }) => [
    Uint8Array.of(programIdIndex),
    compactCount(accountKeyIndexes.length),
    Uint8Array.from(accountKeyIndexes),
    compactCount(data.length),
    data,
  ]);
  return concatBytes(
    Uint8Array.of(header.numRequiredSignatures, header.numReadonlySignedAccounts, header.numReadonlyUnsignedAccounts),
    compactCount(staticAccountKeys.length),
    ...staticAccountKeys.map((key) => key.toBytes()),
    base58.decode(recentBlockhash),
    compactCount(compiledInstructions.length),
    ...instructions,
  );
}

/** A count in the compact-u16 form: seven bits in each byte, the lowest first. */
function compactCount(count: number): Uint8Array {
  return count < 0x80 ? Uint8Array.of(count) : Uint8Array.of((count & 0x7f) | 0x80, ...compactCount(count >> 7));
}

/**
 * Builds and signs a legacy transaction. Throws TransactionTooLargeError, RangeError when an instruction needs another signer, and
 * LedgerUnavailableError when a key does not sign: nothing can be sent then.
 */
export async function buildTransaction(input: TransactionInput): Promise<BuiltTransaction> {
  const { payer, signers = [] } = input;
  const price = input.computeUnitPriceMicroLamports ?? 0n;
  const message = new TransactionMessage({
    payerKey: keyOf(payer.address),
    recentBlockhash: input.blockhash,
    instructions: [
      ComputeBudgetProgram.setComputeUnitLimit({ units: input.computeUnitLimit }),
      ...(price > 0n ? [ComputeBudgetProgram.setComputeUnitPrice({ microLamports: price })] : []),
      ...input.instructions.map(toWeb3),
    ],
  }).compileToV0Message();
  // The keys that sign come first, the payer's before all.
  const signing = message.staticAccountKeys
    .slice(0, message.header.numRequiredSignatures)
    .map((key) => signerOf(key.toBytes(), [payer, ...signers]));

  const body = legacyMessage(message);
  const size = 1 + signing.length * SIGNATURE_BYTES + body.length;
  if (size > MAX_TRANSACTION_BYTES) throw new TransactionTooLargeError(size, MAX_TRANSACTION_BYTES);
  const signatures = await Promise.all(signing.map((signer) => signatureBy(signer, body)));
  const [first = new Uint8Array()] = signatures;
  const wire = concatBytes(compactCount(signatures.length), ...signatures, body);
  return { signature: base58.encode(first), wire, lastValidBlockHeight: input.lastValidBlockHeight };
}

async function signatureBy(signer: LedgerSigner, message: Uint8Array): Promise<Uint8Array> {
  try {
    return await signer.sign('transaction', message);
  } catch (cause) {
    throw new LedgerUnavailableError('sign', cause instanceof Error ? cause.message : 'the key does not sign', { effect: 'none', cause });
  }
}

function signerOf(key: Uint8Array, signers: readonly LedgerSigner[]): LedgerSigner {
  const found = signers.find(({ address }) => equalBytes(address, key));
  if (found === undefined) throw new RangeError('instructions: must not need a signature other than the signers’');
  return found;
}
