/** The Ed25519 precompile of the ledger's own runtime, for one signature at a time. */
import { FailedTransactionMetadata, LiteSvm } from 'litesvm/dist/internal.js';
import { type Ed25519Input, parseAddress, type VerifyEd25519 } from '../src/index.js';

const PRECOMPILE = parseAddress('Ed25519SigVerify111111111111111111111111111');
const PAYER = new Uint8Array(32).fill(7);
/** A signature to verify costs 5,000 lamports, and so does the transaction. */
const PAYER_LAMPORTS = 100_000_000_000_000n;
/** One signature, one read-only key without a signature: the precompile. */
const HEADER = [1, 0, 1];
const OFFSETS_BYTES = 16;
/** InvalidPublicKey and InvalidSignature of the precompile; anything else is a mistake of the transaction. */
const NOT_ACCEPTED = /InstructionError\(0, Custom\([02]\)\)/;
/** Stands for "in this instruction". */
const HERE = 0xffff;

/** Takes signatures of 64 and keys of 32 bytes only: other widths cannot be said to it. */
export function createPrecompileVerifier(): VerifyEd25519 {
  const svm = new LiteSvm();
  svm.setSigverify(false);
  svm.setBlockhashCheck(false);
  // The same transaction may come again.
  svm.setTransactionHistory(0n);
  svm.airdrop(PAYER, PAYER_LAMPORTS);

  return (input) => {
    const result = svm.sendLegacyTransaction(transactionOf(instructionOf(input)));
    if (!(result instanceof FailedTransactionMetadata)) return true;
    if (!NOT_ACCEPTED.test(result.toString())) throw new Error(`the precompile was not asked: ${result.toString()}`);
    return false;
  };
}

function instructionOf({ signature, message, publicKey }: Ed25519Input): Uint8Array {
  const keyAt = OFFSETS_BYTES;
  const signatureAt = keyAt + publicKey.length;
  const messageAt = signatureAt + signature.length;
  const offsets = Uint16Array.of(signatureAt, HERE, keyAt, HERE, messageAt, message.length, HERE);
  return Buffer.concat([Uint8Array.of(1, 0), new Uint8Array(offsets.buffer), publicKey, signature, message]);
}

function transactionOf(instruction: Uint8Array): Uint8Array {
  const { length } = instruction;
  return Buffer.concat([
    Uint8Array.of(1),
    new Uint8Array(64),
    Uint8Array.of(...HEADER, 2),
    PAYER,
    PRECOMPILE,
    new Uint8Array(32),
    Uint8Array.of(1, 1, 0, ...(length < 0x80 ? [length] : [(length & 0x7f) | 0x80, length >> 7])),
    instruction,
  ]);
}
