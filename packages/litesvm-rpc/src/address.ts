import { base58 } from '@scure/base';

declare const brand: unique symbol;

/** 32 bytes: an Ed25519 public key or a program-derived address. */
export type Address = Uint8Array & { readonly [brand]: 'Address' };

/** An address in any form in use: base58 (as of `@solana/kit`), 32 bytes, or an object that gives them (a `PublicKey` of `@solana/web3.js`). */
export type AddressInput = string | Uint8Array | { toBytes(): Uint8Array };

const ADDRESS_BYTES = 32;
/** 32 bytes in base58; longer texts are not decoded, because that takes quadratic time. */
const MAX_ADDRESS_CHARACTERS = 44;

/** The value is not an address. */
export class AddressError extends Error {
  override readonly name = 'AddressError';

  constructor(readonly rule: string) {
    super(`address ${rule}`);
  }
}

/**
 * The bytes are copied.
 *
 * @throws {AddressError} unless they are 32, or the text is the base58 form of 32
 */
export function toAddress(input: AddressInput): Address {
  if (typeof input === 'string') return parseAddress(input);
  const bytes = Uint8Array.from(input instanceof Uint8Array ? input : input.toBytes());
  if (!isAddressBytes(bytes)) throw new AddressError('must have 32 bytes');
  return bytes;
}

/** @throws {AddressError} */
export function parseAddress(text: string): Address {
  const bytes = decode(text);
  if (bytes === null) throw new AddressError('must be the base58 form of 32 bytes');
  return bytes;
}

export function isAddress(text: string): boolean {
  return decode(text) !== null;
}

/** Base58. */
export function formatAddress(address: Address): string {
  return base58.encode(address);
}

export function sameAddress(a: Address, b: Address): boolean {
  return Buffer.compare(a, b) === 0;
}

function decode(text: string): Address | null {
  if (text.length > MAX_ADDRESS_CHARACTERS) return null;
  try {
    const bytes = base58.decode(text);
    return isAddressBytes(bytes) ? bytes : null;
  } catch {
    return null;
  }
}

function isAddressBytes(bytes: Uint8Array): bytes is Address {
  return bytes.length === ADDRESS_BYTES;
}
