/** A field of a Borsh struct: a little-endian integer, or bytes of fixed length. */
export type BorshField = 'u8' | 'u16' | 'u64' | 'i64' | { readonly array: { readonly type: 'u8'; readonly len: number } };

/** A Borsh struct of fixed length: its fields in order, in the schema form of the `borsh` package. */
export interface BorshStruct {
  readonly struct: Readonly<Record<string, BorshField>>;
}

type FieldValue<F> = F extends 'u8' | 'u16' ? number : F extends 'u64' | 'i64' ? bigint : Uint8Array;

/** The values of a struct, by the names of its fields. */
export type BorshValues<S extends BorshStruct> = { readonly [K in keyof S['struct']]: FieldValue<S['struct'][K]> };

/** A field of `len` bytes. */
export function byteArray(len: number): { readonly array: { readonly type: 'u8'; readonly len: number } } {
  return { array: { type: 'u8', len } };
}

/** An integer of a struct. */
interface IntegerType {
  readonly bytes: number;
  readonly max: number | bigint;
  readonly rule: string;
  readonly read: (view: DataView, offset: number) => number | bigint;
}

export const INTEGER_TYPES: Readonly<Record<Extract<BorshField, string>, IntegerType>> = {
  u8: {
    bytes: 1,
    max: 0xff,
    rule: 'must be an integer 0..255',
    read: (view, offset) => view.getUint8(offset),
  },
  u16: {
    bytes: 2,
    max: 0xffff,
    rule: 'must be an integer 0..65535',
    read: (view, offset) => view.getUint16(offset, true),
  },
  u64: {
    bytes: 8,
    max: 2n ** 64n - 1n,
    rule: 'must be 0..2^64-1',
    read: (view, offset) => view.getBigUint64(offset, true),
  },
  i64: {
    bytes: 8,
    // Every i64 of the protocol is a time, and no time lies before 1970.
    max: 2n ** 63n - 1n,
    rule: 'must be 0..2^63-1',
    read: (view, offset) => view.getBigInt64(offset, true),
  },
};

function lengthOf(field: BorshField): number {
  return typeof field === 'string' ? INTEGER_TYPES[field].bytes : field.array.len;
}

/** Number of bytes of the struct. */
export function structLength({ struct }: BorshStruct): number {
  return Object.values(struct).reduce((length, field) => length + lengthOf(field), 0);
}

/** The fields of a struct, each with its place among the bytes. */
function* placesOf({ struct }: BorshStruct): Generator<{ readonly name: string; readonly field: BorshField; readonly offset: number }> {
  let offset = 0;
  for (const [name, field] of Object.entries(struct)) {
    yield { name, field, offset };
    offset += lengthOf(field);
  }
}

/**
 * The values of a Borsh encoding, which must have exactly the struct's length. Integers and bytes have one encoding each, so no other bytes
 * have the same values. The `borsh` package is not used here: a page that reads accounts would load all of it.
 *
 * @throws RangeError for another number of bytes
 */
export function decodeStruct<const S extends BorshStruct>(schema: S, data: Uint8Array): BorshValues<S> {
  const length = structLength(schema);
  if (data.length !== length) throw new RangeError(`data: must be ${length} bytes`);
  const view = new DataView(data.buffer, data.byteOffset, length);
  const values = [...placesOf(schema)].map(({ name, field, offset }) => [
    name,
    // The data may be a view into a larger buffer that is reused. `slice` of a Buffer copies nothing.
    typeof field === 'string' ? INTEGER_TYPES[field].read(view, offset) : Uint8Array.from(data.subarray(offset, offset + field.array.len)),
  ]);
  // Each field is read by its own type.
  return Object.fromEntries(values) as BorshValues<S>;
}
