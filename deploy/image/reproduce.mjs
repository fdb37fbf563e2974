#!/usr/bin/env node
// Builds the images of the commit twice, here and in a fresh clone with its own installation and build, and compares their digests. Needs a checkout
// without changes, and about three minutes.
// usage: node deploy/image/reproduce.mjs [--out <folder for the first ones>]
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, '..', '..');
const BUILD = join('deploy', 'image', 'build.mjs');
/** `oracle-gateway/gateway:0.1.0  sha256:…` */
const BUILT = /^(\S+) {2}(sha256:[0-9a-f]{64}) /gm;

const { values: flags } = parseArgs({ options: { out: { type: 'string' } } });
const { stdout: changes } = await run('git', ['status', '--porcelain'], { cwd: ROOT });
if (changes !== '') throw new Error('the checkout has changes; commit them, or put them aside');
const { packageManager } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
const work = await mkdtemp(join(tmpdir(), 'oracle-gateway-clone-'));
try {
  const clone = join(work, 'clone');
  await run('git', ['clone', '--quiet', '--shared', ROOT, clone]);
  const here = await digestsOf(ROOT, flags.out === undefined ? join(work, 'here') : resolve(flags.out));
  // Nothing that an earlier build kept counts there.
  const env = { ...process.env, TURBO_FORCE: 'true' };
  await run('npx', ['-y', packageManager, 'install', '--frozen-lockfile', '--prefer-offline'], { cwd: clone, env });
  const there = await digestsOf(clone, join(work, 'there'), env);
  for (const [name, digest] of here) {
    const isSame = there.get(name) === digest;
    console.log(`${isSame ? 'same' : 'DIFFERENT'}  ${name}  ${digest}${isSame ? '' : `  ${there.get(name)}`}`);
    if (!isSame) process.exitCode = 1;
  }
} finally {
  await rm(work, { recursive: true, force: true });
}

async function digestsOf(checkout, out, env = process.env) {
  const { stdout } = await run(process.execPath, [join(checkout, BUILD), '--out', out], { cwd: checkout, env });
  const found = new Map([...stdout.matchAll(BUILT)].map(([, name, digest]) => [name, digest]));
  if (found.size === 0) throw new Error(`no image was built:\n${stdout}`);
  return found;
}
