import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const FOLDER = new URL('.', import.meta.url);
const TARGET = new URL('../src/connection/scripts.generated.ts', import.meta.url);
const FILE_NAME = /^([a-z-]+)-(\d+)(\+m)?(\+2n)?\.lua$/;
const INCLUDE = /^-- include ([a-z]+)\n/gm;
/** The first member of a script's input, and those below it: name, type in TypeScript's notation, and after two blanks what it means. */
const INPUT = /^-- Input {2}\S.*\n(?:-- {8}\S.*\n)*/m;
const MEMBER = /^-- (?:Input| {5}) {2}(\w+\??): (\S+(?: \S+)*)(?: {2,}\S.*)?$/;

/**
 * The scripts of this folder as one TypeScript module. So they need no file at run time, and no loader in a bundler or a test runner.
 * `name-<keys>.lua` declares that many keys; `+m` stands for one more for each exclusive key, `+2n` for two more for each quota.
 */
export async function generateModule() {
  const [includes, scripts] = await Promise.all([luaFiles('include/'), luaFiles('')]);
  return [
    '// Written by `node lua/build.mjs` from the files of lua/: change those.',
    '',
    ...includes.map(({ fileName, lua }) => `const ${constantOf(fileName.replace('.lua', ''))} = String.raw\`${lua}\`;\n`),
    'export const SCRIPTS = {',
    ...scripts.map(entryOf),
    '} as const;',
    '',
    '/** Input of each script: the `Input` of its header, as one JSON object. null: it takes nothing. */',
    'export interface ScriptInputs {',
    ...scripts.map(inputOf),
    '}',
    '',
  ].join('\n');
}

async function luaFiles(folder) {
  const names = (await readdir(new URL(folder, FOLDER))).filter((name) => name.endsWith('.lua')).sort();
  return Promise.all(
    names.map(async (fileName) => {
      const lua = await readFile(new URL(`${folder}${fileName}`, FOLDER), 'utf8');
      if (/`|\$\{/.test(lua)) throw new Error(`${fileName}: no backtick and no dollar brace`);
      return { fileName, lua };
    }),
  );
}

function entryOf({ fileName, lua }) {
  const [, name, keys, perExclusive, perQuota] = FILE_NAME.exec(fileName) ?? [];
  if (name === undefined) throw new Error(`${fileName}: a script is called name-<keys>.lua, with +m and +2n as it needs them`);
  const composed = lua.replace(INCLUDE, (_line, include) => `\${${constantOf(include)}}`);
  return `  ${camelCase(name)}: {\n    keys: ${keys},\n    keysPerExclusive: ${perExclusive === undefined ? 0 : 1},\n    keysPerQuota: ${perQuota === undefined ? 0 : 2},\n    lua: String.raw\`${composed}\`,\n  },`;
}

function inputOf({ fileName, lua }) {
  const name = camelCase(FILE_NAME.exec(fileName)?.[1] ?? '');
  const [input] = INPUT.exec(lua) ?? [];
  if (input === undefined) return `  readonly ${name}: null;`;
  const members = input
    .trimEnd()
    .split('\n')
    .map((line) => memberOf(fileName, line));
  return `  readonly ${name}: { ${members.join('; ')} };`;
}

function memberOf(fileName, line) {
  const [, name, type] = MEMBER.exec(line) ?? [];
  if (name === undefined) throw new Error(`${fileName}: a member of the input is written "name: type", then two blanks and what it means`);
  return `readonly ${withUndefined(name, readonlyType(type))}`;
}

/** An absent member and one that is undefined are the same JSON. */
function withUndefined(name, type) {
  return name.endsWith('?') ? `${name}: ${type} | undefined` : `${name}: ${type}`;
}

function readonlyType(type) {
  const members = type.replace(
    /(\w+\??): ((?:\w|\[\])+|\{[^{}]*\})/g,
    (_member, name, inner) => `readonly ${withUndefined(name, readonlyType(inner))}`,
  );
  return members.endsWith('[]') ? `readonly ${members}` : members;
}

function constantOf(include) {
  return include.toUpperCase();
}
function camelCase(name) {
  return name.replace(/-([a-z])/g, (_dash, letter) => letter.toUpperCase());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(TARGET, await generateModule());
