export { AggregateKeyError, type AggregateKeyFault, aggregatePublicKeys } from './aggregate.js';
export { type AggregateKeyCache, createAggregateKeyCache } from './aggregate-key-cache.js';
export { challenge } from './challenge.js';
export { commitmentAddress, commitmentOfNonce } from './commitment.js';
export { createVerify, type RecoverBackend } from './recover.js';
export type { RegistryKeys } from './registry-keys.js';
export type { SignatureInput, VerifySignature } from './signature.js';
export { verifySignature } from './verify.js';
export {
  type Attestation,
  type AttestationCheck,
  type AttestationRefusal,
  type AttestationVerdict,
  verifyAttestation,
} from './verify-attestation.js';
