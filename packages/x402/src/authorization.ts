import {
  type Address,
  formatAddress,
  toAddress,
  type VerifyEd25519,
  verifyEd25519,
  x402AuthorizationKey,
  type X402AuthorizationKey,
} from '@oracle-gateway/protocol';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from '@oracle-gateway/protocol/instructions';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import { AuthorizationError } from './authorization-error.js';
import { MEMO_PROGRAM, TOKEN_2022_PROGRAM } from './programs.js';
import { transactionFeeLamports } from './transaction-fee.js';
import { readWireTransaction, type WireInstruction, type WireTransaction } from './wire-transaction.js';

const ADVANCE_NONCE_ACCOUNT = 4;
const TRANSFER_CHECKED = 12;
const TRANSFER_CHECKED_BYTES = 10;
/** Base64 of the 1,232 bytes that a transaction may have. */
const MAX_TRANSACTION_CHARS = 1_644;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The transfer that a payment authorizes, and the data to find it on the ledger. */
export interface PaymentAuthorization {
  readonly key: X402AuthorizationKey;
  /** Authority of the transfer: the payer. */
  readonly payer: Address;
  readonly payerTokenAccount: Address;
  readonly payeeTokenAccount: Address;
  readonly mint: Address;
  readonly amountAtomic: bigint;
  readonly feePayer: Address;
  /** Base58: once it is past at `finalized`, the transaction can no longer land. */
  readonly blockhash: string;
  /** Text of the transaction's one memo; null when it has none, several, or one that is not UTF-8. */
  readonly memo: string | null;
  /** Maximal cost of the transaction for its fee payer. */
  readonly feeLamports: bigint;
  /** The signed bytes: the transaction without its signatures. */
  readonly message: Uint8Array;
  /** The 64 unverified bytes at the place of the payer's signature; null when they are missing. */
  readonly payerSignature: Uint8Array | null;
}

/**
 * Reads a payment's transaction. The caller compares it with the terms; the facilitator decides whether it would land.
 *
 * Accepts only one encoding of a transaction, because another encoding would have another key: a decoder that repairs its input would let one
 * payment be used twice.
 *
 * @param transaction base64
 * @throws AuthorizationError
 */
export function readPaymentAuthorization(transaction: string): PaymentAuthorization {
  const { signatures, message, accounts, blockhash, instructions, hasLookups } = readWireTransaction(bytesOf(transaction));
  if (instructions.some(isAdvanceNonce)) throw new AuthorizationError('durable-nonce');
  if (hasLookups) throw new AuthorizationError('lookup-tables');
  const transfers = instructions.filter(isTransferChecked);
  const [transfer] = transfers;
  if (transfer === undefined || transfers.length > 1) throw new AuthorizationError('no-single-transfer');
  const [source, mint, destination, authority] = transfer.accounts;
  return {
    key: x402AuthorizationKey(message),
    payer: accountAt(accounts, authority),
    payerTokenAccount: accountAt(accounts, source),
    payeeTokenAccount: accountAt(accounts, destination),
    mint: accountAt(accounts, mint),
    amountAtomic: viewOf(transfer.data).getBigUint64(1, true),
    feePayer: accountAt(accounts, 0),
    blockhash: formatAddress(toAddress(blockhash)),
    memo: memoOf(instructions),
    feeLamports: transactionFeeLamports({ signatures: signatures.length, instructions }),
    message,
    payerSignature: signatureAt(signatures, authority),
  };
}

/** Whether the payer has signed the payment's transaction, by the rule of the ledger. */
export function isSignedByPayer(
  { payer, message, payerSignature }: Pick<PaymentAuthorization, 'payer' | 'message' | 'payerSignature'>,
  verifySignature: VerifyEd25519 = verifyEd25519,
): boolean {
  return payerSignature !== null && verifySignature({ signature: payerSignature, message, publicKey: payer });
}

/**
 * The key of a transaction that has landed, from its bytes as the ledger serves them.
 * @throws AuthorizationError for bytes that are not a transaction.
 */
export function authorizationKeyOf(wireTransaction: Uint8Array): X402AuthorizationKey {
  return x402AuthorizationKey(readWireTransaction(wireTransaction).message);
}

function bytesOf(transaction: string): Uint8Array {
  if (transaction.length > MAX_TRANSACTION_CHARS) throw new AuthorizationError('undecodable');
  const binary = binaryOf(transaction);
  if (btoa(binary) !== transaction) throw new AuthorizationError('not-canonical');
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function binaryOf(base64: string): string {
  try {
    return atob(base64);
  } catch (cause) {
    throw new AuthorizationError('undecodable', { cause });
  }
}

function accountAt(accounts: WireTransaction['accounts'], place: number | undefined): Address {
  const account = place === undefined ? undefined : accounts[place];
  if (account === undefined) throw new AuthorizationError('no-single-transfer');
  return toAddress(account);
}

/** Null for zeros, which stand where a signature is missing. */
function signatureAt(signatures: WireTransaction['signatures'], place: number | undefined): Uint8Array | null {
  const signature = place === undefined ? undefined : signatures[place];
  return signature?.some((byte) => byte !== 0) === true ? signature : null;
}

function memoOf(instructions: readonly WireInstruction[]): string | null {
  const [memo, ...others] = instructions.filter((instruction) => isOf(MEMO_PROGRAM, instruction));
  if (memo === undefined || others.length > 0) return null;
  try {
    return utf8.decode(memo.data);
  } catch {
    return null;
  }
}

function isAdvanceNonce(instruction: WireInstruction): boolean {
  const { data } = instruction;
  return isOf(SYSTEM_PROGRAM, instruction) && data.length >= 4 && viewOf(data).getUint32(0, true) === ADVANCE_NONCE_ACCOUNT;
}

function isTransferChecked(instruction: WireInstruction): boolean {
  const { data } = instruction;
  const isOfTokens = isOf(TOKEN_PROGRAM, instruction) || isOf(TOKEN_2022_PROGRAM, instruction);
  return isOfTokens && data.length === TRANSFER_CHECKED_BYTES && data[0] === TRANSFER_CHECKED;
}

function isOf(known: Address, { program }: WireInstruction): boolean {
  return program !== null && equalBytes(program, known);
}

function viewOf(data: Uint8Array): DataView {
  return new DataView(data.buffer, data.byteOffset, data.byteLength);
}
