import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/selection.json' with { type: 'json' };
import { parseDecimal } from './decimal.js';
import { SelectorError } from './jsonpath/selector-error.js';
import { compileSelector, SelectionError } from './select.js';
import { readNumber } from './transform/read-number.js';

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
    const select = (): unknown => readNumber(encode(body), expression === null ? {} : { responseParser: expression });
    if (decimal === null) {
      expect(select).toThrow(expect.objectContaining({ constructor: SelectionError, reason: refused }));
    } else {
      expect(select()).toEqual(parseDecimal(decimal));
    }
  });
});

describe('numbers in filters', () => {
  const HOLDS = { '<': [-1], '<=': [-1, 0], '==': [0], '!=': [-1, 1], '>=': [0, 1], '>': [1] } as const;

  it.each(file.comparisons)('$left and $right compare as exact decimals', ({ left, right, order }) => {
    for (const [operator, orders] of Object.entries(HOLDS)) {
      const matches = (filter: string, body: string): boolean => {
        try {
          return readNumber(encode(body), { responseParser: filter }).mantissa === 1n;
        } catch (error) {
          if (error instanceof SelectionError && error.reason === 'nothing_selected') return false;
          throw error;
        }
      };
      const expected = (orders as readonly number[]).includes(order);
      expect([operator, matches(`$[?@.a ${operator} ${right}].v`, `[{"a":${left},"v":1}]`)]).toEqual([operator, expected]);
      expect([operator, matches(`$[?${left} ${operator} @.a].v`, `[{"a":${right},"v":1}]`)]).toEqual([operator, expected]);
      expect([operator, matches(`$[?@.a ${operator} @.b].v`, `[{"a":${left},"b":${right},"v":1}]`)]).toEqual([operator, expected]);
    }
  });
});
