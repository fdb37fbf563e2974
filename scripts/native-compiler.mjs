import { fileURLToPath } from 'node:url';

/** TypeScript's native compiler: it checks types, and writes the declarations of the packages. */
export const nativeCompiler = fileURLToPath(new URL('lib/tsc', import.meta.resolve('@typescript/typescript-linux-x64/package.json')));

/** Side by side, checkers would each compute the types that all of them need. */
export const ONE_CHECKER = ['--checkers', '1'];
