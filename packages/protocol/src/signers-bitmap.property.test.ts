import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signersBitmap, signersOf } from './signers-bitmap.js';

const indices = fc.uniqueArray(fc.integer({ min: 0, max: 255 }));

describe('signersBitmap', () => {
  it('holds exactly the indices given, in whatever order', () => {
    fc.assert(
      fc.property(indices, (list) => {
        expect(signersOf(signersBitmap(list))).toEqual([...list].sort((a, b) => a - b));
      }),
    );
  });

  it('gives every 32 bytes back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bitmap) => {
        expect(signersBitmap(signersOf(bitmap))).toEqual(bitmap);
      }),
    );
  });

  it.each([-1, 256, 0.5, Number.NaN])('refuses index %d', (index) => {
    expect(() => signersBitmap([index])).toThrow(RangeError);
  });

  it('refuses an index named twice: the count of signers must be the count of bits', () => {
    expect(() => signersBitmap([3, 4, 3])).toThrow(RangeError);
  });

  it.each([0, 31, 33])('refuses to read a bitmap of %d bytes', (length) => {
    expect(() => signersOf(new Uint8Array(length))).toThrow(TypeError);
  });
});
