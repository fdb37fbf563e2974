import { createCipheriv, createDecipheriv, createSecretKey } from 'node:crypto';

const CIPHER = 'aes-128-gcm';
const NONCE_BYTES = 12;
/** The counter stands in the last eight bytes of the nonce. */
const COUNTER_AT = NONCE_BYTES - 8;
/** Bytes that a sealed message is longer. */
export const TAG_BYTES = 16;

/** Seals the messages of one direction, one after the other. */
export interface Sealer {
  seal(plain: Uint8Array): Buffer;
  /** Messages sealed so far. */
  count(): number;
}

/** Opens the messages of one direction in the order of their sealing. */
export interface Opener {
  /** Null for a message that is not the next one of this direction. No message opens after that. */
  open(sealed: Uint8Array): Buffer | null;
  count(): number;
}

/** The nonce is the number of the message, so a message that is repeated, left out or moved does not open. */
export function createSealer(bytes: Uint8Array): Sealer {
  // Node 24 throws and catches an error for each cipher that is given bytes.
  const key = createSecretKey(bytes);
  const nonce = createNonce();
  return {
    count: () => nonce.count(),
    seal: (plain) => {
      const cipher = createCipheriv(CIPHER, key, nonce.next(), { authTagLength: TAG_BYTES });
      const sealed = cipher.update(plain);
      cipher.final();
      return Buffer.concat([sealed, cipher.getAuthTag()], sealed.length + TAG_BYTES);
    },
  };
}

export function createOpener(bytes: Uint8Array): Opener {
  const key = createSecretKey(bytes);
  const nonce = createNonce();
  let isBroken = false;
  return {
    count: () => nonce.count(),
    open: (sealed) => {
      const length = sealed.length - TAG_BYTES;
      if (isBroken || length < 0) {
        isBroken = true;
        return null;
      }
      const decipher = createDecipheriv(CIPHER, key, nonce.next(), { authTagLength: TAG_BYTES });
      decipher.setAuthTag(sealed.subarray(length));
      const plain = decipher.update(sealed.subarray(0, length));
      try {
        decipher.final();
        return plain;
      } catch {
        isBroken = true;
        return null;
      }
    },
  };
}

/** Counts messages from 0. A stream ends long before a counter could exceed 2^53. */
function createNonce(): { next(): Buffer; count(): number } {
  const nonce = Buffer.alloc(NONCE_BYTES);
  let count = 0;
  return {
    next: () => {
      nonce.writeUInt32LE(count >>> 0, COUNTER_AT);
      nonce.writeUInt32LE(Math.floor(count / 2 ** 32), COUNTER_AT + 4);
      count += 1;
      return nonce;
    },
    count: () => count,
  };
}
