import { MAX_NODES } from '@oracle-gateway/protocol';
import { Type, type Static } from '@sinclair/typebox';
import { closedObject, NodeIndex, PointHex } from './fields.js';

/** The public half of a nonce pair (docs/protocol.md#nonces). */
export const NonceCommitmentHex = closedObject({ d: PointHex, e: PointHex });
export type NonceCommitmentHex = Static<typeof NonceCommitmentHex>;

/** Exactly `signaturesRequired` nodes, ascending by index, each with the nonce commitments that it signs with. */
export const SignersHex = Type.Array(closedObject({ index: NodeIndex, d: PointHex, e: PointHex }), {
  minItems: 1,
  maxItems: MAX_NODES,
  title: `1..${MAX_NODES} signers`,
});
export type SignersHex = Static<typeof SignersHex>;

export function indexOf({ index }: { readonly index: number }): number {
  return index;
}
