import { describe, expect, it } from 'vitest';
import { equalBytes } from './equal-bytes.js';

describe('equalBytes', () => {
  it('compares content and length', () => {
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
    expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
    expect(equalBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBe(false);
    expect(equalBytes(Uint8Array.of(1, 0), Uint8Array.of(1))).toBe(false);
  });
});
