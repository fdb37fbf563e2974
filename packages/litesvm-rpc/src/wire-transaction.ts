import { base58 } from '@scure/base';
import { toAddress, type Address } from './address.js';
import { ByteReader, ByteReaderError } from './byte-reader.js';

/** Largest transaction that a validator accepts. */
export const MAX_TRANSACTION_BYTES = 1232;

export interface WireInstruction {
  /** Index of the program among the static keys. */
  readonly programIndex: number;
  /** Indices into static keys, then loaded writable, then loaded read-only keys. */
  readonly accounts: Uint8Array;
  readonly data: Uint8Array;
}

export interface WireTableLookup {
  readonly table: Address;
  readonly writableIndexes: Uint8Array;
  readonly readonlyIndexes: Uint8Array;
}

export interface WireMessage {
  readonly bytes: Uint8Array;
  readonly version: 'legacy' | 0;
  readonly requiredSignatures: number;
  readonly readonlySigned: number;
  readonly readonlyUnsigned: number;
  readonly staticKeys: readonly Address[];
  /** Base58. */
  readonly blockhash: string;
  readonly instructions: readonly WireInstruction[];
  readonly lookups: readonly WireTableLookup[];
}

/** A decoded transaction. */
export interface WireTransaction {
  readonly bytes: Uint8Array;
  /** 64 bytes each; the first is the transaction's identity. */
  readonly signatures: readonly Uint8Array[];
  /** Base58 of the first signature. */
  readonly signature: string;
  readonly message: WireMessage;
}

/** The bytes are not a transaction that a validator would run. */
export class TransactionDecodeError extends Error {
  override readonly name = 'TransactionDecodeError';
}

/**
 * Decodes a legacy or version 0 transaction and makes every check of a validator's `sanitize`.
 * The runtime aborts the whole process on bytes that it cannot decode, so it gets decoded transactions only.
 *
 * @throws {TransactionDecodeError}
 */
export function decodeTransaction(bytes: Uint8Array): WireTransaction {
  if (bytes.length > MAX_TRANSACTION_BYTES) {
    throw new TransactionDecodeError(`transaction too large: ${bytes.length} bytes (max: ${MAX_TRANSACTION_BYTES} bytes)`);
  }
  return decoding(() => {
    const reader = new ByteReader(bytes);
    const signatures = list(reader, () => reader.take(64));
    const message = readMessage(bytes.subarray(reader.offset));
    const [first] = signatures;
    if (first === undefined || signatures.length !== message.requiredSignatures) {
      throw new TransactionDecodeError(`${signatures.length} signatures, ${message.requiredSignatures} required`);
    }
    return { bytes, signatures, signature: base58.encode(first), message };
  });
}

/**
 * Decodes a message without signatures, the parameter of `getFeeForMessage`.
 *
 * @throws {TransactionDecodeError}
 */
export function decodeMessage(bytes: Uint8Array): WireMessage {
  return decoding(() => readMessage(bytes));
}

function decoding<T>(decode: () => T): T {
  try {
    return decode();
  } catch (error) {
    if (error instanceof ByteReaderError) throw new TransactionDecodeError(error.message);
    throw error;
  }
}

function readMessage(bytes: Uint8Array): WireMessage {
  const reader = new ByteReader(bytes);
  const version = readVersion(reader);
  const requiredSignatures = reader.u8();
  const readonlySigned = reader.u8();
  const readonlyUnsigned = reader.u8();
  const staticKeys = list(reader, () => toAddress(reader.take(32)));
  const blockhash = base58.encode(reader.take(32));
  const instructions = list(reader, () => ({
    programIndex: reader.u8(),
    accounts: reader.take(reader.compactU16()),
    data: reader.take(reader.compactU16()),
  }));
  const lookups = version === 'legacy' ? [] : list(reader, () => readLookup(reader));
  if (!reader.atEnd) throw new TransactionDecodeError(`${bytes.length - reader.offset} bytes follow the message`);
  const message = { bytes, version, requiredSignatures, readonlySigned, readonlyUnsigned, staticKeys, blockhash, instructions, lookups };
  checkMessage(message);
  return message;
}

/** The first bit separates a version from the signature count of a legacy message. */
function readVersion(reader: ByteReader): 'legacy' | 0 {
  const first = reader.bytes[0] ?? 0;
  if ((first & 0x80) === 0) return 'legacy';
  const version = reader.u8() & 0x7f;
  if (version !== 0) throw new TransactionDecodeError(`message version ${version} is not supported`);
  return 0;
}

function readLookup(reader: ByteReader): WireTableLookup {
  return {
    table: toAddress(reader.take(32)),
    writableIndexes: reader.take(reader.compactU16()),
    readonlyIndexes: reader.take(reader.compactU16()),
  };
}

function checkMessage(message: WireMessage): void {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, staticKeys, lookups } = message;
  if (readonlySigned >= requiredSignatures) throw new TransactionDecodeError('the fee payer must be a writable signer');
  if (requiredSignatures + readonlyUnsigned > staticKeys.length)
    throw new TransactionDecodeError('the header counts more accounts than the message has');
  const loaded = lookups.reduce((sum, lookup) => sum + lookup.writableIndexes.length + lookup.readonlyIndexes.length, 0);
  if (lookups.some((lookup) => lookup.writableIndexes.length + lookup.readonlyIndexes.length === 0)) {
    throw new TransactionDecodeError('a lookup loads no account');
  }
  const accountCount = staticKeys.length + loaded;
  if (accountCount > 256) throw new TransactionDecodeError(`${accountCount} accounts, 256 can be indexed`);
  for (const { programIndex, accounts } of message.instructions) {
    if (programIndex === 0 || programIndex >= staticKeys.length)
      throw new TransactionDecodeError(`program index ${programIndex} is out of range`);
    const wrong = accounts.find((index) => index >= accountCount);
    if (wrong !== undefined) throw new TransactionDecodeError(`account index ${wrong} is out of range`);
  }
}

function list<T>(reader: ByteReader, readItem: () => T): T[] {
  const length = reader.compactU16();
  const items: T[] = [];
  for (let index = 0; index < length; index++) items.push(readItem());
  return items;
}

/** True for a static account that the transaction may change. */
export function isWritableStaticKey(message: WireMessage, index: number): boolean {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, staticKeys } = message;
  return index < requiredSignatures ? index < requiredSignatures - readonlySigned : index < staticKeys.length - readonlyUnsigned;
}
