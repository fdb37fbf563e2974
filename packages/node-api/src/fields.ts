import { MAX_NODES } from '@oracle-gateway/protocol';
import { Type, type TObject, type TSchema, type TString, type TUnsafe } from '@sinclair/typebox';

/**
 * Fixed-width bytes have one spelling: `0x` and lower-case hex. Equal bytes are equal strings, so an identifier can serve as a map key.
 */
export function hexBytes(length: number): TString {
  return Type.String({ pattern: `^0x[0-9a-f]{${length * 2}}$`, title: `${length} bytes as 0x-prefixed lower-case hex` });
}

/** Hex of at most `maxLength` bytes, in the same spelling. */
export function hexBytesUpTo(maxLength: number): TString {
  return Type.String({
    pattern: '^0x(?:[0-9a-f]{2})*$',
    maxLength: 2 + maxLength * 2,
    title: `at most ${maxLength} bytes as 0x-prefixed lower-case hex`,
  });
}

/** A 32-byte key in base58. */
export const AddressText = Type.String({ format: 'address', maxLength: 44, title: 'a 32-byte key in base58' });

/** A compressed secp256k1 point. The signing code checks that it is on the curve. */
export const PointHex = Type.String({
  pattern: '^0x0[23][0-9a-f]{64}$',
  title: 'a compressed secp256k1 point as 0x-prefixed lower-case hex',
});

export const NodeIndex = Type.Integer({ minimum: 0, maximum: MAX_NODES - 1, title: `a node index, 0..${MAX_NODES - 1}` });

export const SafeInteger = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  title: `an integer from 0 to ${Number.MAX_SAFE_INTEGER}`,
});

/** One of a few literal values, as one schema keyword: a refusal then lists them all. */
export function oneOfValues<const Values extends readonly (string | number)[]>(values: Values): TUnsafe<Values[number]> {
  return Type.Unsafe<Values[number]>({
    type: typeof values[0] === 'number' ? 'integer' : 'string',
    enum: [...values],
    title: `one of ${values.join(', ')}`,
  });
}

/** A closed object: an unknown member is refused, never ignored. */
export function closedObject<Members extends Record<string, TSchema>>(members: Members): TObject<Members> {
  return Type.Object(members, { additionalProperties: false });
}
