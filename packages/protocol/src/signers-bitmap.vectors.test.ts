import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/signers-bitmap.json' with { type: 'json' };
import { fromHex, toHex } from './hex.js';
import { signersBitmap, signersOf } from './signers-bitmap.js';

describe('signers bitmap', () => {
  it.each(file.vectors)('$bitmap', ({ indices, bitmap }) => {
    expect(toHex(signersBitmap(indices))).toBe(bitmap);
    expect(signersOf(fromHex(bitmap))).toEqual(indices);
  });
});
