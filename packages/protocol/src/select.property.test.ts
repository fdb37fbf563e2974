import fc from 'fast-check';
import { query } from 'json-p3';
import { describe, expect, it } from 'vitest';
import { readJson } from './json.js';
import { evaluate } from './jsonpath/evaluate.js';
import { parseQuery } from './jsonpath/parse.js';
import { SelectorError } from './jsonpath/selector-error.js';
import { compileSelector, SelectionError } from './select.js';
import { readNumber } from './transform/read-number.js';

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

const name = fc.constantFrom('a', 'b', 'c', '__proto__', 'length');
const scalar = fc.oneof(fc.constantFrom(null, true, false, '', 'a', 'b', 'ab'), fc.integer({ min: -2, max: 3 }));
const { document } = fc.letrec<{ document: unknown }>((tie) => ({
  document: fc.oneof(
    { maxDepth: 4 },
    scalar,
    fc.array(tie('document'), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('document')), { maxLength: 3 }).map((members) => Object.fromEntries(members)),
  ),
}));

const index = fc.integer({ min: -4, max: 4 }).map(String);
const optionalIndex = fc.oneof(fc.constant(''), index);
const step = fc.oneof(
  name.map((text) => `.${text}`),
  index.map((text) => `[${text}]`),
);
const singular = fc.tuple(fc.constantFrom('@', '$'), fc.array(step, { maxLength: 2 })).map(([root, steps]) => root + steps.join(''));
const literal = fc.constantFrom('1', '0', '-1.0', '2e0', "'a'", '"b"', "''", 'true', 'false', 'null');
const operand = fc.oneof(
  singular,
  literal,
  singular.map((text) => `length(${text})`),
);
const comparison = fc
  .tuple(operand, fc.constantFrom('==', '!=', '<', '<=', '>', '>='), operand)
  .map(([left, operator, right]) => `${left} ${operator} ${right}`);
const test = fc.oneof(
  comparison,
  singular,
  singular.map((text) => `!${text}`),
  comparison.map((text) => `!(${text})`),
);
const condition = fc
  .tuple(test, fc.array(fc.tuple(fc.constantFrom('&&', '||'), test), { maxLength: 2 }))
  .map(([first, rest]) => [first, ...rest.map(([operator, next]) => `${operator} ${next}`)].join(' '));
const slice = fc.tuple(optionalIndex, optionalIndex, optionalIndex).map(([start, stop, by]) => `${start}:${stop}:${by}`);
const selector = fc.oneof(
  fc.constant('*'),
  index,
  name.map((text) => `'${text}'`),
  slice,
  condition.map((text) => `?${text}`),
);
const segment = fc.oneof(
  step,
  fc.constant('.*'),
  fc.array(selector, { minLength: 1, maxLength: 2 }).map((list) => `[${list.join(',')}]`),
);
const expression = fc
  .tuple(fc.array(segment, { maxLength: 2 }), fc.boolean(), fc.array(segment, { minLength: 1, maxLength: 2 }))
  .map(([before, descends, after]) => `$${before.join('')}${descends ? `..${after.join('').replace(/^\./, '')}` : after.join('')}`);

/** All selected nodes as JSON texts, in any order: the two walk objects alike but not trees. */
function nodesOf(text: string, json: string): string[] {
  const found: string[] = [];
  const root = readJson(encode(json), { maxBytes: 100_000, maxDepth: 64, duplicateMembers: 'refuse' });
  evaluate(
    root,
    parseQuery(text),
    () => undefined,
    (node) =>
      found.push(JSON.stringify(node, (_, value: unknown) => (value instanceof Map ? [...(value as Map<string, unknown>)] : value))) > 0,
  );
  return found.sort();
}

function referenceNodesOf(text: string, json: string): string[] {
  return query(text, JSON.parse(json) as never)
    .values()
    .map((value) => nodesOf('$', JSON.stringify(value))[0]!)
    .sort();
}

describe('evaluation of RFC 9535 queries', () => {
  it('selects what the reference implementation selects', () => {
    fc.assert(
      fc.property(expression, document, (text, value) => {
        const json = JSON.stringify(value);
        expect(nodesOf(text, json)).toEqual(referenceNodesOf(text, json));
      }),
      { numRuns: 1_500 },
    );
  });
});

describe('selectors', () => {
  it('any text compiles or throws a SelectorError', () => {
    const piece = fc.constantFrom(
      '$',
      '@',
      '.',
      '..',
      '*',
      '[',
      ']',
      '?',
      '(',
      ')',
      "'",
      '"',
      '\\',
      'a',
      '0',
      '-',
      ':',
      ',',
      '==',
      '&&',
      '!',
      'length(',
      'count(',
      '~',
      '#',
      ' ',
      'true',
      'e',
      '\ud800',
    );
    const nearQuery = fc.array(piece, { maxLength: 16 }).map((pieces) => `$${pieces.join('')}`);
    fc.assert(
      fc.property(fc.oneof(fc.string(), nearQuery, expression), (text) => {
        try {
          compileSelector(text);
        } catch (error) {
          expect(error).toBeInstanceOf(SelectorError);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('any body yields a decimal or a SelectionError', () => {
    fc.assert(
      fc.property(expression, fc.oneof(fc.uint8Array({ maxLength: 40 }), fc.json().map(encode)), fc.boolean(), (text, body, whole) => {
        try {
          readNumber(body, whole ? {} : { responseParser: text });
        } catch (error) {
          expect(error).toBeInstanceOf(SelectionError);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
