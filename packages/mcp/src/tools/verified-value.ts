import type { VerifiedValue } from '@oracle-gateway/client';
import { SimulateAnswer } from '@oracle-gateway/gateway-api';
import { type Static, Type } from '@sinclair/typebox';

const { sourceId, mode, registryVersion } = SimulateAnswer.properties.data.properties;

/** Members of an output that the nodes signed. */
export const valueOutput = {
  value: Type.String({ pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$', description: 'decimal text; keep all digits' }),
  observedAt: Type.String({
    description: "when the nodes asked the source at the earliest, ISO 8601; how old the source's own answer was then, it does not say",
  }),
  ageSeconds: Type.Integer({ description: 'how long ago that was, by the clock of this server' }),
  signers: Type.Array(Type.Integer(), { maxItems: 64, description: 'indexes of the nodes that signed' }),
  quorum: Type.Integer({ description: 'how many signatures were needed' }),
  mode,
  sourceId,
  feedId: sourceId,
  registryVersion,
};

const Value = Type.Object(valueOutput);

export function verifiedValue(verified: VerifiedValue, nowMs: number): Static<typeof Value> {
  const { value, observedAtMs, signers, quorum, mode: how, sourceId: source, feedId, registryVersion: version } = verified;
  return {
    value,
    observedAt: new Date(observedAtMs).toISOString(),
    ageSeconds: Math.max(0, Math.round((nowMs - observedAtMs) / 1_000)),
    signers: [...signers],
    quorum,
    mode: how,
    sourceId: source,
    feedId,
    registryVersion: version,
  };
}
