// The runtimes where the libraries are tried. Each runs the program of program.mjs, and answers a row for each way to load it.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { EXPECTED } from './program.mjs';
import { run } from './project.mjs';

const RUNS = 3;
const COPIES = `
const required = require('@oracle-gateway/client');
import('@oracle-gateway/client').then((imported) => {
  try {
    imported.keypairSigner(new Uint8Array(1));
  } catch (error) {
    console.log(error instanceof required.ClientUsageError ? 'one copy' : 'two copies');
  }
});
`;
const WORKERD = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = (
  modules = [(name = "worker", esModule = embed "worker.mjs")],
  compatibilityDate = "2025-01-01",
  compatibilityFlags = FLAGS,
))]);
`;

/**
 * @typedef {object} Row a way to load the libraries that works
 * @property {string} runtime
 * @property {string} version
 * @property {string} loads
 * @property {number} [ms] from the start of a process that runs the program to its end, the least of three
 * @property {number} [bytes] of what a bundler made, minified and gzipped
 *
 * @typedef {object} Place
 * @property {string} folder of its own, within the project
 * @property {{ esm: string, cjs: string }} program
 * @property {{ esm: string, cjs: string, expected: string }} everywhere loads the entries that need nothing of Node
 * @property {{ esm: string, cjs: string, expected: string }} all loads every entry
 * @property {(file: string) => Promise<string>} shown what a page shows that loads a script
 * @property {string | null} browser name and version, such as `Chromium 140.0.7339.80`
 * @property {Record<string, string>} versions of the tools
 *
 * @typedef {{ name: string, tools: readonly string[], tried: (place: Place) => Promise<Row[]> }} Runtime
 */

/** @param {readonly string[]} nodes programs of Node, the oldest first @returns {Runtime[]} */
export function everyRuntime(nodes) {
  const [oldest, ...newer] = nodes.map((node) => ({ name: `Node, ${node}`, tools: [], tried: (place) => onNode(place, node) }));
  return [
    oldest,
    { name: 'Node 22', tools: ['node-22'], tried: (place) => onNode(place, join(place.folder, 'node_modules/node-22/bin/node')) },
    ...newer,
    { name: 'Bun', tools: ['bun'], tried: (place) => inProcess(place, { runtime: 'Bun', ...inFolder(place, 'bun', ['run']) }) },
    { name: 'Deno', tools: ['deno'], tried: (place) => inProcess(place, { runtime: 'Deno', ...inFolder(place, 'deno', ['run', '-A']) }) },
    { name: 'Jest', tools: ['jest'], tried: inJest },
    { name: 'esbuild', tools: ['esbuild'], tried: inEsbuild },
    { name: 'workerd', tools: ['workerd', 'esbuild'], tried: inWorkerd },
    { name: 'webpack', tools: ['webpack'], tried: inWebpack },
    { name: 'Next', tools: ['next', 'react', 'react-dom'], tried: inNext },
  ];
}

function inFolder({ folder, versions }, tool, words) {
  return { version: versions[tool], command: [join(folder, 'node_modules/.bin', tool), ...words] };
}

async function onNode(place, node) {
  const version = (await run(node, ['--version'], { cwd: place.folder })).trim().slice(1);
  return inProcess(place, { runtime: 'Node', version, command: [node] });
}

/** A runtime that loads the installed files itself. */
async function inProcess({ folder, program, all }, { runtime, version, command: [tool, ...words] }) {
  const start = (file) => run(tool, [...words, file], { cwd: folder, env: { DENO_NO_UPDATE_CHECK: '1' } });
  const rows = [];
  for (const [loads, kind, file] of [
    ['`import`', 'esm', 'mjs'],
    ['`require`', 'cjs', 'cjs'],
  ]) {
    write(folder, `main.${file}`, `${program[kind]}\nconsole.log(tried());`);
    write(folder, `all.${file}`, `${all[kind]}\nconsole.log(loaded());`);
    expectEqual(await start(`all.${file}`), all.expected);
    let ms = Infinity;
    for (let count = 0; count < RUNS; count += 1) {
      const startMs = performance.now();
      expectEqual(await start(`main.${file}`), EXPECTED);
      ms = Math.min(ms, performance.now() - startMs);
    }
    rows.push({ runtime, version, loads, ms: Math.round(ms) });
  }
  write(folder, 'both.cjs', COPIES);
  expectEqual(await start('both.cjs'), 'one copy');
  return [...rows, { runtime, version, loads: 'both in one process, one copy' }];
}

/** Jest without settings: CommonJS alone, which it transforms and loads itself. */
async function inJest({ folder, program, all, versions }) {
  write(folder, 'program.js', program.cjs);
  write(folder, 'all.js', all.cjs);
  const test = `
test('verifies a stored answer', () => expect(require('./program.js').tried()).toBe(${JSON.stringify(EXPECTED)}));
test('loads every entry', () => expect(require('./all.js').loaded()).toBe(${JSON.stringify(all.expected)}));
`;
  write(folder, 'program.test.js', test);
  await run(join(folder, 'node_modules/.bin/jest'), ['--ci'], { cwd: folder });
  return [{ runtime: 'Jest', version: versions.jest, loads: '`require`, without settings' }];
}

async function inEsbuild(place) {
  const { folder, everywhere, versions, browser, shown } = place;
  write(folder, 'all.mjs', `${everywhere.esm}\n${page('loaded')}`);
  await bundleAsAPage(place, 'all.mjs', 'all.js');
  expectEqual(await shown(join(folder, 'all.js')), everywhere.expected);
  const bytes = await bundledPage(place, (entry, out) => bundleAsAPage(place, entry, out));
  const rows = [{ runtime: 'esbuild', version: versions.esbuild, loads: 'a page in one file', bytes }];
  if (browser === null) return rows;
  const [runtime, version] = browser.split(' ');
  return [...rows, { runtime, version, loads: 'the file of esbuild' }];
}

/** Tries in a page the file that a bundler makes of the program. Answers its bytes, gzipped. */
async function bundledPage({ folder, program, shown }, bundle) {
  write(folder, 'page.mjs', `${program.esm}\n${page('tried')}`);
  await bundle('page.mjs', 'page.js');
  expectEqual(await shown(join(folder, 'page.js')), EXPECTED);
  return gzipSync(readFileSync(join(folder, 'page.js'))).length;
}

function page(answer) {
  return `document.querySelector('output').textContent = ${answer}();\n`;
}

function bundleAsAPage({ folder }, entry, out, options = ['--format=iife', '--platform=browser']) {
  const words = [entry, '--bundle', '--minify', '--log-level=error', '--target=es2022', `--outfile=${out}`, ...options];
  return run(join(folder, 'node_modules/.bin/esbuild'), words, { cwd: folder });
}

/** A worker of workerd alone; then every entry, with what `@solana/kit` takes of Node there. */
async function inWorkerd(place) {
  const { program, everywhere, versions } = place;
  const row = { runtime: 'workerd', version: versions.workerd };
  await testWorker(place, { module: program.esm, answer: 'tried', expected: EXPECTED, flags: [] });
  await testWorker(place, { module: everywhere.esm, answer: 'loaded', expected: everywhere.expected, flags: ['nodejs_compat'] });
  return [
    { ...row, loads: 'one file of esbuild' },
    { ...row, loads: 'every entry, with `nodejs_compat`' },
  ];
}

async function testWorker(place, { module, answer, expected, flags }) {
  const { folder } = place;
  const test = `export default {
  test() {
    const found = ${answer}();
    if (found !== ${JSON.stringify(expected)}) throw new Error(found);
  },
};
`;
  write(folder, 'entry.mjs', `${module}\n${test}`);
  write(folder, 'config.capnp', WORKERD.replace('FLAGS', JSON.stringify(flags)));
  const words = ['--format=esm', '--platform=browser', '--conditions=workerd,worker,browser', '--external:events', '--external:node:*'];
  await bundleAsAPage(place, 'entry.mjs', 'worker.mjs', words);
  await run(join(folder, 'node_modules/.bin/workerd'), ['test', 'config.capnp'], { cwd: folder });
}

async function inWebpack(place) {
  const { folder, versions } = place;
  const build = `
const webpack = require('webpack');
const [entry, filename] = process.argv.slice(2);
const settings = { mode: 'production', target: 'web', context: __dirname, entry: './' + entry, output: { path: __dirname, filename }, performance: { hints: false } };
webpack(settings, (error, result) => {
  if (error === null && !result.hasErrors() && !result.hasWarnings()) return;
  console.error(error ?? result.toString('errors-warnings'));
  process.exitCode = 1;
});
`;
  write(folder, 'build.cjs', build);
  const bytes = await bundledPage(place, (entry, out) => run(process.execPath, ['build.cjs', entry, out], { cwd: folder }));
  return [{ runtime: 'webpack', version: versions.webpack, loads: 'a page in one file', bytes }];
}

/** A page that is rendered when it is built, and its part for the browser. */
async function inNext({ folder, program, versions }) {
  const files = {
    'program.mjs': program.esm,
    'next.config.mjs': "export default { output: 'export' };\n",
    'app/layout.js': 'export default function Layout({ children }) {\n  return <html lang="en"><body>{children}</body></html>;\n}\n',
    'app/page.js':
      "import { tried } from '../program.mjs';\nimport { InBrowser } from './in-browser.js';\nexport default function Page() {\n  return <><output>{tried()}</output><InBrowser /></>;\n}\n",
    'app/in-browser.js':
      "'use client';\nimport { tried } from '../program.mjs';\nexport function InBrowser() {\n  return <output>{tried()}</output>;\n}\n",
  };
  for (const [path, text] of Object.entries(files)) write(folder, path, text);
  const rows = [];
  for (const bundler of ['webpack', 'turbopack']) {
    const next = join(folder, 'node_modules/.bin/next');
    await run(next, ['build', `--${bundler}`], { cwd: folder, env: { NEXT_TELEMETRY_DISABLED: '1', CI: '1' } });
    const outputs = [...readFileSync(join(folder, 'out/index.html'), 'utf8').matchAll(/<output>(.*?)<\/output>/g)];
    expectEqual(outputs.map(([, text]) => text).join('\n'), `${EXPECTED}\n${EXPECTED}`);
    rows.push({ runtime: 'Next', version: versions.next, loads: `a page built with ${bundler}` });
  }
  return rows;
}

function write(folder, path, text) {
  const target = join(folder, path);
  mkdirSync(join(target, '..'), { recursive: true });
  writeFileSync(target, text);
}

function expectEqual(found, expected) {
  if (found.trim() !== expected)
    throw new Error(`answers ${JSON.stringify(found.trim().slice(0, 2_000))}, not ${JSON.stringify(expected)}`);
}
