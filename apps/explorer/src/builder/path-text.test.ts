import { type JsonValue, parseApiConfig, readJson, readNumber } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { pathText, stepsOfPath } from './path-text.js';

const ODD_NAMES = [
  ...[
    'amount',
    '_a1',
    '1',
    '',
    ' ',
    'a b',
    'BTC-USD',
    'a.b',
    '$',
    '@',
    "it's",
    '"',
    '\\',
    "\\'",
    '[0]',
    "']",
    '\n\t\b\f\r\u007f',
    'ä',
    '€',
    '😀',
  ],
  ...['__proto__', 'constructor', 'length', '*', '..', 'true', 'null', '{{secret', '?@.a'],
];

describe('the path of a value', () => {
  it.each(ODD_NAMES)('selects the member %j and no other with the engine of the nodes', (name) => {
    const body = new TextEncoder().encode(JSON.stringify([{ [name]: 7, other: 8 }]).replace('"__proto__":8', ''));
    const responseParser = pathText([0, name]);
    expect(responseParser).toBeDefined();
    const source = parseApiConfig({ url: 'https://a.example/', method: 'GET', responseParser });
    expect(readNumber(body, source)).toEqual({ mantissa: 7n, exponent: 0 });
    expect(stepsOfPath(responseParser ?? '')).toEqual([0, name]);
  });

  it('of an object with the member __proto__ is that member', () => {
    const root: JsonValue = readJson(new TextEncoder().encode('{"__proto__":{"a":1}}'), {
      maxBytes: 64,
      maxDepth: 8,
      duplicateMembers: 'last-wins',
    });
    expect(root.kind === 'object' ? [...root.members.keys()] : []).toEqual(['__proto__']);
    expect(pathText(['__proto__', 'a'])).toBe('$.__proto__.a');
  });

  it('has no text where the engine takes no such name, or the path is too long', () => {
    expect(['\ud800', '\u0001'].map((name) => pathText([name]))).toEqual([undefined, undefined]);
    expect(pathText(['a'.repeat(511)])).toBeUndefined();
    expect(pathText(['a'.repeat(510)])).toHaveLength(512);
  });
});

describe('the steps of a path', () => {
  it.each([
    ['$', []],
    ['$.data.amount', ['data', 'amount']],
    [`$["BTC-USD"][0]['it\\'s']`, ['BTC-USD', 0, "it's"]],
  ])('of %s are its names and places', (text, steps) => {
    expect(stepsOfPath(text)).toEqual(steps);
  });

  it.each(['', 'data.amount', '$.', '$..a', '$.a[*]', '$[?@.a==1].b', '$[-1]', '$[01]', `$['\\x']`])('of %j are unknown', (text) => {
    expect(stepsOfPath(text)).toBeUndefined();
  });
});
