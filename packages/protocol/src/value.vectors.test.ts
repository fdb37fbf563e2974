import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/value.json' with { type: 'json' };
import { fromHex, toHex } from './hex.js';
import { SelectionError } from './select.js';
import { readNumber } from './transform/read-number.js';
import { StepError } from './transform/step.js';
import { formatExact, packExact, ValueError } from './value.js';

function refusalOf(error: unknown): string {
  if (error instanceof SelectionError) return `decimal: ${error.reason}`;
  if (error instanceof StepError) return `transform: ${error.rule}`;
  if (error instanceof ValueError) return `value: ${error.reason}`;
  throw error;
}

function run(text: string, transform: string | null): { packed: string | null; refused: string | null } {
  try {
    const decimal = readNumber(new TextEncoder().encode(JSON.stringify(text)), {
      responseParser: '$',
      ...(transform === null ? {} : { valueTransform: transform }),
    });
    return { packed: toHex(packExact(decimal)), refused: null };
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
