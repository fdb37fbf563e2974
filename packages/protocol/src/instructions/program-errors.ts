import { PROGRAM_ERROR_ROWS } from './program-errors.generated.js';

/** Codes and names, by ascending code. */
export const PROGRAM_ERRORS: readonly (readonly [code: number, name: string])[] = /* @__PURE__ */ PROGRAM_ERROR_ROWS.map(
  ({ code, name }) => [code, name] as const,
);

/** `AccountFrozen` of the SPL token program: the mint's freeze authority has stopped one of the two accounts of a transfer. */
export const TOKEN_ACCOUNT_FROZEN = 17;

/** The program's name of a custom error code, or `Custom(<code>)` for a code that belongs to another program. */
export function programErrorName(code: number): string {
  return rowOf(code)?.name ?? (code === TOKEN_ACCOUNT_FROZEN ? 'TokenAccountFrozen' : `Custom(${code})`);
}

/** The meaning of a custom error code of the program, in a sentence for people; undefined for a code of another program. */
export function programErrorMeaning(code: number): string | undefined {
  return rowOf(code)?.message;
}

function rowOf(code: number): (typeof PROGRAM_ERROR_ROWS)[number] | undefined {
  return PROGRAM_ERROR_ROWS.find((row) => row.code === code);
}
