export {
  ENVELOPE_BYTES,
  type EncKeyBundle,
  MAX_CIPHERTEXT_BYTES,
  NONCE_BYTES as SEALED_NONCE_BYTES,
  type SealedForNode,
} from './enc-key-bundle.js';
export { type EncryptionKeyPair, openSecrets } from './open-secrets.js';
export { type SealDeps, sealSecrets, sealSecretsOf, type SecretsToSeal } from './seal-secrets.js';
export { SealedSecretsError, type SealedSecretsReason } from './sealed-secrets-error.js';
export { MAX_SECRET_LIFE_SECONDS, type SourceSecrets } from './secrets.js';
export { substituteSecrets } from './substitute-secrets.js';
