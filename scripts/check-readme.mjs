#!/usr/bin/env node
// Tries the documents as a new user would: starts the world and compares what it prints with docs/demo.md and the README's excerpt.
// Runs every block marked `<!-- example -->` as it stands, the README's first, and compares what it prints with a block marked
// `<!-- prints -->` behind it. Types every session marked `<!-- terminal -->` and compares what it prints. Stops the world with Ctrl-C. Needs a build.
// `--write` puts the output of this run into docs/demo.md instead of comparing.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { markdownFiles } from './project-files.mjs';
import {
  demoBlock,
  demoExcerpts,
  exampleBlocks,
  isExcerpt,
  sameButForValues,
  terminalSessions,
  unmarkedPackages,
  withDemoBlock,
} from './readme-blocks.mjs';
import { publishedPackages } from './workspace.mjs';
import { spawnTied } from '../packages/dev-servers/src/spawn-tied.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const readmePath = join(root, 'README.md');
const demoPath = join(root, 'docs', 'demo.md');
const START_LIMIT_MS = 900_000;
const EXAMPLE_LIMIT_MS = 300_000;
const STOP_LIMIT_MS = 300_000;
const DEFAULT_ORIGIN = 'http://127.0.0.1:8080';
/** An API of the reader's own. */
const OWN_SOURCE = '127.0.0.1:3000';
/** The version of a package before its first release. */
const UNRELEASED = '0.0.0';
/** The launcher's last line: from here on it waits for Ctrl-C. */
const STAYS = /Ctrl-C/;

function within(limitMs, what, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not done after ${limitMs / 1000} s`)), limitMs);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Throws where the README promises a package that npm has not. */
function checkPackagesOf(readme) {
  const isUnreleased = publishedPackages(root).some(({ manifest }) => manifest.version === UNRELEASED);
  const [unmarked] = isUnreleased ? unmarkedPackages(readme) : [];
  if (unmarked !== undefined) throw new Error(`this paragraph of the README must say "with the first release":\n${unmarked}`);
}

const isWriting = process.argv.includes('--write');
/** The demo runs as for a reader without flags; a check must not mind what else listens on this machine. */
const portFlags = isWriting ? [] : ['--port', '0'];
const ownApi = createServer((_request, response) => response.end('{"price":"101.5"}'));
await new Promise((resolve) => ownApi.listen(0, '127.0.0.1', resolve));
ownApi.unref();
const ownSource = `127.0.0.1:${ownApi.address().port}`;
const world = spawnTied(process.execPath, [join(root, 'apps', 'localnet', 'dist', 'main.js'), ...portFlags, '--source', ownSource], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'pipe'],
});
let printed = '';
const exited = new Promise((resolve) => world.once('exit', (code, signal) => resolve(code ?? signal)));
const stays = new Promise((resolve, reject) => {
  const read = (text) => {
    printed += text;
    if (STAYS.test(printed)) resolve();
  };
  world.stdout.setEncoding('utf8').on('data', read);
  world.stderr.setEncoding('utf8').on('data', read);
  void exited.then((how) => reject(new Error(`the world ended (${how}):\n${printed}`)));
});

/** A new user has no settings and no session of the command line. */
const home = await mkdtemp(join(tmpdir(), 'new-user-'));
const env = { PATH: process.env.PATH, HOME: home };

async function runExample(page, command, origin) {
  const typed = command.replaceAll(DEFAULT_ORIGIN, origin).replaceAll(OWN_SOURCE, ownSource);
  try {
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', typed], {
      cwd: root,
      env,
      timeout: EXAMPLE_LIMIT_MS,
    });
    return stdout;
  } catch (error) {
    const told = `this example of ${page} fails:\n${command}`;
    throw new Error(`${told}\n${error.stdout ?? ''}${error.stderr ?? error.message}`, { cause: error });
  } finally {
    // A round is identified by its second, and examples ask for the same source.
    await delay(1_010 - (Date.now() % 1_000));
  }
}

function compareWithPage(page, { command, prints }, printed) {
  if (prints !== undefined && !isExcerpt(prints, printed)) {
    throw new Error(`this example of ${page}:\n${command}\nThe page shows:\n${prints}\nIt prints:\n${printed}`);
  }
}

/** Both outputs of each command of a session, typed into one shell. In the clone, the command line is not installed. */
async function typeSession(page, session, origin) {
  const mark = `--- ${process.pid} ---`;
  const commands = session.map(({ command }) => `${command.replaceAll(DEFAULT_ORIGIN, origin)}\nkept=$?; echo '${mark}'; (exit $kept)`);
  const script = ['exec 2>&1', 'oracle-gateway() { node packages/cli/dist/main.js "$@"; }', ...commands, 'true'].join('\n');
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: root, env, timeout: EXAMPLE_LIMIT_MS });
  const printed = stdout.split(`${mark}\n`);
  session.forEach(({ command, prints }, index) => {
    // An exit status is the point of its command; other numbers are those of the run.
    const isSame = command === 'echo $?' ? printed[index] === prints : sameButForValues(printed[index], prints);
    if (!isSame) throw new Error(`this command of ${page}: ${command}\nThe page shows:\n${prints}\nIt prints:\n${printed[index]}`);
  });
}

/** The examples of every page: the README's come first, others read what they wrote. An example that several pages show runs once. */
async function runExamples(origin) {
  const pages = (await markdownFiles(root)).filter((path) => path !== readmePath).toSorted();
  let count = 0;
  const outputs = new Map();
  for (const path of [readmePath, ...pages]) {
    const page = relative(root, path);
    const text = await readFile(path, 'utf8');
    for (const example of exampleBlocks(text)) {
      if (!outputs.has(example.command)) outputs.set(example.command, await runExample(page, example.command, origin));
      compareWithPage(page, example, outputs.get(example.command));
      count += 1;
    }
    for (const session of terminalSessions(text)) {
      await typeSession(page, session, origin);
      count += session.length;
    }
  }
  return count;
}

let failure;
let examples = 0;
try {
  await within(START_LIMIT_MS, 'the start of the world', stays);
  const [readme, demo] = await Promise.all([readFile(readmePath, 'utf8'), readFile(demoPath, 'utf8')]);
  const { gatewayUrl } = JSON.parse(await readFile(join(root, '.localnet', 'manifest.json'), 'utf8'));
  const shown = printed.replaceAll(`${root}/`, '');
  if (isWriting) {
    await writeFile(demoPath, withDemoBlock(demo, shown));
  } else if (!sameButForValues(demoBlock(demo), shown)) {
    throw new Error(`docs/demo.md shows another output than the demo prints (renew it with --write):\n${printed}`);
  }
  checkPackagesOf(readme);
  const excerpts = demoExcerpts(readme);
  if (excerpts.length === 0 || !excerpts.every((excerpt) => isExcerpt(excerpt, shown))) {
    throw new Error(`the README's <!-- demo-excerpt --> is no part of what the demo prints:\n${printed}`);
  }
  examples = await runExamples(gatewayUrl);
} catch (error) {
  failure = error;
}
await rm(home, { recursive: true });
world.kill('SIGINT');
const how = await within(STOP_LIMIT_MS, 'the stop after Ctrl-C', exited).catch((error) => error.message);
failure ??= how === 0 || how === 130 ? undefined : new Error(`Ctrl-C ended the world with ${how}`);
console.log(failure === undefined ? `the README and ${examples} examples hold` : failure.message);
process.exit(failure === undefined ? 0 : 1);
