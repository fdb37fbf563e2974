import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/tolerance-value.json' with { type: 'json' };
import { parseDecimal } from './decimal.js';
import { fromHex, toHex } from './hex.js';
import { formatTolerance, packTolerance, ValueError } from './value.js';

function pack(text: string, decimals: number): { packed: string | null; refused: string | null } {
  try {
    return { packed: toHex(packTolerance(parseDecimal(text), decimals)), refused: null };
  } catch (error) {
    if (error instanceof ValueError) return { packed: null, refused: `value: ${error.reason}` };
    throw error;
  }
}

describe('packed value of tolerance mode', () => {
  it.each(file.vectors)('$text with $decimals decimals', ({ text, decimals, packed, rendered, refused }) => {
    expect(pack(text, decimals)).toEqual({ packed, refused });
    if (packed !== null) expect(formatTolerance(fromHex(packed), decimals)).toBe(rendered);
  });
});
