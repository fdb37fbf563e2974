import { fromHex, MAX_NODES, type Observation, type ObservedValue, toHex, unixMs, MAX_SOURCES } from '@oracle-gateway/protocol';
import { observationVector, readObservationVector } from '@oracle-gateway/protocol/internal';
import { Type, type Static } from '@sinclair/typebox';
import { nodeErrorCodes, RuleName, SOURCE_STEPS, UpstreamStatus } from './errors.js';
import { closedObject, hexBytes, NodeIndex, oneOfValues, SafeInteger } from './fields.js';

/** The observer's signature over its observation (docs/protocol.md#observation). */
export const ObservationSignatureHex = closedObject({ s: hexBytes(32), commitment: hexBytes(20) });

/** A value that a node observed, packed in the mode of its source. */
export const ObservedValueHex = closedObject({ value: hexBytes(32), receivedAtMs: SafeInteger });
export type ObservedValueHex = Static<typeof ObservedValueHex>;

/** Why a node has no value of a source of a list: the members of the refusal of a single source. */
export const AbsentValue = closedObject({
  reason: closedObject({
    code: oneOfValues(nodeErrorCodes),
    step: Type.Optional(oneOfValues(SOURCE_STEPS)),
    upstreamStatus: Type.Optional(UpstreamStatus),
    rule: Type.Optional(RuleName),
  }),
});
export type AbsentValue = Static<typeof AbsentValue>;

/** One for a source or an index. A list has one for each source, in their order. */
export const ObservedValuesHex = Type.Array(Type.Union([ObservedValueHex, AbsentValue]), {
  minItems: 1,
  maxItems: MAX_SOURCES,
  title: `1..${MAX_SOURCES} values`,
});

/** The values of an answer, null for each that is absent. */
export function readObservedValues(values: Static<typeof ObservedValuesHex>): (ObservedValue | null)[] {
  return values.map((one) => ('value' in one ? { value: fromHex(one.value, 32), receivedAtMs: unixMs(one.receivedAtMs) } : null));
}

/** An absent entry is zero; any other has 1, the value, and milliseconds up to 2^53 - 1, little-endian. */
const VECTOR = '^0x(?:(?:00){41}|01[0-9a-f]{76}[01][0-9a-f]00){1,32}$';

/** An observation in a set: `vector` has 41 bytes for each value (protocol, Observation). */
export const SignedObservationHex = closedObject({
  index: NodeIndex,
  vector: Type.String({ pattern: VECTOR, title: '41 bytes for each value as 0x-prefixed lower-case hex' }),
  signature: ObservationSignatureHex,
});
export type SignedObservationHex = Static<typeof SignedObservationHex>;

/** The set from which every signer recomputes the value; ascending by index. */
export const ObservationSetHex = closedObject({
  fixedAtMs: SafeInteger,
  observations: Type.Array(SignedObservationHex, { minItems: 1, maxItems: MAX_NODES, title: `1..${MAX_NODES} observations` }),
});
export type ObservationSetHex = Static<typeof ObservationSetHex>;

interface SignedObservation extends Observation {
  readonly signature: { readonly s: Uint8Array; readonly commitment: Uint8Array };
}

/** Decodes an observation that has passed a parser. */
export function readObservation({ index, vector, signature }: SignedObservationHex): SignedObservation {
  return {
    index,
    values: readObservationVector(fromHex(vector)),
    signature: { s: fromHex(signature.s, 32), commitment: fromHex(signature.commitment, 20) },
  };
}

/** The form in which an observation is part of a set. */
export function writeObservation({ index, values, signature }: SignedObservation): SignedObservationHex {
  return {
    index,
    vector: toHex(observationVector({ values })),
    signature: { s: toHex(signature.s), commitment: toHex(signature.commitment) },
  };
}
