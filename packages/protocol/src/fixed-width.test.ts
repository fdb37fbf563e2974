import { describe, expect, it } from 'vitest';
import { ascii, bytesOfLength, u16LE, u32LE, u64LE, u8 } from './fixed-width.js';

describe('u8', () => {
  it.each([0, 255])('holds %d', (value) => {
    expect(u8(value)).toEqual(Uint8Array.of(value));
  });

  it.each([-1, 256, 0.5, Number.NaN])('refuses %d', (value) => {
    expect(() => u8(value)).toThrow(RangeError);
  });
});

describe('u16LE and u32LE', () => {
  it('write the lowest byte first', () => {
    expect(u16LE(0x0102)).toEqual(Uint8Array.of(2, 1));
    expect(u32LE(0x01020304)).toEqual(Uint8Array.of(4, 3, 2, 1));
    expect(u32LE(2 ** 32 - 1)).toEqual(new Uint8Array(4).fill(0xff));
  });

  it.each([-1, 65_536, 0.5, Number.NaN])('refuse %d in two bytes', (value) => {
    expect(() => u16LE(value)).toThrow(RangeError);
  });

  it.each([-1, 2 ** 32, 0.5, Number.POSITIVE_INFINITY])('refuse %d in four bytes', (value) => {
    expect(() => u32LE(value)).toThrow(RangeError);
  });
});

describe('u64LE', () => {
  it('writes the lowest byte first', () => {
    expect(u64LE(0x0102030405060708n)).toEqual(Uint8Array.of(8, 7, 6, 5, 4, 3, 2, 1));
  });

  it('takes a number as well', () => {
    expect(u64LE(258)).toEqual(Uint8Array.of(2, 1, 0, 0, 0, 0, 0, 0));
  });

  it.each([-1n, 2n ** 64n, -1, 0.5, 2 ** 53, Number.NaN])('refuses %s', (value) => {
    expect(() => u64LE(value)).toThrow(RangeError);
  });
});

describe('bytesOfLength', () => {
  it('passes bytes of the right width on', () => {
    const bytes = ascii('word');
    expect(bytesOfLength('field', bytes, 4)).toBe(bytes);
  });

  it('names the field of another width', () => {
    expect(() => bytesOfLength('feedId', ascii('word'), 32)).toThrow('feedId must be a Uint8Array of 32 bytes');
  });

  it('refuses what is no Uint8Array', () => {
    const text: unknown = 'word';
    expect(() => bytesOfLength('field', text as Uint8Array, 4)).toThrow(TypeError);
  });
});
