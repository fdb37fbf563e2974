import { base58 } from '@scure/base';
import { bytesOfLength } from './fixed-width.js';
import { fromHex, HexError } from './hex.js';
import type { Brand } from './units.js';

/** 32 bytes: an Ed25519 public key or a program-derived address. Base58 on the wire. */
export type Address = Brand<Uint8Array, 'Address'>;

const ADDRESS_BYTES = 32;
const SIGNATURE_BYTES = 64;

/** The text is no base58 rendering of 32 bytes. */
export class AddressError extends Error {
  override readonly name = 'AddressError';
  constructor(readonly rule = 'must be the base58 form of 32 bytes') {
    super(`address ${rule}`);
  }
}

/** The text is no rendering of a 64-byte signature. */
export class SignatureFormatError extends Error {
  override readonly name = 'SignatureFormatError';
  constructor() {
    super('signature must be 64 bytes in base58 or in hex');
  }
}

/** Decodes base58 of a known byte length; the length of the text is bounded first because base58 takes quadratic time. */
function decodeBase58(text: string, byteLength: number, maxChars: number): Uint8Array | undefined {
  if (text.length > maxChars) return undefined;
  try {
    const bytes = base58.decode(text);
    return bytes.length === byteLength ? bytes : undefined;
  } catch {
    return undefined;
  }
}

/** @throws AddressError unless `bytes` are 32. The bytes are copied. */
export function toAddress(bytes: Uint8Array): Address {
  if (bytes.length !== ADDRESS_BYTES) throw new AddressError('must have 32 bytes');
  return Uint8Array.from(bytes) as Address;
}

/**
 * @throws AddressError
 *
 * @example
 * const owner = parseAddress('CojVr4rBZoXq4tymj5eNPsdfU276w3rKD5gkT5tjKzed');
 */
export function parseAddress(text: string): Address {
  const bytes = decodeBase58(text, ADDRESS_BYTES, 44);
  if (bytes === undefined) throw new AddressError();
  return bytes as Address;
}

/** Whether a text is the base58 form of 32 bytes. */
export function isAddress(text: string): boolean {
  return decodeBase58(text, ADDRESS_BYTES, 44) !== undefined;
}

/** Base58 text of an address. */
export function formatAddress(address: Address): string {
  return base58.encode(address);
}

/**
 * The 64 bytes of an Ed25519 signature, in base58 or in hex (docs/api.md#post-v1roundexecute). Hex needs no `0x`: 128 digits are too many for base58.
 * @throws SignatureFormatError
 */
export function parseSignature(text: string): Uint8Array {
  if (!text.startsWith('0x') && text.length !== 2 * SIGNATURE_BYTES) {
    const bytes = decodeBase58(text, SIGNATURE_BYTES, 88);
    if (bytes === undefined) throw new SignatureFormatError();
    return bytes;
  }
  try {
    return fromHex(text, SIGNATURE_BYTES);
  } catch (error) {
    if (error instanceof HexError) throw new SignatureFormatError();
    throw error;
  }
}

/** 64 bytes of a signature, or of a transaction's name, in base58. */
export function formatSignature(signature: Uint8Array): string {
  return base58.encode(bytesOfLength('signature', signature, SIGNATURE_BYTES));
}
