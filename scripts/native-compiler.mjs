import { fileURLToPath } from 'node:url';

/** TypeScript's native compiler: it checks types, and writes the declarations of the packages. */
export const nativeCompiler = fileURLToPath(new URL('lib/tsc', import.meta.resolve('@typescript/typescript-linux-x64/package.json')));
