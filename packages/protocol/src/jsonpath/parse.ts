import { jsonpath, JSONPathEnvironment, JSONPathError, type JSONPathQuery, TokenKind } from 'json-p3';
import type { JsonValue } from '../json.js';
import { SelectorError } from './selector-error.js';
import { commonMistake } from './selector-mistakes.js';
import type { ComparisonOperator, Condition, Operand, Segment, SegmentSelector, SingularQuery } from './query.js';

const MAX_CHARS = 512;
const MAX_DESCENDANT_SEGMENTS = 1;
const COMPARISONS: ReadonlySet<string> = new Set<ComparisonOperator>(['==', '!=', '<', '<=', '>', '>=']);
const LONE_SURROGATE = /\p{Surrogate}/u;

const { selectors, expressions } = jsonpath;
type FilterExpression = InstanceType<typeof expressions.FilterExpression>;
type JSONPathSegment = InstanceType<typeof jsonpath.JSONPathSegment>;
type JSONPathSelector = InstanceType<typeof jsonpath.JSONPathSelector>;

const environment = new JSONPathEnvironment();

function isComparison(operator: string): operator is ComparisonOperator {
  return COMPARISONS.has(operator);
}

function isDescendant(segment: JSONPathSegment): boolean {
  return segment.token.kind === TokenKind.DDOT;
}

function toSingularStep(segment: JSONPathSegment): string | number {
  const [only] = segment.selectors;
  if (!isDescendant(segment) && segment.selectors.length === 1) {
    if (only instanceof selectors.NameSelector) return only.name;
    if (only instanceof selectors.IndexSelector) return only.index;
  }
  throw new SelectorError('must use only names and indices in the queries of a filter');
}

function toSingularQuery(expression: FilterExpression): SingularQuery | undefined {
  if (!(expression instanceof expressions.RelativeQuery) && !(expression instanceof expressions.RootQuery)) return undefined;
  const from = expression instanceof expressions.RootQuery ? 'root' : 'current';
  return { from, steps: expression.path.segments.map(toSingularStep) };
}

/** A number is taken from its token's text: the library's own value of it is a double. */
function toLiteral(expression: FilterExpression): JsonValue | undefined {
  if (expression instanceof expressions.NullLiteral) return { kind: 'null' };
  if (expression instanceof expressions.StringLiteral) return { kind: 'string', value: expression.value };
  if (expression instanceof expressions.BooleanLiteral) return { kind: 'boolean', value: expression.value };
  return expression instanceof expressions.NumberLiteral ? { kind: 'number', text: expression.token.value } : undefined;
}

/** `length` is the only function that passes: `count` and `value` take whole node lists, `match` and `search` run regular expressions. */
function toOperand(expression: FilterExpression): Operand {
  const literal = toLiteral(expression);
  if (literal !== undefined) return { kind: 'literal', value: literal };
  const query = toSingularQuery(expression);
  if (query !== undefined) return { kind: 'query', query };
  const [argument] = expression instanceof expressions.FunctionExtension && expression.name === 'length' ? expression.args : [];
  if (argument !== undefined) return { kind: 'length', operand: toOperand(argument) };
  throw new SelectorError('must compare literals, queries or length()');
}

function toCondition(expression: FilterExpression): Condition {
  if (expression instanceof expressions.LogicalExpression) return toCondition(expression.expression);
  if (expression instanceof expressions.PrefixExpression) return { kind: 'not', operand: toCondition(expression.right) };
  if (expression instanceof expressions.InfixExpression) {
    const { operator } = expression;
    if (isComparison(operator)) return { kind: 'compare', operator, left: toOperand(expression.left), right: toOperand(expression.right) };
    return { kind: operator === '&&' ? 'and' : 'or', left: toCondition(expression.left), right: toCondition(expression.right) };
  }
  const query = toSingularQuery(expression);
  if (query === undefined) throw new SelectorError('must hold comparisons and existence tests in a filter');
  return { kind: 'exists', query };
}

function toSelector(selector: JSONPathSelector): SegmentSelector {
  if (selector instanceof selectors.NameSelector) return { kind: 'name', name: selector.name };
  if (selector instanceof selectors.IndexSelector) return { kind: 'index', index: selector.index };
  if (selector instanceof selectors.SliceSelector) {
    return { kind: 'slice', start: selector.start, stop: selector.stop, step: selector.step ?? 1 };
  }
  if (selector instanceof selectors.WildcardSelector) return { kind: 'wildcard' };
  if (selector instanceof selectors.FilterSelector) return { kind: 'filter', condition: toCondition(selector.expression) };
  throw new SelectorError('must use RFC 9535 selectors');
}

function toSegment(segment: JSONPathSegment, end: number): Segment {
  return {
    scope: isDescendant(segment) ? 'descendant' : 'child',
    selectors: segment.selectors.map(toSelector),
    end,
  };
}

/** Position at which a segment begins: the token of `.name` and `.*` stands behind their dot. */
function beginOf({ token }: JSONPathSegment): number {
  return token.kind === TokenKind.LBRACKET || token.kind === TokenKind.DDOT ? token.index : token.index - 1;
}

function compile(expression: string): JSONPathQuery {
  try {
    return environment.compile(expression);
  } catch (error) {
    if (error instanceof JSONPathError)
      throw new SelectorError(
        `must be JSONPath (RFC 9535) without functions but length, and with at most one descendant segment (..): ${error.message}`,
      );
    throw error;
  }
}

/**
 * Parses a query and checks the fence, statically, so that every node decides alike: no `match`, `search`, `count` or `value`; only names
 * and indices in the queries of a filter; at most one descendant segment; at most 512 characters.
 * @throws SelectorError
 */
export function parseQuery(expression: string): readonly Segment[] {
  if (expression.length > MAX_CHARS) throw new SelectorError(`must have at most ${MAX_CHARS} characters`);
  if (LONE_SURROGATE.test(expression)) throw new SelectorError('must be well-formed Unicode');
  try {
    return toSegments(expression);
  } catch (error) {
    const mistake = error instanceof SelectorError ? commonMistake(expression) : undefined;
    throw mistake === undefined ? error : new SelectorError(mistake);
  }
}

function toSegments(expression: string): readonly Segment[] {
  const compiled = compile(expression).segments;
  const segments = compiled.map((segment, position) => {
    const next = compiled[position + 1];
    return toSegment(segment, next === undefined ? expression.length : beginOf(next));
  });
  if (segments.filter((segment) => segment.scope === 'descendant').length > MAX_DESCENDANT_SEGMENTS) {
    throw new SelectorError('must have at most one descendant segment');
  }
  return segments;
}
