import { deserialize, serialize } from 'borsh';

/** A field of a Borsh struct: a little-endian integer, or bytes of fixed length. */
export type BorshField = 'u8' | 'u16' | 'u64' | 'i64' | { readonly array: { readonly type: 'u8'; readonly len: number } };

/** A Borsh struct of fixed length: its fields in order, in the schema form of the `borsh` package. */
export interface BorshStruct {
  readonly struct: Readonly<Record<string, BorshField>>;
}

type FieldValue<F> = F extends 'u8' | 'u16' ? number : F extends 'u64' | 'i64' ? bigint : Uint8Array;

export type BorshValues<S extends BorshStruct> = { readonly [K in keyof S['struct']]: FieldValue<S['struct'][K]> };

/** A field of `len` bytes. */
export function byteArray(len: number): { readonly array: { readonly type: 'u8'; readonly len: number } } {
  return { array: { type: 'u8', len } };
}

const INTEGERS = {
  u8: { bytes: 1, max: 255, rule: 'must be an integer 0..255' },
  u16: { bytes: 2, max: 65_535, rule: 'must be an integer 0..65535' },
  u64: { bytes: 8, max: 2n ** 64n - 1n, rule: 'must be 0..2^64-1' },
  // Every i64 of the protocol is a time, and no time lies before 1970.
  i64: { bytes: 8, max: 2n ** 63n - 1n, rule: 'must be 0..2^63-1' },
} as const;

function lengthOf(field: BorshField): number {
  return typeof field === 'string' ? INTEGERS[field].bytes : field.array.len;
}

/** Number of bytes of the struct. */
export function structLength({ struct }: BorshStruct): number {
  return Object.values(struct).reduce((length, field) => length + lengthOf(field), 0);
}

function isInRange(value: unknown, max: number | bigint): value is number | bigint {
  if (typeof max === 'number') return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max;
  return typeof value === 'bigint' && value >= 0n && value <= max;
}

/** The value in the form that `serialize` takes. The check is needed: the library truncates integers that are out of range. */
function checkedValue(name: string, field: BorshField, value: unknown): number | bigint | ArrayBuffer {
  if (typeof field === 'string') {
    const { max, rule } = INTEGERS[field];
    if (!isInRange(value, max)) throw new RangeError(`${name}: ${rule}`);
    return value;
  }
  if (!(value instanceof Uint8Array)) throw new TypeError(`${name}: must be a Uint8Array`);
  if (value.length !== field.array.len) throw new RangeError(`${name}: must be ${field.array.len} bytes`);
  return Uint8Array.from(value).buffer;
}

/**
 * The Borsh encoding of the values.
 *
 * @throws RangeError naming the field that does not fit; @throws TypeError for bytes that are not a Uint8Array.
 */
export function encodeStruct<const S extends BorshStruct>(schema: S, values: BorshValues<S>): Uint8Array {
  const given: Readonly<Record<string, unknown>> = values;
  const fields: Record<string, BorshField> = {};
  const checked: Record<string, number | bigint | ArrayBuffer> = {};
  for (const [name, field] of Object.entries(schema.struct)) {
    const value = checkedValue(name, field, given[name]);
    // The library takes an array of length 0 for one without a fixed length.
    if (lengthOf(field) === 0) continue;
    fields[name] = field;
    checked[name] = value;
  }
  return serialize({ struct: fields }, checked, false);
}

/**
 * The values of a Borsh encoding, which must have exactly the struct's length. Integers and bytes have one encoding each, so no other bytes
 * have the same values.
 *
 * @throws RangeError for another number of bytes
 */
export function decodeStruct<const S extends BorshStruct>(schema: S, data: Uint8Array): BorshValues<S> {
  const length = structLength(schema);
  if (data.length !== length) throw new RangeError(`data: must be ${length} bytes`);
  const decoded = deserialize(schema, data, false) as Readonly<Record<string, number | bigint | readonly number[]>>;
  const values = Object.entries(decoded).map(([name, value]) => [name, Array.isArray(value) ? Uint8Array.from(value) : value]);
  return Object.fromEntries(values) as BorshValues<S>;
}
