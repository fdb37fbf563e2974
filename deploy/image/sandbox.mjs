import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Arguments of bubblewrap for a container of an image: its user, environment and folder, a read-only root, no capability, the network of the host.
 *
 * @param {object} input
 * @param {{ root: string, config: any }} input.image unpacked
 * @param {Readonly<Record<string, string>>} [input.mounts] read-only: path inside → path of this machine
 * @param {Readonly<Record<string, string>>} [input.volumes] writable, likewise; they may be within a mount
 * @param {Readonly<Record<string, string>>} [input.environment] beside the image's
 * @returns {Promise<string[]>} to be followed by the command
 */
export async function sandboxOf({ image: { root, config }, mounts = {}, volumes = {}, environment = {} }) {
  const [user, group] = config.User.split(':');
  for (const path of Object.keys(mounts)) await mountPoint(join(root, path));
  return [
    ...['--ro-bind', root, '/', '--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp'],
    ...Object.entries(mounts).flatMap(([inside, path]) => ['--ro-bind', path, inside]),
    ...Object.entries(volumes).flatMap(([inside, path]) => ['--bind', path, inside]),
    ...['--unshare-all', '--share-net', '--die-with-parent', '--cap-drop', 'ALL', '--uid', user, '--gid', group],
    ...['--clearenv', ...config.Env.flatMap((entry) => ['--setenv', ...splitAtFirst(entry, '=')])],
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...['--chdir', config.WorkingDir],
  ];
}

/** Makes the mount points before the root is read-only, as runtimes do. Files have a dot in their names here, folders none. */
async function mountPoint(path) {
  await mkdir(dirname(path), { recursive: true });
  if (/\.\w+$/.test(path)) await writeFile(path, '', { flag: 'a' });
  else await mkdir(path, { recursive: true });
}

function splitAtFirst(text, separator) {
  const at = text.indexOf(separator);
  return [text.slice(0, at), text.slice(at + separator.length)];
}
