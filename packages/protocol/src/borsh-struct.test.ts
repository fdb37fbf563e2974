import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byteArray, decodeStruct, structLength } from './borsh-struct.js';
import { encodeStruct } from './encode-struct.js';

const FIELDS = { struct: { a: 'u8', b: byteArray(2), c: 'u16', d: 'u64', e: 'i64' } } as const;
const values = { a: 255, b: Uint8Array.of(9, 8), c: 0x0403, d: 0x0102n, e: 3n };
const BYTES = [255, 9, 8, 3, 4, 2, 1, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0];

describe('a Borsh struct', () => {
  it('is its fields in order, integers little-endian', () => {
    expect([...encodeStruct(FIELDS, values)]).toEqual(BYTES);
    expect(decodeStruct(FIELDS, Uint8Array.from(BYTES))).toEqual(values);
    expect(structLength(FIELDS)).toBe(BYTES.length);
  });

  it('has no length in front of bytes of fixed length, not of an empty field either', () => {
    const schema = { struct: { a: 'u8', none: byteArray(0), b: 'u8' } } as const;
    expect([...encodeStruct(schema, { a: 1, none: new Uint8Array(), b: 2 })]).toEqual([1, 2]);
    expect(encodeStruct({ struct: { big: byteArray(5_000) } }, { big: new Uint8Array(5_000).fill(6) })).toEqual(
      new Uint8Array(5_000).fill(6),
    );
  });

  it('takes bytes from the middle of a larger buffer', () => {
    const part = Uint8Array.of(1, 2, 3, 4).subarray(1, 3);
    expect([...encodeStruct({ struct: { b: byteArray(2) } }, { b: part })]).toEqual([2, 3]);
    expect(decodeStruct({ struct: { b: byteArray(2) } }, part)).toEqual({ b: Uint8Array.of(2, 3) });
  });

  it.each([
    ['a', { a: 256 }],
    ['a', { a: -1 }],
    ['a', { a: 0.5 }],
    ['a', { a: NaN }],
    ['b', { b: new Uint8Array(1) }],
    ['b', { b: new Uint8Array(3) }],
    ['c', { c: 65_536 }],
    ['c', { c: -1 }],
    ['d', { d: 2n ** 64n }],
    ['d', { d: -1n }],
    ['e', { e: 2n ** 63n }],
    ['e', { e: -1n }],
  ])('refuses what does not fit %s: %o', (name, changes) => {
    expect(() => encodeStruct(FIELDS, { ...values, ...changes })).toThrow(RangeError);
    expect(() => encodeStruct(FIELDS, { ...values, ...changes })).toThrow(new RegExp(`^${name}: must be `));
  });

  it('refuses values of another type', () => {
    const [text, list]: readonly unknown[] = ['1', [9, 8]];
    expect(() => encodeStruct(FIELDS, { ...values, a: text as number })).toThrow(/^a: /);
    expect(() => encodeStruct(FIELDS, { ...values, d: text as bigint })).toThrow(/^d: /);
    expect(() => encodeStruct(FIELDS, { ...values, b: list as Uint8Array })).toThrow(TypeError);
  });

  it.each([0, BYTES.length - 1, BYTES.length + 1])('is not read from %d bytes', (length) => {
    expect(() => decodeStruct(FIELDS, new Uint8Array(length))).toThrow(RangeError);
  });

  it('is read to the values that were written, and these values alone make its bytes', () => {
    const bytes = fc.uint8Array({ minLength: BYTES.length, maxLength: BYTES.length }).map((data) => {
      data[BYTES.length - 1]! &= 0x7f; // the highest byte of the time
      return data;
    });
    const expectSame = (data: Uint8Array): void => {
      expect(encodeStruct(FIELDS, decodeStruct(FIELDS, data))).toEqual(data);
    };
    fc.assert(fc.property(bytes, expectSame));
  });

  it('copies what it reads', () => {
    const data = Uint8Array.from(BYTES);
    const read = decodeStruct(FIELDS, data);
    data.fill(0);
    expect(read).toEqual(values);
  });
});
