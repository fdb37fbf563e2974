import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FEWER_COLLECTIONS } from './fewer-collections.mjs';
import { nativeCompiler, ONE_CHECKER } from './native-compiler.mjs';

/**
 * Writes the declarations of a package to `dist/`, one for each module of `src/` that the entries reach. Packages that it imports are read as a
 * consumer reads them: from their `dist/`, which must be there.
 *
 * @param {string} folder the package's
 * @param {readonly string[]} entries paths of modules in `src/`
 * @throws when a type is wrong; the compiler has printed which
 */
export function writeDeclarations(folder, entries) {
  const { compilerOptions } = JSON.parse(readFileSync(fileURLToPath(new URL('../tsconfig.base.json', import.meta.url)), 'utf8'));
  const options = {
    ...compilerOptions,
    customConditions: null,
    noEmit: false,
    sourceMap: false,
    declarationMap: true,
    emitDeclarationOnly: true,
    rootDir: 'src',
    outDir: 'dist',
  };
  const flags = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const env = { ...process.env, ...FEWER_COLLECTIONS };
  execFileSync(nativeCompiler, ['--ignoreConfig', ...ONE_CHECKER, ...flags, ...entries], { cwd: folder, env, stdio: 'inherit' });
}

/**
 * Copies the declarations of a folder, with their maps, into a folder within it.
 *
 * @param {string} from
 * @param {string} to one level deeper
 */
export function copyDeclarations(from, to) {
  const files = readdirSync(from, { recursive: true }).filter(
    (path) => /\.d\.ts(?:\.map)?$/.test(path) && !join(from, path).startsWith(`${to}/`),
  );
  for (const file of files) {
    const text = readFileSync(join(from, file), 'utf8');
    mkdirSync(dirname(join(to, file)), { recursive: true });
    writeFileSync(join(to, file), file.endsWith('.map') ? oneLevelDeeper(text) : text);
  }
}

function oneLevelDeeper(map) {
  const { sources, ...others } = JSON.parse(map);
  return JSON.stringify({ ...others, sources: sources.map((source) => `../${source}`) });
}
