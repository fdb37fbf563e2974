import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { packageFolder, typeErrors, typescriptBlocks } from './typescript-blocks.mjs';

const typeRoots = [join(dirname(dirname(fileURLToPath(import.meta.url))), 'node_modules', '@types')];

let folder;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oracle-gateway-blocks-'));
  const one = join(folder, 'packages', 'one');
  await mkdir(join(one, 'dist'), { recursive: true });
  await mkdir(join(one, 'docs'));
  const exports = { '.': { types: './dist/index.d.ts', default: './dist/index.js' } };
  await writeFile(join(one, 'package.json'), JSON.stringify({ name: 'one', type: 'module', exports }));
  await writeFile(join(one, 'dist', 'index.d.ts'), 'export declare function double(value: number): number;\n');
});
after(() => rm(folder, { recursive: true, force: true }));

function errorsOf(markdown) {
  const place = { document: 'README.md', folder: join(folder, 'packages', 'one') };
  return typeErrors(
    typescriptBlocks(markdown).map((block) => ({ ...place, ...block })),
    { typeRoots },
  );
}
function fence(code, language = 'ts') {
  return `\`\`\`${language}\n${code}\n\`\`\`\n`;
}

test('TypeScript blocks are found with their lines, and no others', () => {
  const markdown = `# One\n${fence('a();')}\n${fence('b()', 'sh')}${fence('c();', 'typescript')}`;
  assert.deepEqual(typescriptBlocks(markdown), [
    { line: 3, given: '', code: 'a();\n' },
    { line: 10, given: '', code: 'c();\n' },
  ]);
});

test('a block may use what its package exports, and Node', () => {
  assert.deepEqual(errorsOf(fence("import { double } from 'one';\nprocess.exitCode = double(2);")), []);
});

test('a wrong use is told at the line of the document', () => {
  const [error, ...others] = errorsOf(`Text.\n\n${fence("import { double } from 'one';\n\ndouble('two');")}`);
  assert.match(error, /^README\.md:6: .*'string' is not assignable to .*'number'/);
  assert.deepEqual(others, []);
});

test('what is not exported, or not declared, is an error', () => {
  assert.match(errorsOf(fence("import { half } from 'one';\nhalf;"))[0], /^README\.md:2: .*half/);
  assert.match(errorsOf(fence('double(value);'))[0], /^README\.md:2: Cannot find name 'double'/);
});

test('what the text speaks of is declared in a comment before the block, and checked itself', () => {
  const block = fence("import { double } from 'one';\ndouble(value);");
  assert.deepEqual(errorsOf(`<!-- given\ndeclare const value: number;\n-->\n\n${block}`), []);
  assert.match(errorsOf(`<!-- given\ndeclare const value: string;\n-->\n\n${block}`)[0], /^README\.md:7: /);
  assert.match(errorsOf(`<!-- given\ndeclare const value: Missing;\n-->\n\n${block}`)[0], /^README\.md:6: given: .*'Missing'/);
});

test('blocks do not share their names', () => {
  assert.deepEqual(errorsOf(`${fence('const a = 1;\na;')}\n${fence("const a = 'one';\na;")}`), []);
});

test('imports resolve from the package a document belongs to', () => {
  const places = { root: folder, otherwise: '/elsewhere' };
  assert.equal(packageFolder(join(folder, 'packages', 'one', 'docs', 'a.md'), places), join(folder, 'packages', 'one'));
  assert.equal(packageFolder(join(folder, 'docs', 'a.md'), places), '/elsewhere');
});
