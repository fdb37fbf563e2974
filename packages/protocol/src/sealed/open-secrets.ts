import { type SourceId } from '../source-id.js';
import { decrypt } from './aead.js';
import type { SealedForNode } from './enc-key-bundle.js';
import { openEnvelope } from './envelope.js';
import { ciphertextAad } from './seal-secrets.js';
import { SealedSecretsError } from './sealed-secrets-error.js';
import { decodeSecrets, type SourceSecrets } from './secrets.js';

/** An X25519 key pair of a node, 32 bytes each. */
export interface EncryptionKeyPair {
  readonly secretKey: Uint8Array;
  readonly publicKey: Uint8Array;
}

/**
 * Opens the secrets sealed for this node and this source (protocol, Sealed secrets). `keys` are the node's own, tried in order: the current
 * one, then the previous one while it is kept. Neither life nor owner is judged here.
 * @throws SealedSecretsError
 */
export function openSecrets(input: {
  readonly sealed: SealedForNode;
  /** Id of the requested source, computed by the node itself. */
  readonly sourceId: SourceId;
  readonly nodeIndex: number;
  readonly keys: readonly EncryptionKeyPair[];
}): SourceSecrets {
  const { sealed, sourceId } = input;
  const bundleKey = unwrap(input);
  if (bundleKey === undefined) {
    throw new SealedSecretsError('undecryptable', 'the envelope is not sealed for this node, its current key and this source');
  }
  const plaintext = decrypt({ key: bundleKey, nonce: sealed.nonceSym, aad: ciphertextAad(sourceId) }, sealed.ciphertext);
  bundleKey.fill(0);
  if (plaintext === undefined) throw new SealedSecretsError('malformed', 'the ciphertext is not sealed with the key in its envelope');
  try {
    return decodeSecrets(plaintext);
  } finally {
    plaintext.fill(0);
  }
}

function unwrap({ sealed, sourceId, nodeIndex, keys }: Parameters<typeof openSecrets>[0]): Uint8Array | undefined {
  const { ephemeralPub, nonceSym, ciphertext, envelope } = sealed;
  for (const { secretKey: nodeSecretKey, publicKey: nodePublicKey } of keys) {
    const context = { sourceId, nodeIndex, nonceSym, ciphertext };
    const bundleKey = openEnvelope(context, { ephemeralPub, nodeSecretKey, nodePublicKey }, envelope);
    if (bundleKey !== undefined) return bundleKey;
  }
  return undefined;
}
