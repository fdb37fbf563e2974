import { serialize } from 'borsh';
import { type BorshField, type BorshStruct, type BorshValues, INTEGER_TYPES } from './borsh-struct.js';

function isInRange(value: unknown, max: number | bigint): value is number | bigint {
  if (typeof max === 'number') return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max;
  return typeof value === 'bigint' && value >= 0n && value <= max;
}

/** The value in the form that `serialize` takes. The check is needed: the library truncates integers that are out of range. */
function checkedValue(name: string, field: BorshField, value: unknown): number | bigint | ArrayBuffer {
  if (typeof field === 'string') {
    const { max, rule } = INTEGER_TYPES[field];
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
    if (typeof field !== 'string' && field.array.len === 0) continue;
    fields[name] = field;
    checked[name] = value;
  }
  return serialize({ struct: fields }, checked, false);
}
