import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

/** A project that checks installed and built, whose app is a few lines: `npm start` then has nothing to do but to run it. */
const APP = `
process.on('SIGTERM', () => process.exit(7));
process.on('SIGINT', () => process.stdout.write('interrupted\\n', () => process.exit(0)));
console.log(JSON.stringify(process.argv.slice(2)));
if (process.argv.includes('--once')) process.exit(3);
if (process.argv.includes('--crash')) process.kill(process.pid, 'SIGKILL');
setInterval(() => {}, 1_000);
`;

let project;
before(async () => {
  project = await mkdtemp(join(tmpdir(), 'oracle-gateway-run-'));
  const scripts = dirname(fileURLToPath(import.meta.url));
  for (const folder of ['scripts', 'packages/dev-servers/src'])
    await cp(join(dirname(scripts), folder), join(project, folder), { recursive: true });
  const files = {
    'package.json': JSON.stringify({ type: 'module', packageManager: 'pnpm@10.34.9', engines: { node: '>=20.19.0' } }),
    'pnpm-lock.yaml': 'lock',
    'node_modules/.pnpm/lock.yaml': 'lock',
    'node_modules/.bin/turbo': '',
    // The build: it has nothing to do.
    'bin/npx': '#!/bin/sh\n',
    'apps/localnet/dist/main.js': APP,
  };
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), content);
  }
  await chmod(join(project, 'bin/npx'), 0o755);
});
after(() => rm(project, { recursive: true, force: true }));

/** REDIS_URL is set, so that no server is searched for. */
function start(...args) {
  const child = spawn(process.execPath, [join(project, 'scripts', 'run.mjs'), ...args], {
    env: { ...process.env, PATH: join(project, 'bin') + delimiter + process.env.PATH, REDIS_URL: 'redis://127.0.0.1:1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text) => (errors += text));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, output, errors }));
  return { child, ended };
}

describe('run.mjs start', () => {
  it('builds, passes the flags on and keeps the exit code', async () => {
    const { code, output, errors } = await start('start', '--once', '--port', '0').ended;
    assert.deepEqual([code, output], [3, '["--once","--port","0"]\n']);
    assert.match(errors, /^Building …\nBuilding: done in \d+ s\n$/);
  });

  it('hands a signal to the app and waits for it', async () => {
    const { child, ended } = start('start');
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    assert.equal((await ended).code, 7);
  });

  it('hands a Ctrl-C that arrives twice to the app once', async () => {
    const { child, ended } = start('start');
    await once(child.stdout, 'data');
    child.kill('SIGINT');
    child.kill('SIGINT');
    const { code, output } = await ended;
    assert.deepEqual([code, output], [0, '[]\ninterrupted\n']);
  });

  it('tells by its exit code that a signal ended the app', async () => {
    assert.equal((await start('start', '--crash').ended).code, 128 + 9);
  });

  it('refuses another word', async () => {
    const { code, errors } = await start('begin').ended;
    assert.equal(code, 2);
    assert.match(errors, /usage: node scripts\/run\.mjs start\|test/);
  });
});

describe('require-node.mjs', () => {
  it('says which Node is needed on one that is too old', async () => {
    await writeFile(join(project, 'package.json'), JSON.stringify({ type: 'module', engines: { node: '>=99.1.0' } }));
    const { code, errors } = await start('start').ended;
    assert.equal(code, 1);
    assert.match(errors, /^Node >=99\.1\.0 is needed, this is v/);
  });
});
