/** Secrets as a caller sends them (docs/protocol.md#sealed-secrets): hex, one envelope for every node, keyed by decimal node index. */
export interface EncKeyBundle {
  /** X25519 public key, 32 bytes. */
  readonly ephemeralPub: string;
  /** 12 bytes. */
  readonly nonceSym: string;
  readonly ciphertext: string;
  readonly envelopes: Readonly<Record<string, string>>;
}

/** One node's part of a bundle, as bytes. */
export interface SealedForNode {
  readonly ephemeralPub: Uint8Array;
  readonly nonceSym: Uint8Array;
  readonly ciphertext: Uint8Array;
  /** The bundle's key, wrapped for this node. */
  readonly envelope: Uint8Array;
}

export const KEY_BYTES = 32;
/** Bytes of the nonce of sealed secrets. */
export const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** A wrapped key and its tag. */
export const ENVELOPE_BYTES = KEY_BYTES + TAG_BYTES;
/** Bound that the headers of a source set too. */
export const MAX_PLAINTEXT_BYTES = 8_192;
/** Most bytes of sealed secrets. */
export const MAX_CIPHERTEXT_BYTES = MAX_PLAINTEXT_BYTES + TAG_BYTES;
