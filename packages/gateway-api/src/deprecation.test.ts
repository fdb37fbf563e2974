import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { headersOf } from './answer-headers.js';
import { deprecatedParts } from './deprecated-parts.js';
import { deprecatedMember, deprecation } from './deprecation.js';
import { openApiDocument } from './openapi/openapi-document.js';
import type { OperationSpec } from './operation.js';

const announcement = { since: '2027-01-31', sunset: '2027-12-31', instead: 'Use `getNext`.' };
const text = 'Deprecated since 2027-01-31, ends 2027-12-31. Use `getNext`.';

const operation = {
  name: 'getLast',
  method: 'GET',
  path: '/v1/last',
  summary: 'The last thing',
  tags: ['rounds'],
  security: [],
  queryParameters: { from: deprecatedMember(Type.String(), announcement) },
  responses: {
    200: {
      description: 'The thing',
      body: Type.Object({
        list: Type.Array(Type.Object({ old: deprecatedMember(Type.String({ description: 'its age' }), announcement) })),
      }),
    },
  },
} as const satisfies OperationSpec;

const goes: OperationSpec = { ...operation, deprecated: deprecation(announcement) };

describe('the announcement of an operation', () => {
  it('has the forms of RFC 9745 and RFC 8594', () => {
    expect(goes.deprecated?.headers).toEqual({ Deprecation: '@1801353600', Sunset: 'Fri, 31 Dec 2027 00:00:00 GMT' });
  });

  it('reaches the headers of every answer, and the document', () => {
    expect(Object.keys(headersOf(goes, 200))).toEqual(expect.arrayContaining(['Deprecation', 'Sunset']));
    expect(Object.keys(headersOf(operation, 200))).not.toContain('Deprecation');
    const document = openApiDocument({ operations: [goes] });
    expect(document).toMatchObject({ paths: { '/v1/last': { get: { deprecated: true, description: text } } } });
  });

  it.each([
    [{ since: '2027-02-30' }, /^since/],
    [{ since: 'soon' }, /^since: must be a day/],
    [{ sunset: '2027-07-01' }, /180 days/],
  ])('refuses %j', (changes, refusal) => {
    expect(() => deprecation({ ...announcement, ...changes })).toThrow(refusal);
  });
});

describe('the announcement of a member', () => {
  it('reaches the document, beside what the member is', () => {
    const document = openApiDocument({ operations: [operation] });
    expect(document).toMatchObject({ paths: { '/v1/last': { get: { parameters: [{ name: 'from', deprecated: true }] } } } });
    expect(JSON.stringify(document)).toContain(JSON.stringify({ description: `its age. ${text}`, type: 'string', deprecated: true }));
    expect(document).not.toMatchObject({ paths: { '/v1/last': { get: { deprecated: true } } } });
  });

  it('keeps a member that is optional so', () => {
    const body = Type.Object({ old: deprecatedMember(Type.Optional(Type.String()), announcement) });
    expect(body.required).toBeUndefined();
  });

  it('is listed with its place, after that of its operation', () => {
    expect(deprecatedParts([goes])).toEqual([
      { operation: 'GET /v1/last', text },
      { operation: 'GET /v1/last', member: 'from', text },
      { operation: 'GET /v1/last', member: 'answer 200: list.old', text: `its age. ${text}` },
    ]);
    expect(deprecatedParts([])).toEqual([]);
  });
});
