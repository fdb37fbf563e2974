import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { workspaceFolders } from './workspace.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** One error in each file, and its code. */
const FAULTS = {
  TS1484: "import { Buffer } from './types.js';\nexport const empty: Buffer[] = [];",
  TS2307: "export * from './missing.js';",
  TS2322: "export const port: number = '8080';",
  TS2339: 'export const size = (text: string): number => text.size;',
  TS2345: "Math.sqrt('4');",
  TS2366: 'export function sign(value: number): number {\n  if (value > 0) return 1;\n}',
  TS2375: 'export const part: { a?: number } = { a: undefined as number | undefined };',
  TS2532: 'export const first = (values: number[]): string => values[0].toFixed();',
  TS2554: 'export const one = Math.sqrt();',
  TS2741: 'export const pair: { a: number; b: number } = { a: 1 };',
  TS4114: 'class A {\n  go(): void {}\n}\nexport class B extends A {\n  go(): void {}\n}',
  TS7006: 'export const same = (value) => 1;',
  TS7029:
    'export function name(value: number): string {\n  switch (value) {\n    case 1:\n      name(2);\n    default:\n      return "";\n  }\n}',
  TS18046: 'export function message(error: unknown): string {\n  return error.message;\n}',
};

let project;
/** Errors that the TypeScript of the tools reports of the faults. */
let errorsOfTools;
async function put(path, content) {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), content);
}

before(async () => {
  project = await mkdtemp(join(tmpdir(), 'oracle-gateway-types-'));
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'));
  await put('package.json', JSON.stringify({ type: 'module' }));
  await put('faulty/tsconfig.json', JSON.stringify({ extends: join(root, 'tsconfig.base.json'), include: ['*.ts'] }));
  await put('faulty/types.ts', 'export interface Buffer {\n  length: number;\n}');
  for (const [code, content] of Object.entries(FAULTS)) await put(`faulty/${code}.ts`, `${content}\n`);
  const checksJavaScript = { allowJs: true, checkJs: true };
  await put(
    'javascript/tsconfig.json',
    JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions: checksJavaScript, include: ['*.mjs'] }),
  );
  await put('javascript/port.mjs', "/** @type {number} */\nexport const port = '8080';\n");
  await put('mistaken/tsconfig.json', JSON.stringify({ compilerOptions: { types: ['no-such-types'] }, include: ['*.ts'] }));
  await put('mistaken/sound.ts', 'export const a = 1;\n');
  for (const name of ['.oxlintrc.json', 'lint-patterns.js']) await cp(join(root, name), join(project, name));
  await put('sound/tsconfig.json', JSON.stringify({ extends: join(root, 'tsconfig.base.json'), include: ['*.ts'] }));
  await put('sound/sound.ts', "import { join } from 'node:path';\nexport const path: string = join('a', 'b');\n");
  errorsOfTools = run(process.execPath, join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '--noEmit', '-p', 'faulty').errors;
});
after(() => rm(project, { recursive: true, force: true }));

function run(command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: project, encoding: 'utf8' });
  const errors = [...stdout.matchAll(/(\w+)\.ts[(:](\d+)[,:](\d+)\)?[ :-]+error (TS\d+)/g)].map((match) => match.slice(1).join(' '));
  return { status, errors: errors.sort(), output: stdout + stderr };
}
/** Report of the check of types and lint: oxlint with the options of this repository. */
function oxlint(...folders) {
  const args = ['--format', 'json', ...folders];
  const { status, stdout } = spawnSync(join(root, 'node_modules', '.bin', 'oxlint'), args, {
    cwd: project,
    encoding: 'utf8',
    timeout: 1_800_000,
  });
  const errors = JSON.parse(stdout).diagnostics.flatMap(({ code, filename, labels: [label] }) => {
    const [, number] = /^typescript\((TS\d+)\)$/.exec(code ?? '') ?? [];
    if (number === undefined) return [];
    return [[/(\w+)\.\w+$/.exec(filename)?.[1], label.span.line, label.span.column, number].join(' ')];
  });
  return { status, errors: errors.sort() };
}
function typecheck(...folders) {
  return run(process.execPath, join(root, 'scripts', 'typecheck.mjs'), ...folders);
}

describe('types and lint', () => {
  it('report every kind of error of types, in the same places as the TypeScript that tools use', () => {
    const { status, errors } = oxlint('sound', 'faulty');
    assert.notEqual(status, 0);
    assert.equal(errors.length, Object.keys(FAULTS).length);
    assert.deepEqual(errors, errorsOfTools);
  });

  it('report an error of types in JavaScript where a project checks it', () => {
    assert.deepEqual(oxlint('javascript').errors, ['port 2 14 TS2322']);
  });

  it('do not pass a project whose options are wrong', () => {
    assert.notEqual(oxlint('mistaken').status, 0);
  });

  it('check every file that a project of this repository names', () => {
    const { stdout } = spawnSync(join(root, 'node_modules', '.bin', 'oxlint'), ['--debug=files'], { cwd: root, encoding: 'utf8' });
    const checked = new Set(stdout.split('\n').map((path) => resolve(root, path)));
    const named = ['.', ...workspaceFolders(root)].flatMap((folder) => {
      const config = ts.readConfigFile(join(root, folder, 'tsconfig.json'), ts.sys.readFile).config;
      return config === undefined ? [] : ts.parseJsonConfigFileContent(config, ts.sys, join(root, folder)).fileNames;
    });
    assert.ok(named.length > 1000);
    // The compiler passes over declarations as well: `skipLibCheck`.
    const missed = named.filter((path) => !checked.has(resolve(path)) && !/\.d\.m?ts$/.test(path));
    assert.deepEqual(missed, []);
  });
});

describe('typecheck.mjs', () => {
  it('passes a project without errors', () => {
    const { status, output } = typecheck('sound');
    assert.equal(status, 0, output);
  });

  it('reports every kind of error, in the same places as the TypeScript that tools use', () => {
    const { status, errors, output } = typecheck('sound', 'faulty');
    assert.notEqual(status, 0);
    const codes = errors.map((error) => error.split(' ')).map(([file, , , code]) => [file, code]);
    assert.deepEqual(
      codes,
      Object.keys(FAULTS)
        .sort()
        .map((code) => [code, code]),
      output,
    );
    assert.deepEqual(errors, errorsOfTools);
  });

  it('does not pass when it finds no project', () => {
    assert.notEqual(typecheck('nowhere').status, 0);
  });

  it('sees an error that was made after a run without one', async () => {
    await put('sound/later.ts', 'export const later = 1;\n');
    assert.equal(typecheck('sound').status, 0);
    await put('sound/later.ts', "export const later: number = '1';\n");
    assert.notEqual(typecheck('sound').status, 0);
    await rm(join(project, 'sound', 'later.ts'));
  });
});
