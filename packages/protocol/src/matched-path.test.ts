import { describe, expect, it } from 'vitest';
import { matchedPath } from './matched-path.js';

const BODY = '{"data":{"amount":"64628.31","rows":[{"id":1,"secret":"hidden"},{"id":2}]},"a b":{"c":1}}';

function matched(expression: string, body = BODY): string | null {
  return matchedPath(new TextEncoder().encode(body), { responseParser: expression });
}

describe('matchedPath', () => {
  it.each([
    ['$.data.amount', '$.data.amount'],
    ['$.data.price', '$.data'],
    ['$.price.amount', '$'],
    ["$['data']['price'].x", "$['data']"],
    ['$.data.rows[7].id', '$.data.rows'],
    ['$.data.rows[0].name', '$.data.rows[0]'],
    ['$.data.rows[?@.id==2].secret', '$.data.rows[?@.id==2]'],
    ['$.data.rows[?@.id==3].secret', '$.data.rows'],
    ["$.data.rows[?@.id=='.x'].*", '$.data.rows'],
    ['$..rows.*.name', '$..rows.*'],
    ['$..nothing', '$'],
    ['$.data..id.x', '$.data..id'],
    ["$ .data [ 'rows' ] .x", "$ .data [ 'rows' ]"],
    ["$['a b'].d", "$['a b']"],
  ])('of %s is %s', (expression, expected) => {
    expect(matched(expression)).toBe(expected);
  });

  it('is a beginning of the expression, whatever the body is', () => {
    for (const body of ['[]', 'null', '"hidden"', BODY])
      expect('$.data.rows[0].name'.startsWith(matched('$.data.rows[0].name', body) ?? '-')).toBe(true);
  });

  it.each(['<html>', '', '{"data":'])('cannot be told of %j', (body) => {
    expect(matched('$.data', body)).toBeNull();
  });

  it('cannot be told where checking is too costly', () => {
    expect(matched(`$${'[0,0]'.repeat(60)}.x`, '['.repeat(63) + ']'.repeat(63))).toBeNull();
  });
});
