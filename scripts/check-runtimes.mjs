#!/usr/bin/env node
// The libraries, installed by npm from their tarballs in an empty project: each runtime and bundler runs the same program, which verifies a stored
// answer, refuses a changed one, and makes a signer and a client. A tool that cannot be had here is left out by name. It needs a build and the registry.
// usage: node scripts/check-runtimes.mjs [--only <runtime>] [--write]     --write keeps what was tried for docs/runtimes.md
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { table } from './docs/generated-blocks.mjs';
import { runtimeRows } from './docs/runtimes.mjs';
import { librariesOf } from './libraries.mjs';
import { node24For } from './node-24.mjs';
import { findBrowser } from './runtimes/browser.mjs';
import { loadingPrograms, programs } from './runtimes/program.mjs';
import { installLibraries, installTools, pinnedTools } from './runtimes/project.mjs';
import { everyRuntime } from './runtimes/runtimes.mjs';
import { NoToolsError } from './tools-at-hand.mjs';

const root = join(import.meta.dirname, '..');
const TRIED = join(root, 'scripts/runtimes/tried.json');
const { values: flags } = parseArgs({ options: { only: { type: 'string' }, write: { type: 'boolean', default: false } } });

const NODE_24 = node24For(process);
const { browser, shown } = findBrowser();
const libraries = librariesOf(root);
const entries = libraries.flatMap((library) => library.entries);
const project = mkdtempSync(join(tmpdir(), 'runtimes-'));
const shared = {
  program: programs(root),
  everywhere: loadingPrograms(entries, { isNode: false }),
  all: loadingPrograms(entries, { isNode: true }),
  browser,
  shown,
  versions: pinnedTools(),
};
const rows = [];
const left = browser === null ? ['Chromium: none on PATH, and CHROMIUM_PATH names none'] : [];
const faults = [];

async function tryRuntime({ name, tools, tried }, folder) {
  mkdirSync(folder);
  try {
    if (tools.length > 0) await installTools(folder, tools);
    rows.push(...(await tried({ ...shared, folder })));
  } catch (error) {
    if (error instanceof NoToolsError) left.push(`${name}: ${error.message.split('\n')[0]}`);
    else faults.push(`${name}: ${error.message}`);
  }
}

try {
  await installLibraries(root, { libraries, folder: project });
  const runtimes = everyRuntime([process.execPath, ...(existsSync(NODE_24) ? [NODE_24] : [])]);
  const wanted = runtimes.filter(({ name }) => flags.only === undefined || name.toLowerCase().startsWith(flags.only.toLowerCase()));
  for (const [index, runtime] of wanted.entries()) await tryRuntime(runtime, join(project, `runtime-${index}`));
} finally {
  rmSync(project, { recursive: true, force: true });
}
const { head, rows: lines } = runtimeRows(rows);
console.log(table(head, lines));
if (flags.write && faults.length === 0) writeTried();
for (const line of left) console.log(`left out: ${line}`);
for (const fault of faults) console.error(fault);
console.log(`${rows.length} ways to load ${libraries.length} libraries, ${left.length} left out, ${faults.length} faults`);
process.exitCode = faults.length === 0 && rows.length > 0 ? 0 : 1;

function writeTried() {
  const kept = JSON.parse(readFileSync(TRIED, 'utf8'));
  writeFileSync(TRIED, `${JSON.stringify({ ...kept, runtimes: rows }, null, 2)}\n`);
}
