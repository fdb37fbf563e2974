import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const TOOL_LIMIT_MS = 120_000;
const DOWNLOAD_LIMIT_MS = 300_000;
const MOST_BYTES = 200_000_000;
/** `[GNUPG:] VALIDSIG <key> … <primary key>`: only a good signature of a key that is not expired or revoked has this line. */
const VALID_SIGNATURE = /^\[GNUPG:\] VALIDSIG .* ([0-9A-F]{40})$/m;

/**
 * SHA-256 of `bin/node` in a release, as its makers vouch for it: a key of the list has signed the hashes of the release's archives, and the archive
 * has the signed hash.
 *
 * @param {object} input
 * @param {string} input.version
 * @param {string} input.platform such as `linux-x64`
 * @param {readonly string[]} input.releaseKeys fingerprints of primary keys
 * @param {object} servers
 * @param {string} servers.releases folders of releases: `<releases>/v24.21.0/SHASUMS256.txt.asc`
 * @param {string} servers.keys files of keys: `<keys>/<fingerprint>.asc`
 * @returns {Promise<{ sha256: string, signedBy: string }>} `signedBy` is a fingerprint
 */
export async function releasedProgram({ version, platform, releaseKeys }, { releases, keys }) {
  const name = `node-v${version}-${platform}`;
  const work = await mkdtemp(join(tmpdir(), 'node-release-'));
  try {
    const signed = await fetched(`${releases}/v${version}/SHASUMS256.txt.asc`);
    const { text, signedBy } = await signedText(work, { signed, releaseKeys, keys });
    const expected = hashIn(text, `${name}.tar.gz`);
    const archive = await fetched(`${releases}/v${version}/${name}.tar.gz`);
    if (sha256Of(archive) !== expected) throw new Error(`${name}.tar.gz: has another hash than its release; fetch it again`);
    const path = join(work, 'node.tar.gz');
    await writeFile(path, archive);
    await run('tar', ['-xzf', path, '-C', work, `${name}/bin/node`], { timeout: TOOL_LIMIT_MS });
    return { sha256: sha256Of(await readFile(join(work, name, 'bin', 'node'))), signedBy };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The text under a signature: gpg gives the signed part alone. Keys come from any server: the fingerprint is of the key itself. */
async function signedText(work, { signed, releaseKeys, keys }) {
  const home = join(work, 'gnupg');
  await mkdir(home, { mode: 0o700 });
  const gpg = (...args) => run('gpg', ['--homedir', home, '--batch', '--no-autostart', ...args], { timeout: TOOL_LIMIT_MS });
  for (const fingerprint of releaseKeys) {
    const path = join(work, `${fingerprint}.asc`);
    await writeFile(path, await fetched(`${keys}/${fingerprint}.asc`));
    await gpg('--import', path);
  }
  const [path, output] = [join(work, 'signed.asc'), join(work, 'text')];
  await writeFile(path, signed);
  const { stdout } = await gpg('--status-fd', '1', '--output', output, '--decrypt', path).catch(({ stdout: status }) => ({
    stdout: status ?? '',
  }));
  const [, signedBy] = VALID_SIGNATURE.exec(stdout) ?? [];
  if (signedBy === undefined || !releaseKeys.includes(signedBy))
    throw new Error('SHASUMS256.txt.asc: no key of node.json has signed it; compare releaseKeys with the README of Node');
  return { text: await readFile(output, 'utf8'), signedBy };
}

function hashIn(text, file) {
  const line = text.split('\n').find((entry) => entry.endsWith(`  ${file}`));
  if (line === undefined) throw new Error(`SHASUMS256.txt: has no ${file}`);
  return line.split(' ')[0];
}

async function fetched(url) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_LIMIT_MS) });
  if (!answer.ok) throw new Error(`${url}: answers ${answer.status}`);
  const chunks = [];
  let length = 0;
  for await (const chunk of answer.body) {
    length += chunk.length;
    if (length > MOST_BYTES) throw new Error(`${url}: has more than ${MOST_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function sha256Of(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
