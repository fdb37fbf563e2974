import { describe, expect, it } from 'vitest';
import { fieldName, memberName } from './field-name.js';

describe('fieldName', () => {
  it.each([
    ['', ''],
    ['/a', 'a'],
    ['/nonces/0/d', 'nonces[0].d'],
    ['/a/0/1', 'a[0][1]'],
    ['/headers/a~1b~0c', 'headers.a/b~c'],
    ['/a~01', 'a~1'],
    ['/0/x', '0.x'],
  ])('reads %j as %j', (pointer, name) => {
    expect(fieldName(pointer)).toBe(name);
  });
});

describe('memberName', () => {
  it('repeats 64 characters of a name and no more', () => {
    expect(memberName('', 'n'.repeat(64))).toBe('n'.repeat(64));
    expect(memberName('a', 'n'.repeat(65))).toBe(`a.${'n'.repeat(64)}…`);
    expect(memberName('a', '1'.repeat(5_000))).toBe(`a.${'1'.repeat(64)}…`);
  });
});
