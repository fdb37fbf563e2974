import type { JsonValue } from '../json.js';
import { compareNumbers } from './compare-numbers.js';
import type { ComparisonOperator } from './query.js';

/** Operand of a comparison in a filter; undefined is RFC 9535's *Nothing*: a query that selected no node. */
export type Comparable = JsonValue | undefined;

/** Charges for work; throws when the selection has become too costly. */
export type Spend = (steps: number) => void;

/** Comparing or measuring texts costs one step for so many characters. */
const CHARACTERS_PER_STEP = 16;

export function textCost(length: number): number {
  return 1 + Math.floor(length / CHARACTERS_PER_STEP);
}

/** Order of two numbers by their texts, without rounding. Each text is paid for before it is read. */
function numberOrder(left: string, right: string, spend: Spend): number {
  spend(textCost(left.length) + textCost(right.length));
  return compareNumbers(left, right);
}

function membersEqual(left: ReadonlyMap<string, JsonValue>, right: ReadonlyMap<string, JsonValue>, spend: Spend): boolean {
  if (left.size !== right.size) return false;
  for (const [name, value] of left) {
    const other = right.get(name);
    if (other === undefined || !jsonEquals(value, other, spend)) return false;
  }
  return true;
}

function itemsEqual(left: readonly JsonValue[], right: readonly JsonValue[], spend: Spend): boolean {
  return left.length === right.length && left.every((item, place) => jsonEquals(item, right[place], spend));
}

function jsonEquals(left: Comparable, right: Comparable, spend: Spend): boolean {
  spend(1);
  if (left === undefined || right === undefined) return left === right;
  switch (left.kind) {
    case 'null':
      return right.kind === 'null';
    case 'boolean':
      return right.kind === 'boolean' && left.value === right.value;
    case 'number':
      return right.kind === 'number' && numberOrder(left.text, right.text, spend) === 0;
    case 'string':
      if (right.kind !== 'string' || left.value.length !== right.value.length) return false;
      spend(textCost(left.value.length));
      return left.value === right.value;
    case 'array':
      return right.kind === 'array' && itemsEqual(left.items, right.items, spend);
    case 'object':
      return right.kind === 'object' && membersEqual(left.members, right.members, spend);
  }
}

/** Order by Unicode scalar value, which differs from the order of UTF-16 units beyond U+FFFF (RFC 9535 §2.3.5.2.2). */
function textIsLess(left: string, right: string, spend: Spend): boolean {
  spend(textCost(Math.min(left.length, right.length)));
  let place = 0;
  while (place < left.length && place < right.length && left.charCodeAt(place) === right.charCodeAt(place)) place += 1;
  return (left.codePointAt(place) ?? -1) < (right.codePointAt(place) ?? -1);
}

function isLess(left: Comparable, right: Comparable, spend: Spend): boolean {
  spend(1);
  if (left?.kind === 'number' && right?.kind === 'number') return numberOrder(left.text, right.text, spend) < 0;
  if (left?.kind === 'string' && right?.kind === 'string') return textIsLess(left.value, right.value, spend);
  return false;
}

/** RFC 9535 §2.3.5.2.2: only numbers and strings have an order; everything has equality. */
export function compare(left: Comparable, operator: ComparisonOperator, right: Comparable, spend: Spend): boolean {
  switch (operator) {
    case '==':
      return jsonEquals(left, right, spend);
    case '!=':
      return !jsonEquals(left, right, spend);
    case '<':
      return isLess(left, right, spend);
    case '>':
      return isLess(right, left, spend);
    case '<=':
      return isLess(left, right, spend) || jsonEquals(left, right, spend);
    case '>=':
      return isLess(right, left, spend) || jsonEquals(left, right, spend);
  }
}

function scalarValues(text: string): number {
  let count = 0;
  for (let place = 0; place < text.length; place += (text.codePointAt(place) ?? 0) > 0xffff ? 2 : 1) count += 1;
  return count;
}

/** RFC 9535 §2.4.4: characters (Unicode scalar values), items or members; Nothing for any other value. */
export function lengthOf(value: Comparable, spend: Spend): number | undefined {
  switch (value?.kind) {
    case 'string':
      spend(textCost(value.value.length * CHARACTERS_PER_STEP));
      return scalarValues(value.value);
    case 'array':
      return value.items.length;
    case 'object':
      return value.members.size;
    default:
      return undefined;
  }
}
