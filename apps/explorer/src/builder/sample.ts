import { DecimalError, JsonError, type JsonValue, parseDecimal, readJson } from '@oracle-gateway/protocol';
import { MAX_SOURCE_BYTES } from '@oracle-gateway/protocol/internal';
import { type PathSteps, pathText } from './path-text.js';

/** An answer of a source that the visitor brought. It stays in the page. */
export interface Sample {
  readonly bytes: Uint8Array;
  /** The document that it is; undefined where it is no JSON. */
  readonly root: JsonValue | undefined;
  /** Why it is no JSON; undefined where it is. */
  readonly rule: string | undefined;
}

/** The limits of a node. */
const LIMITS = {
  maxBytes: MAX_SOURCE_BYTES,
  maxDepth: 64,
  duplicateMembers: 'last-wins',
  loneSurrogates: 'keep',
  byteOrderMark: 'skip',
} as const;

/** Undefined for an empty text. Numbers keep the digits that they are written with. */
export function readSample(text: string): Sample | undefined {
  if (text.trim() === '') return undefined;
  const bytes = new TextEncoder().encode(text);
  try {
    return { bytes, root: readJson(bytes, LIMITS), rule: undefined };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { bytes, root: undefined, rule: error.message };
  }
}

/** A value that is a number by itself: a number, the text of a decimal, or a boolean, which is 1 or 0. */
export function isNumeric(value: JsonValue): boolean {
  switch (value.kind) {
    case 'number':
      return isDecimal(value.text);
    case 'string':
      return isDecimal(value.value);
    case 'boolean':
      return true;
    case 'null':
    case 'array':
    case 'object':
      return false;
  }
}

function isDecimal(text: string): boolean {
  try {
    parseDecimal(text);
    return true;
  } catch (error) {
    if (error instanceof DecimalError) return false;
    throw error;
  }
}

/** A scalar as it is written in JSON; of a container how many values it has. */
export function writtenText(value: JsonValue): string {
  switch (value.kind) {
    case 'number':
      return value.text;
    case 'string':
      return JSON.stringify(value.value);
    case 'boolean':
      return String(value.value);
    case 'null':
      return 'null';
    case 'array':
      return `[${value.items.length}]`;
    case 'object':
      return `{${value.members.size}}`;
  }
}

/** Values within a container, each with its name or place; empty for a scalar. */
export function childrenOf(value: JsonValue): readonly (readonly [string | number, JsonValue])[] {
  switch (value.kind) {
    case 'array':
      return value.items.map((item, place) => [place, item] as const);
    case 'object':
      return [...value.members];
    default:
      return [];
  }
}

/** The value at the end of the steps; undefined where the document has no such value. */
export function valueOfPath(root: JsonValue, steps: PathSteps): JsonValue | undefined {
  return steps.reduce<JsonValue | undefined>((value, step) => {
    if (value?.kind === 'object') return typeof step === 'string' ? value.members.get(step) : undefined;
    return value?.kind === 'array' && typeof step === 'number' ? value.items[step] : undefined;
  }, root);
}

export interface Leaf {
  readonly path: string;
  readonly steps: PathSteps;
  readonly value: JsonValue;
}

/** Values that are no containers and whose path has the text, in any case; the first ones, in the order of the document. */
export function findLeaves(root: JsonValue, text: string, most: number): readonly Leaf[] {
  const wanted = text.trim().toLowerCase();
  const found: Leaf[] = [];
  const open: { readonly steps: PathSteps; readonly value: JsonValue }[] = [{ steps: [], value: root }];
  for (let next = open.pop(); next !== undefined && found.length < most; next = open.pop()) {
    const { steps, value } = next;
    const path = pathText(steps);
    if (value.kind !== 'array' && value.kind !== 'object') {
      if (path?.toLowerCase().includes(wanted) === true) found.push({ path, steps, value });
      continue;
    }
    for (const [step, child] of childrenOf(value).toReversed()) open.push({ steps: [...steps, step], value: child });
  }
  return found;
}
