#!/usr/bin/env node
// Builds the Python client as wheel and sdist, and checks it from them: types, lint, the tests without a network, and those against a world.
// usage: node scripts/check-python.mjs [--python python3] [--manifest <file of a world that runs>]. It needs a build, and PyPI.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startWorld } from './started-world.mjs';
import { NoToolsError, toolsAtHand } from './tools-at-hand.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const client = join(root, 'clients', 'python');
const INSTALL_LIMIT_MS = 900_000;
const RUN_LIMIT_MS = 600_000;
const MAX_KEPT_CHARACTERS = 100_000;
/** Last words of a command that an error repeats. */
const MAX_TOLD_CHARACTERS = 4_000;
const BUILDERS = ['build==1.6.1', 'hatchling==1.33.0', 'twine==7.0.0'];
const TOOLS = ['mypy==2.4.1', 'ruff==0.17.6', 'pandas-stubs'];
const EXTRAS = '[x402,pandas,fast]';

async function run(command, args, { env = {}, limitMs = RUN_LIMIT_MS } = {}) {
  console.log(`$ ${[command.replace(`${folder}/`, ''), ...args].join(' ').replaceAll(`${folder}/`, '')}`);
  // The sources are not on the path: what is tested is what was installed.
  const clean = { ...process.env, PYTHONPATH: '', PYTHONDONTWRITEBYTECODE: '1', ...env };
  const child = spawn(command, args, { cwd: client, stdio: ['inherit', 'pipe', 'pipe'], timeout: limitMs, env: clean });
  let told = '';
  for (const name of ['stdout', 'stderr'])
    child[name].setEncoding('utf8').on('data', (text) => {
      process[name].write(text);
      told = (told + text).slice(-MAX_KEPT_CHARACTERS);
    });
  const [code, signal] = await once(child, 'close');
  if (code === 0) return;
  // Named last: a log that is cut keeps its end.
  const failures = told.match(/^(?:ERROR|FAIL): .*$|^\S*(?:Error|Exception)\b.*$/gm) ?? [];
  const lines = [`${args.slice(0, 3).join(' ')} ended with ${signal ?? `status ${code}`}:`, told.slice(-MAX_TOLD_CHARACTERS), ...failures];
  throw new Error(lines.join('\n'));
}

/** Makes an empty environment with these packages. */
async function environment(name, ...packages) {
  const home = join(folder, name);
  const python = join(home, 'bin', 'python');
  await run(values.python, ['-m', 'venv', home]);
  await run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages], { limitMs: INSTALL_LIMIT_MS });
  return (...args) => run(python, args, { env: { LOCALNET_MANIFEST: manifest ?? '' } });
}

function built(ending) {
  const name = readdirSync(join(folder, 'dist')).find((file) => file.endsWith(ending));
  if (name === undefined) throw new Error(`no ${ending} was built`);
  return join(folder, 'dist', name);
}

const { values } = parseArgs({ options: { python: { type: 'string', default: 'python3' }, manifest: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'check-python-'));
let manifest = values.manifest === undefined ? undefined : resolve(values.manifest);
const ends = [() => rmSync(folder, { recursive: true, force: true })];
try {
  // Where PyPI brings the builders, it brings what the client names too: what cannot be installed then is a fault of the client.
  const builder = await toolsAtHand(BUILDERS.join(', '), () => environment('builders', ...BUILDERS));
  await builder('-m', 'build', '--no-isolation', '--outdir', join(folder, 'dist'));
  await builder('-m', 'twine', 'check', '--strict', built('.whl'), built('.tar.gz'));
  const tests = ['-W', 'error::ResourceWarning', '-m', 'unittest', 'discover', '-t', '.', '-s'];

  // The wheel alone, as `pip install oracle-gateway` brings it.
  const alone = await environment('wheel', built('.whl'));
  await alone(...tests, 'tests');

  const whole = await environment('sdist', `${built('.tar.gz')}${EXTRAS}`, ...TOOLS);
  await whole('-m', 'mypy', '--cache-dir', join(folder, 'mypy'), 'tests', 'world_tests');
  await whole('-m', 'mypy', '--cache-dir', join(folder, 'mypy'), 'src');
  await whole('-m', 'ruff', 'check', '--no-cache', '.');
  await whole('-m', 'ruff', 'format', '--no-cache', '--check', '.');
  await whole(...tests, 'tests');

  if (manifest === undefined) {
    const world = await startWorld(root, { state: join(folder, 'world') });
    ends.push(world.stop);
    manifest = world.manifest;
  }
  await whole('-W', 'ignore', '-m', 'unittest', 'discover', '-t', '.', '-s', 'world_tests');
} catch (error) {
  const isLeftOut = error instanceof NoToolsError;
  console.log(isLeftOut ? `left out: the Python client from its wheel and sdist (${error.message})` : error.message);
  process.exitCode = isLeftOut ? 0 : 1;
} finally {
  for (const end of ends.reverse()) await end();
}
