import { type DeploymentId, type FeedId, type SourceId, type Form, unixMs } from '@oracle-gateway/protocol';
import vectors from '@oracle-gateway/vectors/schnorr-attestation.json' with { type: 'json' };
import type { AttestationCheck, RegistryKeys } from '../src/index.js';
import { hex } from './bytes.js';

export interface AttestationCase extends AttestationCheck {
  readonly name: string;
  readonly message: Uint8Array;
  readonly refusal: string | null;
}

export const registry: RegistryKeys = {
  version: BigInt(vectors.registry.version),
  minSigners: vectors.registry.minSigners,
  keys: vectors.registry.keys.map((key) => (key === null ? null : hex(key))),
};

/** The cases of vectors/schnorr-attestation.json, in bytes. */
export const attestationCases: readonly AttestationCase[] = vectors.vectors.map((vector) => ({
  name: vector.name,
  refusal: vector.refusal,
  message: hex(vector.message),
  deploymentId: hex(vector.deploymentId) as DeploymentId,
  registry,
  attestation: {
    feedId: hex(vector.feedId) as FeedId,
    sourceId: hex(vector.sourceId) as SourceId,
    value: hex(vector.value),
    registryVersion: BigInt(vector.registryVersion),
    signaturesRequired: vector.signaturesRequired,
    // Some are no form: they must be refused.
    form: vector.form as Form,
    timestampMs: unixMs(vector.timestampMs),
    observedAtMs: unixMs(vector.observedAtMs),
    signersBitmap: hex(vector.signersBitmap),
    s: hex(vector.s),
    commitment: hex(vector.commitment),
  },
}));

/** The first accepted case: three signers of seven nodes. */
export const honestCase = ((): AttestationCase => {
  const honest = attestationCases.find(({ refusal }) => refusal === null);
  if (honest === undefined) throw new Error('no accepted attestation among the vectors');
  return honest;
})();
