import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { programErrorMeaning, PROGRAM_ERRORS, programErrorName, TOKEN_ACCOUNT_FROZEN } from './program-errors.js';

interface ErrorRow {
  readonly code: number;
  readonly name: string;
}

describe('program errors', () => {
  it('are exactly those of the program', () => {
    const url = new URL('../../../../programs/oracle/errors.json', import.meta.url);
    const rows = JSON.parse(readFileSync(url, 'utf8')) as readonly ErrorRow[];
    expect(PROGRAM_ERRORS).toEqual(rows.map(({ code, name }) => [code, name]));
  });

  it('say what they mean', () => {
    expect(programErrorMeaning(6007)).toBe('The account to create already exists.');
    expect(programErrorMeaning(1)).toBeUndefined();
  });

  it("give a code that is not the program's no name of the program", () => {
    expect(programErrorName(1)).toBe('Custom(1)');
  });

  it('name the token program’s refusal of a frozen account, which is not the program’s', () => {
    expect(programErrorName(TOKEN_ACCOUNT_FROZEN)).toBe('TokenAccountFrozen');
    expect(PROGRAM_ERRORS.map(([code]) => code)).not.toContain(TOKEN_ACCOUNT_FROZEN);
  });
});
