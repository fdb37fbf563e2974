/** The errors of an IDL as a TypeScript module. */

export function errorsModule({ errors }) {
  // `docs` begins with the name as the program writes it.
  const rows = errors.map(({ code, message, docs: [docs] }) => ({ code, name: docs.slice(0, docs.indexOf(':')), message }));
  return `
/** The custom errors of the program, by ascending code. */
export const PROGRAM_ERROR_ROWS: readonly { readonly code: number; readonly name: string; readonly message: string }[] = [
${rows.map((row) => `  { code: ${row.code}, name: ${JSON.stringify(row.name)}, message: ${JSON.stringify(row.message)} },`).join('\n')}
];
`;
}
