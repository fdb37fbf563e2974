// The build puts this file beside `program.cjs`, a program with all its dependencies, as `main.js`. It runs the program with the code cache that the
// build left there. Node compiles the program anew where it is another Node, or has other flags.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { constants, Script } from 'node:vm';

const folder = dirname(fileURLToPath(import.meta.url));
const filename = join(folder, 'program.cjs');
const cachePath = join(folder, 'program.cache');
/** Set by the build alone: the program leaves its code cache when it ends. */
const isBuild = process.env.WRITE_CODE_CACHE === '1';

function readCache() {
  try {
    return readFileSync(cachePath);
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

const cachedData = isBuild ? undefined : readCache();
// The bundler writes ASCII alone: as Latin-1 it is read without decoding. Its first line is for a shell.
const program = readFileSync(filename, 'latin1').replace(/^#!/, '//');
const script = new Script(`(function (exports, require, module, __filename, __dirname) {${program}\n})`, {
  filename,
  importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  ...(cachedData === undefined ? {} : { cachedData }),
});
// At its end, functions that the program has called are in the cache too.
if (isBuild) process.once('exit', () => writeFileSync(cachePath, script.createCachedData()));
const module = { exports: {} };
script.runInThisContext()(module.exports, createRequire(filename), module, filename, folder);
