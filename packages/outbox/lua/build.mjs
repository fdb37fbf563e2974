import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('.', import.meta.url);
const TARGET = new URL('../src/scripts.generated.ts', import.meta.url);
const FILE_NAME = /^([a-z-]+)-(\d+)(\+2n)?\.lua$/;
const INCLUDE = /^-- include ([a-z]+)\n/gm;

/**
 * The scripts of this folder as one TypeScript module, so that they need neither a file at run time nor a loader in whatever bundles or
 * tests the package. `name-<keys>.lua` declares that many keys; `+2n` stands for two more for each account.
 */
export async function generateModule() {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.lua')).sort();
  const entries = await Promise.all(names.map(entryOf));
  return [
    '// Written by `node lua/build.mjs` from the files of lua/: change those.',
    '',
    'export const SCRIPTS = {',
    ...entries,
    '} as const;',
    '',
  ].join('\n');
}

async function entryOf(fileName) {
  const [, name, keys, perAccount] = FILE_NAME.exec(fileName) ?? [];
  if (name === undefined) throw new Error(`${fileName}: a script is called name-<keys>.lua or name-<keys>+2n.lua`);
  const lua = await withIncludes(await readFile(new URL(fileName, FOLDER), 'utf8'));
  if (/`|\$\{/.test(lua)) throw new Error(`${fileName}: no backtick and no dollar brace`);
  return `  ${camelCase(name)}: {\n    keys: ${keys},\n    keysPerAccount: ${perAccount === undefined ? 0 : 2},\n    lua: String.raw\`${lua}\`,\n  },`;
}

async function withIncludes(lua) {
  const names = [...lua.matchAll(INCLUDE)].map(([, name]) => name);
  const texts = new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(new URL(`include/${name}.lua`, FOLDER), 'utf8')])),
  );
  return lua.replace(INCLUDE, (_line, name) => texts.get(name));
}

const camelCase = (name) => name.replace(/-([a-z])/g, (_dash, letter) => letter.toUpperCase());

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(TARGET, await generateModule());
