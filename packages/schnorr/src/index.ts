export { AggregateKeyError, type AggregateKeyFault, aggregatePublicKeys } from './aggregate.js';
export { type AggregateKeyCache, createAggregateKeyCache } from './aggregate-key-cache.js';
export { challenge } from './challenge.js';
export { commitmentAddress, commitmentOfNonce } from './commitment.js';
export type { Curve, CurveDeps } from './curve.js';
export { portableCurve } from './curve-noble.js';
export { judgeObservations, type ObservationsCheck, type ObservationsRefusal, type ObservationsVerdict } from './judge-observations.js';
export { type SignedObservation, verifyObservation } from './observation.js';
export { createVerify, type RecoverBackend } from './recover.js';
export { type RegistryKeys, UnknownSignerError } from './registry-keys.js';
export { type ReplayInput, type ReplayRefusal, replayRound, type ReplayVerdict, type RoundEvidence } from './replay-round.js';
export { slopesOf } from './slopes.js';
export type { SignatureInput, VerifySignature } from './signature.js';
export { createCurveVerify, verifySignature } from './verify.js';
export {
  type Attestation,
  type AttestationCheck,
  type AttestationRefusal,
  type AttestationVerdict,
  verifyAttestation,
} from './verify-attestation.js';
export {
  enoughToVouch,
  type RegistrySnapshotRefusal,
  type RegistrySnapshotVerdict,
  type SignedRegistrySnapshot,
  verifyRegistrySnapshot,
} from './verify-registry-snapshot.js';
