import { PROGRAM_ERROR_ROWS } from './program-errors.generated.js';

const PROGRAM_ERROR_NAMES: ReadonlyMap<number, string> = new Map(PROGRAM_ERROR_ROWS.map(({ code, name }) => [code, name]));

/** Codes and names, by ascending code. */
export const PROGRAM_ERRORS: readonly (readonly [code: number, name: string])[] = [...PROGRAM_ERROR_NAMES];

/** `AccountFrozen` of the SPL token program: the mint's freeze authority has stopped one of the two accounts of a transfer. */
export const TOKEN_ACCOUNT_FROZEN = 17;

/** The program's name of a custom error code, or `Custom(<code>)` for a code that belongs to another program. */
export function programErrorName(code: number): string {
  return PROGRAM_ERROR_NAMES.get(code) ?? (code === TOKEN_ACCOUNT_FROZEN ? 'TokenAccountFrozen' : `Custom(${code})`);
}

/** The meaning of a custom error code of the program, in a sentence for people; undefined for a code of another program. */
export function programErrorMeaning(code: number): string | undefined {
  return PROGRAM_ERROR_ROWS.find((row) => row.code === code)?.message;
}
