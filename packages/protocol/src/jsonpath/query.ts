import type { JsonValue } from '../json.js';

/** The part of RFC 9535 that the fence lets through, as plain data. */

export interface Segment {
  readonly scope: 'child' | 'descendant';
  readonly selectors: readonly SegmentSelector[];
  /** Position behind the last character in the text of the query. */
  readonly end: number;
}

export type SegmentSelector =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'index'; readonly index: number }
  | { readonly kind: 'slice'; readonly start: number | undefined; readonly stop: number | undefined; readonly step: number }
  | { readonly kind: 'wildcard' }
  | { readonly kind: 'filter'; readonly condition: Condition };

export type Condition =
  | { readonly kind: 'and' | 'or'; readonly left: Condition; readonly right: Condition }
  | { readonly kind: 'not'; readonly operand: Condition }
  | { readonly kind: 'exists'; readonly query: SingularQuery }
  | { readonly kind: 'compare'; readonly operator: ComparisonOperator; readonly left: Operand; readonly right: Operand };

export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';

export type Operand =
  | { readonly kind: 'literal'; readonly value: JsonValue }
  | { readonly kind: 'query'; readonly query: SingularQuery }
  | { readonly kind: 'length'; readonly operand: Operand };

/** Names and indices only: it selects at most one node. */
export interface SingularQuery {
  readonly from: 'root' | 'current';
  readonly steps: readonly (string | number)[];
}
