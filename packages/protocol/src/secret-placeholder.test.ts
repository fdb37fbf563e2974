import { describe, expect, it } from 'vitest';
import { placeholderRule, secretsIn } from './secret-placeholder.js';

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

describe('placeholderRule', () => {
  it.each([
    '${API_KEY}',
    'Bearer ${token}',
    'k=${process.env.KEY}',
    '$API_KEY',
    'Bearer $GITHUB_TOKEN',
    '{{API_KEY}}',
    '{{secret.a}} ${B}',
  ])('%s is told how a secret is written', (value) => {
    expect(placeholderRule(value)).toBe('must write a secret as {{secret.<name>}}');
  });

  it.each([
    '$100',
    '$TSLA',
    '$BTC_USD',
    '$2b$10$KEY',
    'a$API_KEY',
    '$api_key',
    '$KEYS',
    '$filter',
    '${}',
    '$ {A}',
    'US$',
    '{secret.a}',
    '{{secret.a}}',
  ])('%s may be an honest value', (value) => {
    expect(placeholderRule(value)).toBeUndefined();
  });
});
