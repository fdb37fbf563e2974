import {
  type Address,
  parseAddress,
  type VerifyEd25519,
  verifyEd25519,
  x402AuthorizationKey,
  type X402AuthorizationKey,
} from '@oracle-gateway/protocol';
import { equalBytes } from '@oracle-gateway/protocol/internal';
import {
  getBase64Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  getTransactionEncoder,
} from '@solana/kit';
import { AuthorizationError } from './authorization-error.js';
import { MEMO_PROGRAM_ADDRESS, SYSTEM_PROGRAM_ADDRESS, TOKEN_2022_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from './programs.js';
import { transactionFeeLamports } from './transaction-fee.js';

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
  const { messageBytes, message, signatures } = decode(transaction);
  if (message.instructions.some((instruction) => isAdvanceNonce(message, instruction))) throw new AuthorizationError('durable-nonce');
  if ('addressTableLookups' in message && message.addressTableLookups.length > 0) throw new AuthorizationError('lookup-tables');
  const transfers = message.instructions.filter((instruction) => isTransferChecked(message, instruction));
  const [transfer] = transfers;
  if (transfer === undefined || transfers.length > 1) throw new AuthorizationError('no-single-transfer');
  const [source, mint, destination, authority] = (transfer.accountIndices ?? []).map((index) => message.staticAccounts[index]);
  const [feePayer] = message.staticAccounts;
  if (!source || !mint || !destination || !authority || !feePayer) throw new AuthorizationError('no-single-transfer');
  return {
    key: x402AuthorizationKey(messageBytes),
    payer: parseAddress(authority),
    payerTokenAccount: parseAddress(source),
    payeeTokenAccount: parseAddress(destination),
    mint: parseAddress(mint),
    amountAtomic: amountOf(transfer.data),
    feePayer: parseAddress(feePayer),
    blockhash: message.lifetimeToken,
    memo: memoOf(message),
    feeLamports: transactionFeeLamports({
      signatures: message.header.numSignerAccounts,
      instructions: message.instructions.map((instruction) => ({
        program: programOf(message, instruction) ?? '',
        data: Uint8Array.from(instruction.data ?? []),
      })),
    }),
    message: messageBytes,
    payerSignature: signatures[authority] ?? null,
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
  return x402AuthorizationKey(wireOf(wireTransaction).messageBytes);
}

type Message = ReturnType<ReturnType<typeof getCompiledTransactionMessageDecoder>['decode']>;
type Instruction = Message['instructions'][number];

interface Decoded {
  readonly messageBytes: Uint8Array;
  readonly message: Message;
  /** Signatures by the base58 address of the signer. */
  readonly signatures: Readonly<Record<string, Uint8Array | undefined>>;
}

function decode(transaction: string): Decoded {
  if (transaction.length > MAX_TRANSACTION_CHARS) throw new AuthorizationError('undecodable');
  try {
    const bytes = Uint8Array.from(getBase64Encoder().encode(transaction));
    if (getBase64Decoder().decode(bytes) !== transaction) throw new AuthorizationError('not-canonical');
    const { messageBytes, signatures } = wireOf(bytes);
    const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
    if (!equalBytes(Uint8Array.from(getCompiledTransactionMessageEncoder().encode(message)), messageBytes)) {
      throw new AuthorizationError('not-canonical');
    }
    return { messageBytes, message, signatures };
  } catch (cause) {
    if (cause instanceof AuthorizationError) throw cause;
    throw new AuthorizationError('undecodable', { cause });
  }
}

function wireOf(wireTransaction: Uint8Array): Pick<Decoded, 'messageBytes' | 'signatures'> {
  try {
    const transaction = getTransactionDecoder().decode(wireTransaction);
    if (!equalBytes(Uint8Array.from(getTransactionEncoder().encode(transaction)), wireTransaction)) {
      throw new AuthorizationError('not-canonical');
    }
    const signatures = Object.entries(transaction.signatures).map(([signer, signature]): [string, Uint8Array | undefined] => [
      signer,
      signature === null ? undefined : Uint8Array.from(signature),
    ]);
    return { messageBytes: Uint8Array.from(transaction.messageBytes), signatures: Object.fromEntries(signatures) };
  } catch (cause) {
    if (cause instanceof AuthorizationError) throw cause;
    throw new AuthorizationError('undecodable', { cause });
  }
}

function programOf({ staticAccounts }: Message, { programAddressIndex }: Instruction): string | undefined {
  return staticAccounts[programAddressIndex];
}

function memoOf(message: Message): string | null {
  const [memo, ...others] = message.instructions.filter((instruction) => programOf(message, instruction) === MEMO_PROGRAM_ADDRESS);
  if (memo === undefined || others.length > 0) return null;
  try {
    return utf8.decode(Uint8Array.from(memo.data ?? []));
  } catch {
    return null;
  }
}

function isAdvanceNonce(message: Message, instruction: Instruction): boolean {
  const { data } = instruction;
  if (programOf(message, instruction) !== SYSTEM_PROGRAM_ADDRESS || data === undefined || data.length < 4) return false;
  return viewOf(data).getUint32(0, true) === ADVANCE_NONCE_ACCOUNT;
}

function isTransferChecked(message: Message, instruction: Instruction): boolean {
  const { data } = instruction;
  const program = programOf(message, instruction);
  if (program !== TOKEN_PROGRAM_ADDRESS && program !== TOKEN_2022_PROGRAM_ADDRESS) return false;
  return data !== undefined && data.length === TRANSFER_CHECKED_BYTES && data[0] === TRANSFER_CHECKED;
}

function amountOf(data: Instruction['data']): bigint {
  return data === undefined ? 0n : viewOf(data).getBigUint64(1, true);
}

function viewOf(data: NonNullable<Instruction['data']>): DataView {
  return new DataView(Uint8Array.from(data).buffer);
}
