import { debianLibraries } from './debian-libraries.mjs';
import { file, folder } from './layer.mjs';
import { nodeProgram } from './node-program.mjs';

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
 * @param {{ packages?: string }} [options] `packages` is a folder with Debian's packages, of a release of ours
 * @returns {Promise<{ entries: import('./layer.mjs').Entry[], node: { version: string, sha256: string }, debian: import('./debian-libraries.mjs').DebianLibrary[] }>}
 */
export async function baseOfImages({ packages } = {}) {
  const [{ version, sha256, program, licence }, libraries] = await Promise.all([nodeProgram(), debianLibraries({ packages })]);
  return {
    node: { version, sha256 },
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
