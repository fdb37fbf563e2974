import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { integer } from './fields.js';
import { defineOperation } from './operation.js';
import { operations } from './operations.js';
import { createQueryReader, writeQuery } from './query.js';

const operation = defineOperation({
  name: 'list',
  method: 'GET',
  path: '/list',
  summary: '',
  tags: ['gateway'],
  security: [],
  queryParameters: { limit: integer('how many', { minimum: 1, maximum: 9 }), before: Type.String({ pattern: '^[0-9a-z]+$' }) },
  responses: {},
});
const read = createQueryReader(operation);

describe('createQueryReader', () => {
  it.each([
    ['', {}],
    ['limit=3', { limit: 3 }],
    ['before=07&limit=9', { before: '07', limit: 9 }],
    ['before=%61', { before: 'a' }],
  ])('reads %j', (query, expected) => {
    expect(read(query)).toEqual(expected);
  });

  it.each([
    ['limit=0', 'limit', 'must be >= 1'],
    ['limit=10', 'limit', 'must be <= 9'],
    ['limit=', 'limit', 'must be integer'],
    ['limit=1.0', 'limit', 'must be integer'],
    ['limit=01', 'limit', 'must be integer'],
    ['limit=1e0', 'limit', 'must be integer'],
    ['limit=99999999999999999999', 'limit', 'must be integer'],
    ['limit=1&limit=1', 'limit', 'must be sent once at most'],
    ['before=A', 'before', 'must have the right form'],
    ['Limit=1', 'Limit', 'is not a known member'],
    ['x=1&x=2', 'x', 'is not a known member'],
    ['__proto__=1', '__proto__', 'is not a known member'],
    ['toString=1', 'toString', 'is not a known member'],
  ])('refuses %j and names the parameter', (query, field, rule) => {
    expect(() => read(query)).toThrow(expect.objectContaining({ name: 'ContractError', field, rule }) as Error);
  });

  it('an operation without parameters does not check its query', () => {
    expect(createQueryReader(operations.getHealth)('x=1&x=2')).toEqual({});
  });
});

describe('writeQuery', () => {
  it.each([
    [undefined, ''],
    [{}, ''],
    [{ limit: undefined }, ''],
    [{ limit: 3, before: 'a&b c' }, '?limit=3&before=a%26b+c'],
  ])('writes %j', (query, expected) => {
    expect(writeQuery(query)).toBe(expected);
  });
});
