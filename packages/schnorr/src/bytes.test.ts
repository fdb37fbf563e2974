import { describe, expect, it } from 'vitest';
import { filled } from '../tests/bytes.js';
import { assertBytes, isAllZero } from './bytes.js';

describe('assertBytes', () => {
  it('passes a Uint8Array of the width', () => {
    expect(() => assertBytes(filled(3, 0), 3, 'x')).not.toThrow();
  });

  it('names the argument and the width, never the content', () => {
    expect(() => assertBytes(filled(2, 0xab), 3, 'key')).toThrow(new TypeError('key: expected 3 bytes, got 2'));
  });
});

describe('isAllZero', () => {
  it('notices any byte', () => {
    expect(isAllZero(filled(20, 0))).toBe(true);
    expect(isAllZero(Uint8Array.of(0, 0, 1))).toBe(false);
    expect(isAllZero(Uint8Array.of(1, 0, 0))).toBe(false);
  });
});
