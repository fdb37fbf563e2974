import { describe, expect, it } from 'vitest';
import file from '../../../vectors/selection.json' with { type: 'json' };
import { parseDecimal } from './decimal.js';
import { compileSelector, selectDecimal, SelectionError, SelectorError } from './select.js';

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

describe('selector expressions', () => {
  it.each(file.refusedExpressions)('%j is refused before any fetch', (expression) => {
    expect(() => compileSelector(expression)).toThrow(SelectorError);
  });
});

describe('selection', () => {
  it.each(file.values)('$name', ({ expression, body, decimal, refused }) => {
    const selector = expression === null ? undefined : compileSelector(expression);
    const select = (): unknown => selectDecimal(encode(body), selector);
    if (decimal === null) {
      expect(select).toThrow(expect.objectContaining({ constructor: SelectionError, reason: refused }));
    } else {
      expect(select()).toEqual(parseDecimal(decimal));
    }
  });
});
