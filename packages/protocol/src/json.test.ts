import { describe, expect, it } from 'vitest';
import { JsonError, type JsonLimits, readJson } from './json.js';

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
const limits: JsonLimits = { maxBytes: 1_000_000, maxDepth: 8, duplicateMembers: 'refuse' };
function read(text: string, change: Partial<JsonLimits> = {}): unknown {
  return readJson(encode(text), { ...limits, ...change });
}

function reasonOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    if (error instanceof JsonError) return error.reason;
    throw error;
  }
  return 'accepted';
}

describe('numbers', () => {
  it.each(['0', '-0', '1.50', '1e400', '123456789012345678901234567890', '1E-5', '-0.0e+0'])('%s keeps its source text', (text) => {
    expect(read(text)).toEqual({ kind: 'number', text });
  });

  it.each(['01', '-', '+1', '.5', '1.', '1e', '1e+', '0x1', 'NaN', 'Infinity', '1_0', '--1', '\u0661'])('%s is no JSON', (text) => {
    expect(reasonOf(() => read(text))).toBe('syntax');
  });
});

describe('strings', () => {
  it('reads every escape', () => {
    expect(read('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00€"')).toEqual({ kind: 'string', value: '"\\/\b\f\n\r\té😀€' });
  });

  it.each(['"', '"\\"', '"\n"', '"\u0000"', '"\\x41"', '"\\u12"', '"\\u12g4"', '"\\U0041"', "'a'", '"\\'])('%j is no JSON', (text) => {
    expect(reasonOf(() => read(text))).toBe('syntax');
  });

  it.each(['"\\ud800"', '"\\udc00"', '"\\ude00\\ud83d"', '{"\\ud800":1}', '"a\\ud800\\u0041"'])(
    '%s has half a surrogate pair, which has no UTF-8 form',
    (text) => {
      expect(reasonOf(() => read(text))).toBe('lone_surrogate');
      expect(reasonOf(() => read(text, { loneSurrogates: 'keep' }))).toBe('accepted');
    },
  );
});

describe('objects', () => {
  it.each([
    '{"a":1,"a":1}',
    '{"a":1,"b":2,"a":3}',
    '{"a":1,"\\u0061":2}',
    '{"x":{"a":1,"a":2}}',
    '{"__proto__":1,"__proto__":2}',
    '{"":1,"":2}',
  ])('%s names a member twice', (text) => {
    expect(reasonOf(() => read(text))).toBe('duplicate_member');
  });

  it('the last of duplicate members wins where that is asked for', () => {
    expect(read('{"a":1,"a":2}', { duplicateMembers: 'last-wins' })).toEqual({
      kind: 'object',
      members: new Map([['a', { kind: 'number', text: '2' }]]),
    });
  });

  it.each(['{', '{"a"', '{"a":', '{"a":1', '{"a":1,', '{"a":1,}', '{a:1}', '{"a" 1}', '{,}', '{"a":1 "b":2}', '{1:2}'])(
    '%s is no JSON',
    (text) => {
      expect(reasonOf(() => read(text))).toBe('syntax');
    },
  );
});

describe('arrays and literals', () => {
  it.each([
    '',
    ' ',
    '[',
    '[1',
    '[1,',
    '[1,]',
    '[,]',
    ']',
    '[1 2]',
    '[1]]',
    '1 2',
    'nul',
    'nulls',
    'True',
    'undefined',
    '// 1',
    '[1}',
    '{]',
  ])('%j is no JSON', (text) => {
    expect(reasonOf(() => read(text))).toBe('syntax');
  });

  it.each(['\ufeff1', '\u00a01', '\u20281', '1\u000b'])('%j holds white space that JSON does not know', (text) => {
    expect(reasonOf(() => read(text))).toBe('syntax');
  });

  it('knows space, tab, LF and CR', () => {
    expect(read(' \t\r\n[ \t\r\n] \t\r\n')).toEqual({ kind: 'array', items: [] });
  });
});

describe('limits', () => {
  it.each([
    Uint8Array.of(0x22, 0xff, 0x22),
    Uint8Array.of(0xc0, 0x80),
    Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22),
    Uint8Array.of(0xfe, 0xff),
  ])('bytes that are not UTF-8 are refused (%#)', (bytes) => {
    expect(reasonOf(() => readJson(bytes, limits))).toBe('not_utf8');
  });

  it('a leading byte order mark is refused, unless it is to be skipped, and then a second one is', () => {
    const mark = [0xef, 0xbb, 0xbf];
    const skipping = { ...limits, byteOrderMark: 'skip' } as const;
    expect(reasonOf(() => readJson(Uint8Array.of(...mark, 0x31), limits))).toBe('syntax');
    expect(readJson(Uint8Array.of(...mark, 0x31), skipping)).toEqual({ kind: 'number', text: '1' });
    expect(reasonOf(() => readJson(Uint8Array.of(...mark, ...mark, 0x31), skipping))).toBe('syntax');
  });

  it('counts bytes, not characters', () => {
    expect(reasonOf(() => read('"é"', { maxBytes: 4 }))).toBe('accepted');
    expect(reasonOf(() => read('"é"', { maxBytes: 3 }))).toBe('too_large');
  });

  it.each(['[', '{"a":'])('%s opened once more than the depth is refused', (opening) => {
    const nested = (depth: number): string => opening.repeat(depth) + '1' + (opening === '[' ? ']' : '}').repeat(depth);
    expect(reasonOf(() => read(nested(8)))).toBe('accepted');
    expect(reasonOf(() => read(nested(9)))).toBe('too_deep');
  });

  it('an empty container counts for the depth', () => {
    expect(reasonOf(() => read('[]', { maxDepth: 0 }))).toBe('too_deep');
  });

  it('counts values of every kind', () => {
    expect(reasonOf(() => read('{"a":[1,2],"b":{}}', { maxNodes: 5 }))).toBe('accepted');
    expect(reasonOf(() => read('{"a":[1,2],"b":{}}', { maxNodes: 4 }))).toBe('too_many_values');
  });

  it('caps the number of values by default', () => {
    expect(reasonOf(() => read(`[${'1,'.repeat(99_998)}1]`))).toBe('accepted');
    expect(reasonOf(() => read(`[${'1,'.repeat(99_999)}1]`))).toBe('too_many_values');
  });

  it('200,000 levels do not overflow the stack', () => {
    const depth = 200_000;
    const generous = { maxDepth: depth, maxNodes: depth + 1 };
    expect(reasonOf(() => read('['.repeat(depth) + ']'.repeat(depth), generous))).toBe('accepted');
    expect(reasonOf(() => read('['.repeat(depth), generous))).toBe('syntax');
  });

  it('tells where the fault is and nothing of the text', () => {
    expect(() => read('{"secret": tru}')).toThrow(
      expect.objectContaining({ reason: 'syntax', offset: 11, message: 'JSON is not well-formed JSON (at 11)' }),
    );
    expect(() => read('{"a":1,"a":2}')).toThrow(expect.objectContaining({ reason: 'duplicate_member', offset: 7 }));
  });
});
