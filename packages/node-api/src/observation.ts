import { fromHex, MAX_NODES, type Observation, unixMs } from '@oracle-gateway/protocol';
import { Type, type Static } from '@sinclair/typebox';
import { closedObject, hexBytes, NodeIndex, SafeInteger } from './fields.js';

/** The observer's signature over its observation (protocol §3). */
export const ObservationSignatureHex = closedObject({ s: hexBytes(32), commitment: hexBytes(20) });

/** An observation of tolerance mode on the wire. */
export const SignedObservationHex = closedObject({
  index: NodeIndex,
  value: hexBytes(32),
  receivedAtMs: SafeInteger,
  signature: ObservationSignatureHex,
});
export type SignedObservationHex = Static<typeof SignedObservationHex>;

/** The set from which every signer of a tolerance round recomputes the value; ascending by index. */
export const ObservationSetHex = closedObject({
  fixedAtMs: SafeInteger,
  observations: Type.Array(SignedObservationHex, { minItems: 1, maxItems: MAX_NODES, title: `1..${MAX_NODES} observations` }),
});
export type ObservationSetHex = Static<typeof ObservationSetHex>;

/** Decodes an observation that has passed a parser. */
export function readObservation({ index, value, receivedAtMs, signature }: SignedObservationHex): Observation & {
  readonly signature: { readonly s: Uint8Array; readonly commitment: Uint8Array };
} {
  return {
    index,
    value: fromHex(value, 32),
    receivedAtMs: unixMs(receivedAtMs),
    signature: { s: fromHex(signature.s, 32), commitment: fromHex(signature.commitment, 20) },
  };
}
