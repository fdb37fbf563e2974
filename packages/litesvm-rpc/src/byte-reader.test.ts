import { describe, expect, it } from 'vitest';
import { ByteReader, ByteReaderError } from './byte-reader.js';

describe('compact-u16', () => {
  // The values stand in the documentation of Solana's short_vec.
  it.each([
    [0x0000, [0x00]],
    [0x007f, [0x7f]],
    [0x0080, [0x80, 0x01]],
    [0x3fff, [0xff, 0x7f]],
    [0x4000, [0x80, 0x80, 0x01]],
    [0xffff, [0xff, 0xff, 0x03]],
  ])('reads 0x%s', (value, bytes) => {
    const reader = new ByteReader(Uint8Array.from(bytes));
    expect(reader.compactU16()).toBe(value);
    expect(reader.atEnd).toBe(true);
  });

  it.each([
    ['a longer form than needed', [0x80, 0x00]],
    ['a longer form of 127', [0xff, 0x00]],
    ['a third byte beyond 65,535', [0xff, 0xff, 0x04]],
    ['a fourth byte', [0x80, 0x80, 0x80, 0x01]],
    ['nothing', []],
    ['an unfinished length', [0x80]],
  ])('refuses %s', (_what, bytes) => {
    expect(() => new ByteReader(Uint8Array.from(bytes)).compactU16()).toThrow(ByteReaderError);
  });
});

describe('take', () => {
  it('refuses to read past the end', () => {
    const reader = new ByteReader(Uint8Array.of(1, 2, 3));
    expect([...reader.take(2)]).toEqual([1, 2]);
    expect(() => reader.take(2)).toThrow(ByteReaderError);
  });
});
