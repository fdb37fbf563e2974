import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { dirname } from 'node:path/posix';
import { buffer } from 'node:stream/consumers';
import { pack } from 'tar-stream';

/**
 * @typedef {object} Entry a file, a folder or a link of an image; unless it has an owner it belongs to root, so that the program cannot change it
 * @property {string} path from the root of the image, without the first slash
 * @property {'file' | 'directory' | 'symlink'} type
 * @property {number} mode
 * @property {Buffer} [body] of a file
 * @property {string} [target] of a link
 * @property {string} [owner] numbers of user and group, with a colon between them
 */

const EXECUTABLE = 0o755;
const READABLE = 0o644;
const LINK = 0o777;
const PRIVATE = 0o700;
const ROOT = '0:0';

/** @returns {Entry} */
export function file(path, body, { isExecutable = false } = {}) {
  return { path, type: 'file', mode: isExecutable ? EXECUTABLE : READABLE, body: Buffer.from(body) };
}

/** @returns {Entry} */
export function folder(path, mode = EXECUTABLE) {
  return { path, type: 'directory', mode };
}

/**
 * A folder that the program may write. A new volume that is mounted over it takes its owner.
 *
 * @returns {Entry}
 */
export function ownFolder(path, owner) {
  return { path, type: 'directory', mode: PRIVATE, owner };
}

/** @returns {Entry} */
export function link(path, target) {
  return { path, type: 'symlink', mode: LINK, target };
}

/**
 * A tar archive whose bytes depend on the entries and the time alone: entries in the order of their paths, the folders above them included.
 *
 * @param {readonly Entry[]} entries
 * @param {Date} time that every entry bears
 * @returns {Promise<Buffer>}
 */
export async function tarOf(entries, time) {
  const archive = pack();
  const bytes = buffer(archive);
  for (const { path, type, mode, body, target, owner = ROOT } of withFolders(entries)) {
    const name = type === 'directory' ? `${path}/` : path;
    const [uid, gid] = owner.split(':').map(Number);
    archive.entry({ name, type, mode, mtime: time, uid, gid, linkname: target }, type === 'file' ? body : undefined);
  }
  archive.finalize();
  return bytes;
}

/** GNU gzip, whose output has no time and depends on no processor; zlib's does. */
export async function gzipped(bytes) {
  const child = spawn('gzip', ['--no-name', '--best'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const closed = new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  child.stdin.end(bytes);
  const [compressed, code] = await Promise.all([buffer(child.stdout), closed]);
  if (code !== 0) throw new Error(`gzip ends with ${code}`);
  return compressed;
}

/** Digest in the form of an OCI descriptor. */
export function digestOf(bytes) {
  return `sha256:${createHash('sha256').update(bytes).digest('hex')}`;
}

function withFolders(entries) {
  const byPath = new Map();
  for (const entry of entries) {
    for (let above = dirname(entry.path); above !== '.'; above = dirname(above)) if (!byPath.has(above)) byPath.set(above, folder(above));
    if (byPath.get(entry.path)?.type === 'file') throw new Error(`${entry.path}: is twice in the image`);
    byPath.set(entry.path, entry);
  }
  // A folder stands before what is in it.
  return [...byPath.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}
