import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkedHash } from './node-program.mjs';
import { releasedProgram } from './node-release.mjs';

const VERSION = '99.1.0';
const PLATFORM = 'linux-x64';
const NAME = `node-v${VERSION}-${PLATFORM}`;
const PROGRAM = 'a program';

let work;
let makers;
let strangers;
let files;
let servers;
let server;

function sha256Of(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A key pair of its own: what it signs, its fingerprint, its public key. */
function signer(name) {
  const home = join(work, name);
  mkdirSync(home, { mode: 0o700 });
  const gpg = (args, input) =>
    execFileSync('gpg', ['--homedir', home, '--batch', '--passphrase', '', '--pinentry-mode', 'loopback', ...args], {
      input,
      stdio: 'pipe',
    });
  gpg(['--quick-generate-key', name, 'ed25519', 'sign', 'never']);
  const [, fingerprint] = /^fpr:+([0-9A-F]{40}):/m.exec(gpg(['--with-colons', '--list-keys']).toString());
  return {
    fingerprint,
    publicKey: gpg(['--armor', '--export']),
    sign: (text) => gpg(['--clear-sign'], text),
    close: () => execFileSync('gpgconf', ['--homedir', home, '--kill', 'all']),
  };
}

function archiveOf(program) {
  const folder = mkdtempSync(join(work, 'archive-'));
  mkdirSync(join(folder, NAME, 'bin'), { recursive: true });
  writeFileSync(join(folder, NAME, 'bin', 'node'), program);
  execFileSync('tar', ['-czf', join(folder, 'out.tar.gz'), '-C', folder, NAME]);
  return readFileSync(join(folder, 'out.tar.gz'));
}

before(async () => {
  work = mkdtempSync(join(tmpdir(), 'node-release-test-'));
  makers = signer('makers');
  strangers = signer('strangers');
  server = createServer((request, response) => {
    const body = files[request.url];
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  servers = { releases: `${url}/dist`, keys: `${url}/keys` };
});

after(() => {
  server.close();
  makers.close();
  strangers.close();
  rmSync(work, { recursive: true, force: true });
});

/** Serves a release, and asks for its program. */
function released({ program = PROGRAM, sums, signedBy = makers, keyFile = makers }) {
  const archive = archiveOf(program);
  const text = sums ?? `${sha256Of(archive)}  ${NAME}.tar.gz\n`;
  files = {
    [`/dist/v${VERSION}/SHASUMS256.txt.asc`]: typeof signedBy === 'function' ? signedBy(text) : signedBy.sign(text),
    [`/dist/v${VERSION}/${NAME}.tar.gz`]: archive,
    [`/keys/${makers.fingerprint}.asc`]: keyFile.publicKey,
  };
  return releasedProgram({ version: VERSION, platform: PLATFORM, releaseKeys: [makers.fingerprint] }, servers);
}

test('a program is the one of a release that its makers have signed', async () => {
  assert.deepEqual(await released({}), { sha256: sha256Of(PROGRAM), signedBy: makers.fingerprint });
});

for (const [name, release, told] of [
  ['hashes that a stranger has signed', () => ({ signedBy: strangers }), /no key of node\.json has signed it/],
  ["a stranger's key under a maker's name", () => ({ signedBy: strangers, keyFile: strangers }), /no key of node\.json has signed it/],
  [
    'hashes that were changed after they were signed',
    () => ({
      signedBy: (text) =>
        makers
          .sign(text)
          .toString()
          .replace(/^[0-9a-f]/m, '~'),
    }),
    /no key/,
  ],
  ['hashes that no key has signed', () => ({ signedBy: (text) => text }), /no key of node\.json has signed it/],
  ['another archive than the signed one', () => ({ sums: `${sha256Of('other')}  ${NAME}.tar.gz\n` }), /has another hash than its release/],
  [
    'hashes without the archive',
    () => ({ sums: `${sha256Of('other')}  node-v${VERSION}-win-x64.zip\n` }),
    /has no node-v99\.1\.0-linux-x64\.tar\.gz/,
  ],
]) {
  test(`a release is refused with ${name}`, async () => {
    await assert.rejects(released(release()), told);
  });
}

test('an image takes the locked program alone', () => {
  const locked = { version: VERSION, programs: { [PLATFORM]: sha256Of(PROGRAM) }, releaseKeys: [] };
  assert.equal(checkedHash(locked, { version: VERSION, platform: PLATFORM, program: Buffer.from(PROGRAM) }), sha256Of(PROGRAM));
  for (const found of [
    { version: '99.1.1', platform: PLATFORM, program: Buffer.from(PROGRAM) },
    { version: VERSION, platform: PLATFORM, program: Buffer.from('another') },
    { version: VERSION, platform: 'linux-arm64', program: Buffer.from(PROGRAM) },
  ])
    assert.throws(() => checkedHash(locked, found), /node\.json: has Node 99\.1\.0/);
});
