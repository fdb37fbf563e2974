import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import js from '@eslint/js';
import tseslint from 'typescript-eslint';
import { EVERYWHERE, HELD_BY_ESLINT, IN_JAVASCRIPT, IN_TYPESCRIPT, SYNTAX_ERRORS } from './broken-rules.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const config = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8'));
const [everywhere, typescript, javascript] = [
  config.rules,
  ...['**/*.ts', '**/*.mjs'].map((glob) => config.overrides.find(({ files }) => files.includes(glob)).rules),
].map((rules) => Object.keys(rules));
const KEPT_IN_ESLINT = ['no-restricted-syntax', '@typescript-eslint/no-unsafe-class-instance-assignment'];
let project;
let reports;
async function put(path, content) {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), `${content}\n`);
}
function fileOf(rule, extension) {
  return `packages/one/src/${rule.replace('/', '.')}.${extension}`;
}

before(async () => {
  project = await mkdtemp(join(tmpdir(), 'oracle-gateway-lint-'));
  await symlink(join(root, 'node_modules'), join(project, 'node_modules'));
  for (const name of ['.oxlintrc.json', 'eslint.config.js', 'tsconfig.base.json', 'scripts/workspace.mjs']) {
    await mkdir(dirname(join(project, name)), { recursive: true });
    await cp(join(root, name), join(project, name));
  }
  await put('package.json', JSON.stringify({ type: 'module' }));
  await put('tsconfig.json', JSON.stringify({ extends: './tsconfig.base.json', include: ['*.ts'] }));
  await put('base.ts', 'export {};');
  await put('packages/one/package.json', JSON.stringify({ type: 'module' }));
  await put('packages/one/tsconfig.json', JSON.stringify({ extends: '../../tsconfig.base.json', include: ['src'] }));
  for (const [rule, code] of Object.entries({ ...EVERYWHERE, ...IN_TYPESCRIPT })) await put(fileOf(rule, 'ts'), code);
  for (const [rule, code] of Object.entries({ ...EVERYWHERE, ...IN_JAVASCRIPT })) await put(fileOf(rule, 'mjs'), code);
  for (const [rule, code] of Object.entries(SYNTAX_ERRORS)) await put(fileOf(rule, 'mjs'), code);
  reports = oxlintReports();
});
after(() => rm(project, { recursive: true, force: true }));

function run(tool, ...args) {
  const { stdout, stderr, status } = spawnSync(join(root, 'node_modules', '.bin', tool), args, {
    cwd: project,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
    timeout: 1_800_000,
  });
  assert.ok(stdout.startsWith('{') || stdout.startsWith('['), stdout + stderr);
  return { status, report: JSON.parse(stdout) };
}

/** What oxlint reports of each file, as `rule` or `plugin/rule`. */
function oxlintReports() {
  const { status, report } = run('oxlint', 'packages', '--format', 'json');
  assert.equal(status, 1);
  const found = new Map();
  for (const { code, filename, message } of report.diagnostics) {
    const [, plugin, rule] = /^(.*)\((.*)\)$/.exec(code ?? '') ?? ['', '', '', message];
    found.set(filename, [...(found.get(filename) ?? []), plugin === 'eslint' ? rule : `${plugin}/${rule}`]);
  }
  return found;
}

describe('the rules of lint', () => {
  it('are all those of ESLint and typescript-eslint that are switched on for TypeScript, in one linter or the other', () => {
    const wanted = new Map();
    for (const { rules = {} } of [js.configs.recommended, ...tseslint.configs.strictTypeChecked])
      for (const [rule, setting] of Object.entries(rules)) wanted.set(rule, setting);
    const on = [...wanted].filter(([, setting]) => ![setting].flat().includes('off')).map(([rule]) => rule);
    const held = new Set([...everywhere, ...typescript].flatMap((rule) => [rule, rule.replace('typescript/', '@typescript-eslint/')]));
    const lost = on.filter((rule) => !held.has(rule) && !KEPT_IN_ESLINT.includes(rule) && !(rule in SYNTAX_ERRORS));
    // The base rule stands for the one that typescript-eslint made of it: oxlint's knows types.
    assert.deepEqual(
      lost.filter((rule) => !held.has(rule.replace('@typescript-eslint/', ''))),
      [],
    );
  });

  it('are all those of ESLint that are switched on for JavaScript', () => {
    const held = new Set([...everywhere, ...javascript]);
    const lost = Object.keys(js.configs.recommended.rules).filter((rule) => !held.has(rule) && !(rule in SYNTAX_ERRORS));
    assert.deepEqual(lost, []);
  });

  it('are each found by oxlint where they are broken', () => {
    const name = (rule) => rule.split('/').at(-1);
    const missed = (rules, extension) =>
      rules.filter((rule) => !(reports.get(fileOf(rule, extension)) ?? []).some((found) => name(found) === name(rule)));
    assert.deepEqual(missed([...everywhere, ...typescript, 'no-restricted-properties'], 'ts'), []);
    assert.deepEqual(missed([...everywhere, ...javascript], 'mjs'), []);
  });

  it('need not be held where they are errors of syntax', () => {
    // The compiler reports the error beside the linter's parser.
    const ofParser = (rule) => reports.get(fileOf(rule, 'mjs'))?.filter((report) => !/^typescript\/TS\d+$/.test(report));
    for (const rule of Object.keys(SYNTAX_ERRORS)) assert.equal(ofParser(rule)?.length, 1, rule);
  });

  it('are each found by ESLint where oxlint does not have them', async () => {
    await rm(join(project, 'packages', 'one', 'src'), { recursive: true });
    for (const [index, [code]] of HELD_BY_ESLINT.entries()) await put(`packages/one/src/${index}.ts`, code);
    const { report } = run('eslint', 'packages', '--format', 'json');
    const found = report.map(({ filePath, messages }) => [
      Number(/(\d+)\.ts$/.exec(filePath)?.[1]),
      messages.map(({ message }) => message),
    ]);
    assert.deepEqual(
      found.sort(([a], [b]) => a - b),
      HELD_BY_ESLINT.map(([, message], index) => [index, [message]]),
    );
  });
});
