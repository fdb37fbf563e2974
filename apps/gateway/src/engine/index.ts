/** Serves rounds with the oracle nodes: everything that other rooms know of the engine. */
export { type Engine, type EngineEvents, openEngine } from './open-engine.js';
export type { RoundEngine } from './round-engine.js';
export type { ProviderSecrets } from './model/round-ports.js';
export type { AdmittedExclusiveKey, AdmittedHold, AdmittedRound, SealedSecrets, SealedSources } from './model/admitted-round.js';
export type { PathPolicy } from './model/path-policy.js';
export type { RoundService, ServedRound } from './serving/serve-round.js';
