import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** For each pattern of `lint-patterns.js`, a module that has it, and the words with which oxlint answers. */
const IN_SOURCES = [
  ['export const f = (): number => 1;', 'a module-level function is a declaration'],
  ['const f = function (): number {\n  return 1;\n};\nexport const a = f();', 'a module-level function is a declaration'],
  ['export function f(opts: number): number {\n  return opts;\n}', 'dependencies come in as `deps`, data as `input`'],
  ['export interface FDependencies {\n  a: number;\n}', 'a record of dependencies is named …Deps'],
  ['interface FDeps {\n  a: number;\n}\nexport function f(a: FDeps): number {\n  return a.a;\n}', 'dependencies come in as `deps`'],
  [
    'interface FInput {\n  a: number;\n}\nexport function f(deps: FInput): number {\n  return deps.a;\n}',
    'a record that comes in as `deps` is named …Deps',
  ],
  [
    'interface F {\n  a: number;\n}\nexport function f(deps: F): F {\n  return { ...deps, a: 1 };\n}',
    'a record of dependencies is handed on whole, or its members by name',
  ],
  ['interface F {\n  a: number;\n}\nexport interface FDeps extends F {\n  b: number;\n}', 'a record of dependencies names its own members'],
  [
    'export function f(input: { a: () => number }): number {\n  return input.a();\n}',
    'what is called is a dependency: it comes in as `deps`',
  ],
  [
    'export const signal = AbortSignal.timeout(5);',
    'a limit of time is `withTimeLimit`: Node 20 may collect the signal while a body is awaited, and the wait has no end',
  ],
];
const OWN_WAIT = 'wait by `expect.poll`, or by `eventually` of dev-servers; the limit of a test is that of vitest.base.ts';
const IN_TESTS = [
  ['await vi.waitFor(() => done());', OWN_WAIT],
  ['vi.setConfig({ testTimeout: 5 });', OWN_WAIT],
  ['await expect.poll(() => 1, { timeout: 5 }).toBe(1);', 'no poll has a limit of its own: vitest.base.ts has one for all'],
  ["it('is', () => {}, 5_000);", 'no test has a limit of its own: vitest.base.ts has one for all'],
  ["it('is', { timeout: 5 }, () => {});", 'no test has a limit of its own; one whose cases are drawn has a limit that grows with them'],
  [
    'expect(performance.now() - startMs).toBeLessThan(9);',
    'no test is decided by how fast the machine is: compare with what was done, or between two readings of the clock',
  ],
];

const ALLOWED = 'export function f(deps: { a: () => number }, input: { b: number }): number {\n  return deps.a() + input.b;\n}';
let project;

/** A project that has only the rules of `lint-patterns.js`, for the files for which `.oxlintrc.json` has them. */
before(async () => {
  project = await mkdtemp(join(tmpdir(), 'oracle-gateway-lint-'));
  const { rules, overrides } = JSON.parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8'));
  const own = (all) => Object.fromEntries(Object.entries(all).filter(([rule]) => rule.startsWith('patterns/')));
  await put('.oxlintrc.json', {
    jsPlugins: [join(root, 'lint-patterns.js')],
    categories: { correctness: 'off' },
    rules: own(rules),
    overrides: overrides.map(({ files, excludeFiles = [], rules: some = {} }) => ({ files, excludeFiles, rules: own(some) })),
  });
});
after(() => rm(project, { recursive: true, force: true }));

async function put(path, content) {
  await mkdir(dirname(join(project, path)), { recursive: true });
  await writeFile(join(project, path), typeof content === 'string' ? `${content}\n` : JSON.stringify(content));
}

/** Answer of oxlint to each module. */
async function answersTo(modules, pathOf) {
  for (const [index, [code]] of modules.entries()) await put(pathOf(index), code);
  const { stdout } = spawnSync(join(root, 'node_modules', '.bin', 'oxlint'), ['--format', 'json'], { cwd: project, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout);
  return modules.map(([code], index) => [
    code,
    ...diagnostics.filter(({ filename }) => filename === pathOf(index)).map(({ message }) => message),
  ]);
}

describe('the patterns of syntax', () => {
  it('are found in sources', async () => {
    assert.deepEqual(await answersTo(IN_SOURCES, (index) => `packages/one/src/${index}.ts`), IN_SOURCES);
  });

  it('are found in tests', async () => {
    assert.deepEqual(await answersTo(IN_TESTS, (index) => `apps/one/tests/${index}.test.ts`), IN_TESTS);
  });

  it('are not found in a function that takes deps and input', async () => {
    assert.deepEqual(await answersTo([[ALLOWED]], () => 'packages/one/src/allowed.ts'), [[ALLOWED]]);
  });
});
