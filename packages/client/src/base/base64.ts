import { TransportError } from './errors.js';

/** Bytes of what the ledger's RPC answers in base64. @throws TransportError */
export function fromBase64(text: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch (error) {
    throw new TransportError('ledger', "the ledger's RPC answered something else than base64", { cause: error });
  }
}

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
