import type { VerifiedValue } from '@oracle-gateway/client';
import { SimulateAnswer } from '@oracle-gateway/gateway-api';
import { type Static, Type } from '@sinclair/typebox';

const { sourceId, mode, registryVersion } = SimulateAnswer.properties.data.properties;

/** Members of an output that the nodes signed. */
export const valueOutput = {
  value: Type.String({ pattern: '^-?(0|[1-9][0-9]*)(\\.[0-9]*[1-9])?$', description: 'decimal text; keep all digits' }),
  time: Type.String({ description: 'when the value was true, ISO 8601' }),
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
  const { value, timestampMs, signers, quorum, mode: how, sourceId: source, feedId, registryVersion: version } = verified;
  return {
    value,
    time: new Date(timestampMs).toISOString(),
    ageSeconds: Math.max(0, Math.round((nowMs - timestampMs) / 1_000)),
    signers: [...signers],
    quorum,
    mode: how,
    sourceId: source,
    feedId,
    registryVersion: version,
  };
}
