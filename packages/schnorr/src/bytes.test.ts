import { describe, expect, it } from 'vitest';
import { filled } from '../tests/bytes.js';
import { assertBytes, equalBytes, isAllZero } from './bytes.js';

describe('assertBytes', () => {
  it('passes a Uint8Array of the width', () => {
    expect(() => assertBytes(filled(3, 0), 3, 'x')).not.toThrow();
  });

  it('names the argument and the width, never the content', () => {
    expect(() => assertBytes(filled(2, 0xab), 3, 'key')).toThrow(new TypeError('key: expected 3 bytes, got 2'));
  });
});

describe('equalBytes', () => {
  it('compares content and length', () => {
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
    expect(equalBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBe(false);
    expect(equalBytes(Uint8Array.of(1, 0), Uint8Array.of(1))).toBe(false);
  });
});

describe('isAllZero', () => {
  it('notices any byte', () => {
    expect(isAllZero(filled(20, 0))).toBe(true);
    expect(isAllZero(Uint8Array.of(0, 0, 1))).toBe(false);
    expect(isAllZero(Uint8Array.of(1, 0, 0))).toBe(false);
  });
});
