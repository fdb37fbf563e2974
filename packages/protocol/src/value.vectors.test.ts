import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/value.json' with { type: 'json' };
import { DecimalError, parseDecimal } from './decimal.js';
import { fromHex, toHex } from './hex.js';
import { applyTransform, parseTransform, TransformError } from './transform.js';
import { formatExact, packExact, ValueError } from './value.js';

function refusalOf(error: unknown): string {
  if (error instanceof DecimalError) return 'decimal';
  if (error instanceof TransformError) return `transform: ${error.reason}`;
  if (error instanceof ValueError) return `value: ${error.reason}`;
  throw error;
}

function run(text: string, transform: string | null): { packed: string | null; refused: string | null } {
  try {
    const decimal = parseDecimal(text);
    const transformed = transform === null ? decimal : applyTransform(parseTransform(transform), decimal);
    return { packed: toHex(packExact(transformed)), refused: null };
  } catch (error) {
    return { packed: null, refused: refusalOf(error) };
  }
}

describe('decimal, transform and packed value', () => {
  it.each(file.vectors)('$text through $transform', ({ text, transform, packed, rendered, refused }) => {
    expect(run(text, transform)).toEqual({ packed, refused });
    if (packed !== null) expect(formatExact(fromHex(packed))).toBe(rendered);
  });
});
