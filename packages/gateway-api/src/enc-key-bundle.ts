import { MAX_NODES } from '@oracle-gateway/protocol';
import { type Static, type TString, Type } from '@sinclair/typebox';
import { closed } from './fields.js';

/** Bytes of a plaintext at most, and of the tag behind it (protocol, Sealed secrets). */
const MAX_PLAINTEXT_BYTES = 8_192;
const TAG_BYTES = 16;

/** Hex in either case, with or without `0x`: the form of requests. */
function hexFrom(minBytes: number, maxBytes: number): TString {
  const what = minBytes === maxBytes ? `${minBytes} bytes` : `${minBytes} to ${maxBytes} bytes`;
  return Type.String({ pattern: `^(0x)?([0-9a-fA-F]{2}){${minBytes},${maxBytes}}$`, description: `${what}, hex` });
}

/** Secrets of a private source, sealed for each node (docs/protocol.md#sealed-secrets). `sealSecrets` of `@oracle-gateway/protocol/sealed` makes one. */
export const EncKeyBundleSchema = Type.Object(
  {
    ephemeralPub: hexFrom(32, 32),
    nonceSym: hexFrom(12, 12),
    ciphertext: hexFrom(TAG_BYTES, MAX_PLAINTEXT_BYTES + TAG_BYTES),
    envelopes: Type.Record(Type.String({ pattern: '^(0|[1-9][0-9]?)$' }), hexFrom(48, 48), {
      ...closed,
      maxProperties: MAX_NODES,
      description: 'one for each node of GET /v1/nodes, by its index in decimal',
    }),
  },
  closed,
);

/** Value of {@link EncKeyBundleSchema}: sealed secrets as they are sent. */
export type EncKeyBundle = Static<typeof EncKeyBundleSchema>;

/** `null` stands for absent on the subscription and agent paths, so the type is a list rather than a union: one error names one field. */
export const NullableEncKeyBundle = Type.Unsafe<EncKeyBundle | null>({ ...EncKeyBundleSchema, type: ['object', 'null'] });
