import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstat, mkdir, mkdtemp, readdir, readFile, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { file, link } from './layer.mjs';

const run = promisify(execFile);
const LOCK = join(import.meta.dirname, 'debian.json');
const CACHE = join(import.meta.dirname, '..', '..', '.tools', 'image');
const APT_LIMIT_MS = 120_000;

/** Libraries that Node and the addon are linked with, and that getaddrinfo loads. */
const NEEDED = {
  libc6: [
    'lib/x86_64-linux-gnu/ld-linux-x86-64.so.2',
    'lib/x86_64-linux-gnu/libc.so.6',
    'lib/x86_64-linux-gnu/libdl.so.2',
    'lib/x86_64-linux-gnu/libm.so.6',
    'lib/x86_64-linux-gnu/libnss_dns.so.2',
    'lib/x86_64-linux-gnu/libnss_files.so.2',
    'lib/x86_64-linux-gnu/libpthread.so.0',
    'lib/x86_64-linux-gnu/libresolv.so.2',
    'lib64/ld-linux-x86-64.so.2',
    'usr/share/doc/libc6/copyright',
  ],
  'libgcc-s1': ['lib/x86_64-linux-gnu/libgcc_s.so.1', 'usr/share/doc/libgcc-s1'],
  'libstdc++6': ['usr/lib/x86_64-linux-gnu/libstdc++.so.6', 'usr/lib/x86_64-linux-gnu/libstdc++.so.6.0.30', 'usr/share/doc/libstdc++6'],
  'gcc-12-base': ['usr/share/doc/gcc-12-base/copyright'],
};

/**
 * @typedef {object} LockedPackage
 * @property {string} version
 * @property {string} sha256 of the package file
 *
 * @typedef {LockedPackage & { name: string, path: string }} DebianLibrary `path` is that of the package file on this machine
 *
 * @param {{ packages?: string }} [options] `packages` is a folder that may have the package files, as a release of ours keeps them
 * @returns {Promise<{ entries: import('./layer.mjs').Entry[], packages: DebianLibrary[] }>}
 *   files of the locked packages, as root of an image has them, with what scanners of images read about them
 */
export async function debianLibraries({ packages } = {}) {
  const locked = await readLock();
  if (packages !== undefined) await takeKept(packages, Object.values(locked));
  const parts = await Promise.all(Object.keys(NEEDED).map((name) => unpackedOf(name, locked[name])));
  return {
    entries: parts.flat(),
    packages: Object.keys(NEEDED).map((name) => ({ name, ...locked[name], path: packagePath(locked[name].sha256) })),
  };
}

/** Takes the locked package files of a folder, whatever their names. */
async function takeKept(folder, locked) {
  await mkdir(CACHE, { recursive: true });
  for (const name of (await readdir(folder)).filter((entry) => entry.endsWith('.deb'))) {
    const bytes = await readFile(join(folder, name));
    const sha256 = sha256Of(bytes);
    if (locked.some((entry) => entry.sha256 === sha256)) await writeFile(packagePath(sha256), bytes);
  }
}

/** Locks what apt offers now. */
export async function lockDebianLibraries() {
  const locked = {};
  for (const name of Object.keys(NEEDED)) {
    await mkdir(CACHE, { recursive: true });
    const work = await mkdtemp(join(CACHE, 'fetch-'));
    try {
      const path = await download(work, name);
      const { stdout } = await run('dpkg-deb', ['--field', path, 'Version']);
      const sha256 = sha256Of(await readFile(path));
      await rename(path, packagePath(sha256));
      locked[name] = { version: stdout.trim(), sha256 };
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }
  await writeFile(LOCK, `${JSON.stringify(locked, null, 2)}\n`);
}

/** @returns {Promise<Record<string, LockedPackage>>} */
async function readLock() {
  return JSON.parse(await readFile(LOCK, 'utf8'));
}

async function unpackedOf(name, locked) {
  const path = await fetched(name, locked);
  const work = await mkdtemp(join(CACHE, 'unpack-'));
  try {
    await run('dpkg-deb', ['--extract', path, work]);
    const { stdout: control } = await run('dpkg-deb', ['--field', path]);
    const entries = await Promise.all(NEEDED[name].map((wanted) => entryOf(work, wanted)));
    return [...entries, file(`var/lib/dpkg/status.d/${name}`, control)];
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function entryOf(root, path) {
  const source = join(root, path);
  const found = await lstat(source);
  if (found.isSymbolicLink()) return link(path, await readlink(source));
  return file(path, await readFile(source), { isExecutable: (found.mode & 0o100) !== 0 });
}

/** The path of the locked package file: kept from an earlier build, or fetched by apt, which checks signatures as always. */
async function fetched(name, { version, sha256 }) {
  const kept = packagePath(sha256);
  if ((await readFile(kept).then(sha256Of, () => '')) === sha256) return kept;
  await mkdir(dirname(kept), { recursive: true });
  const work = await mkdtemp(join(CACHE, 'fetch-'));
  try {
    const path = await download(work, `${name}=${version}`).catch((cause) => {
      throw new Error(
        `deploy/image/debian.json: apt offers no ${name} ${version} here; take the .deb files of the release with --packages <folder>, or on Debian 12, run apt-get update, then node deploy/image/build.mjs --lock`,
        { cause },
      );
    });
    const found = sha256Of(await readFile(path));
    if (found !== sha256) throw new Error(`deploy/image/debian.json: ${name} ${version} has another hash: ${found}`);
    await rename(path, kept);
    return kept;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function download(folder, what) {
  const asRoot = ['-o', 'APT::Sandbox::User=root']; // as root, apt would drop to a user who may not write here
  await run('apt-get', ['download', '-qq', ...asRoot, what], { cwd: folder, timeout: APT_LIMIT_MS });
  const [name] = await readdir(folder);
  return join(folder, name);
}

function packagePath(sha256) {
  return join(CACHE, `${sha256}.deb`);
}

function sha256Of(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}
