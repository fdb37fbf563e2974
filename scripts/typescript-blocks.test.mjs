import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { packageFolder, typeErrors, typescriptBlocks } from './typescript-blocks.mjs';

const typeRoots = [join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules', '@types')];

/** Each is a README of the package `one`. */
const DOCUMENTS = {
  'sound.md': fence("import { double } from 'one';\nprocess.exitCode = double(2);"),
  'wrong.md': `Text.\n\n${fence("import { double } from 'one';\n\ndouble('two');")}`,
  'not-exported.md': fence("import { half } from 'one';\nhalf;"),
  'not-declared.md': fence('double(value);'),
  'given.md': given('declare const value: number;'),
  'given-another.md': given('declare const value: string;'),
  'given-unknown.md': given('declare const value: Missing;'),
  'twice.md': `${fence('const a = 1;\na;')}\n${fence("const a = 'one';\na;")}`,
};

let folder;
let errors;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oracle-gateway-blocks-'));
  const one = join(folder, 'packages', 'one');
  await mkdir(join(one, 'dist'), { recursive: true });
  await mkdir(join(one, 'docs'));
  const exports = { '.': { types: './dist/index.d.ts', default: './dist/index.js' } };
  await writeFile(join(one, 'package.json'), JSON.stringify({ name: 'one', type: 'module', exports }));
  await writeFile(join(one, 'dist', 'index.d.ts'), 'export declare function double(value: number): number;\n');
  // One program has them all: most of its time goes to the declarations of Node.
  const blocks = Object.entries(DOCUMENTS).flatMap(([document, markdown]) =>
    typescriptBlocks(markdown).map((block) => ({ document, folder: one, ...block })),
  );
  errors = typeErrors(blocks, { typeRoots });
});
after(() => rm(folder, { recursive: true, force: true }));

/** Errors in one of them, as `line: message`. */
function errorsIn(document) {
  return errors.filter((error) => error.startsWith(`${document}:`)).map((error) => error.slice(document.length + 1));
}
function fence(code, language = 'ts') {
  return `\`\`\`${language}\n${code}\n\`\`\`\n`;
}
function given(declaration) {
  return `<!-- given\n${declaration}\n-->\n\n${fence("import { double } from 'one';\ndouble(value);")}`;
}

test('TypeScript blocks are found with their lines, and no others', () => {
  const markdown = `# One\n${fence('a();')}\n${fence('b()', 'sh')}${fence('c();', 'typescript')}`;
  assert.deepEqual(typescriptBlocks(markdown), [
    { line: 3, given: '', code: 'a();\n' },
    { line: 10, given: '', code: 'c();\n' },
  ]);
});

test('every error is told of a document', () => {
  const told = Object.keys(DOCUMENTS).flatMap((document) => errorsIn(document));
  assert.equal(told.length, errors.length, errors.join('\n'));
});

test('a block may use what its package exports, and Node', () => {
  assert.deepEqual(errorsIn('sound.md'), []);
});

test('a wrong use is told at the line of the document', () => {
  const [error, ...others] = errorsIn('wrong.md');
  assert.match(error, /^6: .*'string' is not assignable to .*'number'/);
  assert.deepEqual(others, []);
});

test('what is not exported, or not declared, is an error', () => {
  assert.match(errorsIn('not-exported.md')[0], /^2: .*half/);
  assert.match(errorsIn('not-declared.md')[0], /^2: Cannot find name 'double'/);
});

test('what the text speaks of is declared in a comment before the block, and checked itself', () => {
  assert.deepEqual(errorsIn('given.md'), []);
  assert.match(errorsIn('given-another.md')[0], /^7: /);
  assert.match(errorsIn('given-unknown.md')[0], /^6: given: .*'Missing'/);
});

test('blocks do not share their names', () => {
  assert.deepEqual(errorsIn('twice.md'), []);
});

test('imports resolve from the package a document belongs to', () => {
  const places = { root: folder, otherwise: '/elsewhere' };
  assert.equal(packageFolder(join(folder, 'packages', 'one', 'docs', 'a.md'), places), join(folder, 'packages', 'one'));
  assert.equal(packageFolder(join(folder, 'docs', 'a.md'), places), '/elsewhere');
});
