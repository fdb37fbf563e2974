export type { RandomBytes } from '../random.js';
export { createNoncePair, createNoncePairInAdvance, type NonceBatch, type NonceCommitment, type NoncePair } from './nonce-pair.js';
export { FaultyPartialError, signPartial, verifyPartial } from './partial.js';
export { type NodeRegistration, provePossession, verifyPossession } from './possession.js';
export { type KnownKeys, type PrepareDeps, prepareSession } from './prepare-session.js';
export { generateSecretKey, publicKeyOf } from './secret-key.js';
export {
  type AttemptNumber,
  IN_ADVANCE,
  type PreparedSession,
  type PreparedSigner,
  type SessionSigner,
  type SigningSession,
} from './session.js';
export { SigningSessionError, type SigningSessionFault } from './session-error.js';
export { signObservation } from './sign-observation.js';
export { createSigningKey, SecretKeyError, type SigningKey } from './signing-key.js';
export { signSingle, type SingleSignature } from './single-signer.js';
export { type AggregateSignature, type PartialSignature, sumAsTold, sumPartials } from './sum-partials.js';
