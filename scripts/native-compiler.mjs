import { fileURLToPath } from 'node:url';

/**
 * The program of TypeScript's native compiler for a platform.
 *
 * @param {{ platform: string, arch: string }} target in Node's words
 * @throws {Error} where `package.json` has no compiler for it
 */
export function compilerFor({ platform, arch }) {
  try {
    return fileURLToPath(new URL('lib/tsc', import.meta.resolve(`@typescript/typescript-${platform}-${arch}/package.json`)));
  } catch (cause) {
    throw new Error(
      `TypeScript's native compiler: not installed for ${platform}-${arch}; run pnpm install, or add its package to package.json`,
      { cause },
    );
  }
}

/** The compiler that checks types here, and writes the declarations of the packages. */
export const nativeCompiler = compilerFor(process);

/** Side by side, checkers would each compute the types that all of them need. */
export const ONE_CHECKER = ['--checkers', '1'];
