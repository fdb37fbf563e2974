import { describe, expect, it } from 'vitest';

import { UsageError } from '../usage-error.js';
import { file, integerIn } from '../value-kind.js';
import { optional, repeated, toggle, withDefault } from './flag.js';

describe('a flag', () => {
  it('says its rule and repeats no value where it breaks the rule', () => {
    const read = () => optional(integerIn(1, 64), 'how many').read('quorum', ['seventy']);
    expect(read).toThrow(new UsageError('--quorum', 'must be a whole number 1..64'));
  });

  it('has its default, nothing, or false where it is absent', () => {
    expect(withDefault(integerIn(1, 64), '3', 'how many').read('n', [])).toBe(3);
    expect(optional(integerIn(1, 64), 'how many').read('n', [])).toBeUndefined();
    expect(toggle('whether').read('n', [])).toBe(false);
    expect(repeated(file, 'which').read('n', [])).toEqual([]);
  });

  it('has every value where it may be repeated', () => {
    expect(repeated(file, 'which').read('n', ['a', 'b'])).toEqual(['a', 'b']);
  });
});
