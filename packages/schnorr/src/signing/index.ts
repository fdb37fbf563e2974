export { createNoncePair, type NonceCommitment, type NoncePair } from './nonce-pair.js';
export { signPartial, verifyPartial } from './partial.js';
export { provePossession, verifyPossession } from './possession.js';
export type { RandomBytes } from './random.js';
export { generateSecretKey, publicKeyOf, SecretKeyError } from './secret-key.js';
export { type PreparedSession, type PreparedSigner, prepareSession, type SessionSigner, type SigningSession } from './session.js';
export { SigningSessionError, type SigningSessionFault } from './session-error.js';
export { signSingle, type SingleSignature } from './single-signer.js';
export { type AggregateSignature, sumPartials } from './sum-partials.js';
