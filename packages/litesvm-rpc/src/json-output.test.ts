import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeJson, type JsonOutput } from './json-output.js';

describe('writeJson', () => {
  it('writes a bigint with all its digits', () => {
    expect(writeJson({ value: 18_446_744_073_709_551_615n })).toBe('{"value":18446744073709551615}');
  });

  it('leaves out undefined members and keeps null', () => {
    expect(writeJson({ a: undefined, b: null, c: [] })).toBe('{"b":null,"c":[]}');
  });

  it('agrees with JSON.stringify on every other value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        expect(writeJson(value as JsonOutput)).toBe(JSON.stringify(value));
      }),
    );
  });
});
