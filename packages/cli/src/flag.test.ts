import { file, integerIn, UsageError } from '@oracle-gateway/caller';
import { describe, expect, it } from 'vitest';

import { optional, repeated, toggle, withDefault } from './flag.js';

describe('a flag', () => {
  it('that breaks its rule says the rule and repeats no value', () => {
    const read = () => optional(integerIn(1, 64), 'how many').read('quorum', ['seventy']);
    expect(read).toThrow(new UsageError('--quorum', 'must be a whole number 1..64'));
  });

  it('that is absent has its default, nothing, or false', () => {
    expect(withDefault(integerIn(1, 64), 3, 'how many').read('n', [])).toBe(3);
    expect(optional(integerIn(1, 64), 'how many').read('n', [])).toBeUndefined();
    expect(toggle('whether').read('n', [])).toBe(false);
    expect(repeated(file, 'which').read('n', [])).toEqual([]);
  });

  it('that may be repeated has every value', () => {
    expect(repeated(file, 'which').read('n', ['a', 'b'])).toEqual(['a', 'b']);
  });
});
