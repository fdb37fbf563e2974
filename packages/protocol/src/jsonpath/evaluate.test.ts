import { describe, expect, it } from 'vitest';
import { type JsonValue, readJson } from '../json.js';
import { evaluate } from './evaluate.js';
import { parseQuery } from './parse.js';

const root: JsonValue = readJson(new TextEncoder().encode('[[1,2],[3,[4]],{"a":5}]'), {
  maxBytes: 100,
  maxDepth: 8,
  duplicateMembers: 'refuse',
});

function visits(expression: string, until: number): number {
  let count = 0;
  evaluate(
    root,
    parseQuery(expression),
    () => undefined,
    () => (count += 1) < until,
  );
  return count;
}

describe('evaluate', () => {
  it.each(['$[*][*]', '$..*', '$[0,1,2]', '$[0:3]', '$[?@]', '$..[0]', '$[0,0]'])('%s ends as soon as it is told to', (expression) => {
    expect(visits(expression, Number.POSITIVE_INFINITY)).toBeGreaterThan(1);
    expect(visits(expression, 1)).toBe(1);
  });

  it('charges for every node it checks', () => {
    let steps = 0;
    evaluate(
      root,
      parseQuery('$[*]'),
      (cost) => (steps += cost),
      () => true,
    );
    expect(steps).toBeGreaterThanOrEqual(3);
  });
});
