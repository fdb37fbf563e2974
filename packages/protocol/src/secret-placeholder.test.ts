import { describe, expect, it } from 'vitest';
import { secretsIn } from './secret-placeholder.js';

describe('secretsIn', () => {
  it.each([
    ['', []],
    ['plain } { text }}', []],
    ['{{secret.a}}', ['a']],
    ['Bearer {{secret.api-key_2}}', ['api-key_2']],
    ['{{secret.a}}:{{secret.b}}{{secret.a}}', ['a', 'b', 'a']],
    ['{{{secret.a}}}', ['a']],
    ['{{{secret.a}}{', ['a']],
  ])('%j names %j', (value, names) => {
    expect(secretsIn(value)).toEqual(names);
  });

  it.each([
    '{{',
    '{{secret}}',
    '{{secret.}}',
    '{{secret.a b}}',
    '{{ secret.a}}',
    '{{secret.a}',
    '{{secret.a}}{{',
    '{{Secret.a}}',
    '{{{{secret.a}}',
    `{{secret.${'n'.repeat(65)}}}`,
  ])('%j begins something that is no placeholder', (value) => {
    expect(secretsIn(value)).toBeUndefined();
  });
});
