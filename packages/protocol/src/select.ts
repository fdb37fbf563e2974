import { BoundedMap } from './bounded-map.js';
import { type Decimal, DecimalError, parseDecimal } from './decimal.js';
import type { JsonValue } from './json.js';
import { parseQuery } from './jsonpath/parse.js';
import type { Segment } from './jsonpath/query.js';

/** A parsed and fenced `responseParser`, to be applied to any number of bodies. */
export interface Selector {
  readonly expression: string;
  readonly segments: readonly Segment[];
}

/** Every reason for which no number can be selected. */
export const SELECTION_ERROR_REASONS = [
  'body_too_large',
  'body_not_utf8',
  'body_not_json',
  'too_costly',
  'nothing_selected',
  'several_selected',
  'too_many_selected',
  'not_a_number',
  'too_long',
  'exponent',
] as const;
/** Why no number could be selected. */
export type SelectionErrorReason = (typeof SELECTION_ERROR_REASONS)[number];

/** The source's answer does not fit the selector: an upstream failure, never the caller's mistake. Holds nothing of the body. */
export class SelectionError extends Error {
  override readonly name = 'SelectionError';
  constructor(
    readonly reason: SelectionErrorReason,
    options?: { cause: unknown },
  ) {
    super(`selection failed: ${reason}`, options);
  }
}

/** Selectors that are kept, and characters of each: together less than 1 MiB. */
const MAX_KEPT_SELECTORS = 256;
const MAX_KEPT_CHARS = 256;

const selectors = new BoundedMap<string, Selector>(MAX_KEPT_SELECTORS);

/**
 * An expression that was compiled lately is not compiled again.
 * @throws SelectorError for a syntax error and for what the fence keeps out (docs/protocol.md#selection).
 */
export function compileSelector(expression: string): Selector {
  return expression.length > MAX_KEPT_CHARS ? compile(expression) : selectors.getOrCreate(expression, () => compile(expression));
}

function compile(expression: string): Selector {
  return Object.freeze({ expression, segments: Object.freeze(parseQuery(expression)) });
}

/** A number, a text that is a decimal, or a boolean. @throws SelectionError */
export function numberOf(node: JsonValue): Decimal {
  switch (node.kind) {
    case 'number':
      return decimalOf(node.text);
    case 'string':
      return decimalOf(node.value);
    case 'boolean':
      return { mantissa: node.value ? 1n : 0n, exponent: 0 };
    default:
      throw new SelectionError('not_a_number');
  }
}

function decimalOf(text: string): Decimal {
  try {
    return parseDecimal(text);
  } catch (error) {
    if (error instanceof DecimalError) throw new SelectionError(error.reason, { cause: error });
    throw error;
  }
}
