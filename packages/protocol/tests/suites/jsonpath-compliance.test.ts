import { describe, expect, it } from 'vitest';
import { type JsonValue, readJson } from '../../src/json.js';
import { evaluate } from '../../src/jsonpath/evaluate.js';
import { parseQuery } from '../../src/jsonpath/parse.js';
import { SelectorError } from '../../src/jsonpath/selector-error.js';
import suite from './data/jsonpath-compliance-test-suite.json' with { type: 'json' };
import deviations from './jsonpath-deviations.json' with { type: 'json' };

interface Case {
  readonly name: string;
  readonly selector: string;
  readonly document?: unknown;
  readonly result?: readonly unknown[];
  readonly results?: readonly (readonly unknown[])[];
  readonly invalid_selector?: boolean;
}

const cases: readonly Case[] = suite.tests;
const fenced = new Set(deviations.flatMap(({ names }) => names));
const invalid = cases.filter(({ invalid_selector }) => invalid_selector === true);
const valid = cases.filter(({ invalid_selector }) => invalid_selector !== true);

function exact(plain: unknown): JsonValue {
  const bytes = new TextEncoder().encode(JSON.stringify(plain));
  return readJson(bytes, { maxBytes: 1_000_000, maxDepth: 64, duplicateMembers: 'last-wins', loneSurrogates: 'keep' });
}

function selectedBy({ selector, document }: Case): readonly JsonValue[] {
  const nodes: JsonValue[] = [];
  evaluate(
    exact(document),
    parseQuery(selector),
    () => {},
    (node) => nodes.push(node) > 0,
  );
  return nodes;
}

describe('the JSONPath Compliance Test Suite', () => {
  it('has 687 cases: 245 invalid queries, 72 beyond the fence, 370 to evaluate', () => {
    expect([cases.length, invalid.length, fenced.size, valid.length - fenced.size]).toEqual([687, 245, 72, 370]);
  });

  it.each(invalid)('is right that this query is invalid: $name', ({ selector }) => {
    expect(() => parseQuery(selector)).toThrow(SelectorError);
  });

  it.each(valid.filter(({ name }) => fenced.has(name)))('has a query that the fence keeps out: $name', ({ selector }) => {
    expect(() => parseQuery(selector)).toThrow(SelectorError);
  });

  it.each(valid.filter(({ name }) => !fenced.has(name)))('has the nodes of this query, in their order: $name', (one) => {
    const allowed = (one.results ?? [one.result]).map((result) => result?.map(exact));
    expect(allowed).toContainEqual(selectedBy(one));
  });
});
