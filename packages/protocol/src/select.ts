import { BoundedMap } from './bounded-map.js';
import { type Decimal, DecimalError, parseDecimal } from './decimal.js';
import { type CountedJson, decodeUtf8, JsonError, type JsonValue, readCountedJson } from './json.js';
import type { Spend } from './jsonpath/compare.js';
import { evaluate } from './jsonpath/evaluate.js';
import { parseQuery, SelectorError } from './jsonpath/parse.js';
import type { Segment } from './jsonpath/query.js';

export { SelectorError };

/** Largest body a source may answer with, in bytes (protocol §2.1). */
export const MAX_SOURCE_BYTES = 262_144;

const MAX_SOURCE_DEPTH = 64;

/**
 * Steps one selection may take: unions and filters multiply, and a caller chooses both. The limit grows with the document, so that a small
 * one cannot cost what only a large one should.
 */
const STEPS_PER_VALUE = 10;
const BASE_STEPS = 10_000;

/** A parsed and fenced `responseParser`, to be applied to any number of bodies. */
export interface Selector {
  readonly expression: string;
  readonly segments: readonly Segment[];
}

export const SELECTION_ERROR_REASONS = [
  'body_too_large',
  'body_not_utf8',
  'body_not_json',
  'too_costly',
  'nothing_selected',
  'several_selected',
  'not_a_number',
] as const;
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
 * @throws SelectorError for a syntax error and for what the fence keeps out (protocol §2.2).
 */
export function compileSelector(expression: string): Selector {
  return expression.length > MAX_KEPT_CHARS ? compile(expression) : selectors.getOrCreate(expression, () => compile(expression));
}

function compile(expression: string): Selector {
  return Object.freeze({ expression, segments: Object.freeze(parseQuery(expression)) });
}

function toSelectionError(error: unknown): unknown {
  if (error instanceof DecimalError) return new SelectionError('not_a_number', { cause: error });
  if (error instanceof JsonError)
    return new SelectionError(error.reason === 'not_utf8' ? 'body_not_utf8' : 'body_not_json', { cause: error });
  return error;
}

/** The JSON of a source's answer. @throws JsonError */
export function readSourceJson(body: Uint8Array): CountedJson {
  return readCountedJson(body, {
    maxBytes: MAX_SOURCE_BYTES,
    maxDepth: MAX_SOURCE_DEPTH,
    duplicateMembers: 'last-wins',
    loneSurrogates: 'keep',
    byteOrderMark: 'skip',
  });
}

/** Trims without a regular expression, whose backtracking would take quadratic time over a long run of spaces. */
function trim(text: string): string {
  const isSpace = (place: number): boolean => ' \t\r\n'.includes(text.charAt(place));
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(start)) start += 1;
  while (end > start && isSpace(end - 1)) end -= 1;
  return text.slice(start, end);
}

/** Counts the steps of one selection over a document. It throws SelectionError `too_costly` past their number. */
export function limitSteps({ values }: Pick<CountedJson, 'values'>): Spend {
  let stepsLeft = STEPS_PER_VALUE * values + BASE_STEPS;
  return (cost) => {
    stepsLeft -= cost;
    if (stepsLeft < 0) throw new SelectionError('too_costly');
  };
}

function selectOne({ root, values }: CountedJson, selector: Selector): JsonValue {
  const spend = limitSteps({ values });
  const selected: JsonValue[] = [];
  evaluate(root, selector.segments, spend, (node) => selected.push(node) < 2);
  const [only, second] = selected;
  if (second !== undefined) throw new SelectionError('several_selected');
  if (only === undefined) throw new SelectionError('nothing_selected');
  return only;
}

function decimalOf(node: JsonValue): Decimal {
  switch (node.kind) {
    case 'number':
      return parseDecimal(node.text);
    case 'string':
      return parseDecimal(node.value);
    case 'boolean':
      return { mantissa: node.value ? 1n : 0n, exponent: 0 };
    default:
      throw new SelectionError('not_a_number');
  }
}

/**
 * The number a source's body holds, exactly as written there: never by way of an IEEE double. Without a selector the whole body,
 * trimmed of space, tab, CR and LF; with one, exactly one node: a number, a string holding a decimal, or a boolean (protocol §2.2).
 * @throws SelectionError
 */
export function selectDecimal(body: Uint8Array, selector: Selector | undefined): Decimal {
  if (body.length > MAX_SOURCE_BYTES) throw new SelectionError('body_too_large');
  try {
    if (selector === undefined) return parseDecimal(trim(decodeUtf8(body, 'skip')));
    return decimalOf(selectOne(readSourceJson(body), selector));
  } catch (error) {
    throw toSelectionError(error);
  }
}
