// Schemathesis in an environment of its own under `.tools`, installed from PyPI once.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const VERSION = '4.32.5';
const MINIMUM = [3, 10];
const INSTALL_LIMIT_MS = 900_000;

/** Schemathesis cannot be had here. The message says why. */
export class NoSchemathesisError extends Error {
  name = 'NoSchemathesisError';
}

/**
 * The path of the command; installs it where it is missing.
 *
 * @throws {NoSchemathesisError} without Python, or where PyPI does not answer
 */
export function provideSchemathesis(root, { python = 'python3' } = {}) {
  const folder = join(root, '.tools', `schemathesis-${VERSION}`);
  const command = join(folder, 'bin', 'schemathesis');
  if (runs(command)) return command;
  requirePython(python);
  rmSync(folder, { recursive: true, force: true });
  const made = spawnSync(python, ['-m', 'venv', folder], { encoding: 'utf8', timeout: INSTALL_LIMIT_MS });
  if (made.status !== 0) throw new NoSchemathesisError(`${python} makes no virtual environment (Debian: apt install python3-venv)`);
  const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `schemathesis==${VERSION}`];
  const installed = spawnSync(join(folder, 'bin', 'python'), install, { encoding: 'utf8', timeout: INSTALL_LIMIT_MS });
  if (installed.status === 0 && runs(command)) return command;
  rmSync(folder, { recursive: true, force: true });
  throw new NoSchemathesisError(`schemathesis ${VERSION} cannot be installed from PyPI`);
}

function requirePython(python) {
  const { stdout } = spawnSync(python, ['--version'], { encoding: 'utf8' });
  const [major = 0, minor = 0] =
    /(\d+)\.(\d+)/
      .exec(stdout ?? '')
      ?.slice(1)
      .map(Number) ?? [];
  if (major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1])) return;
  throw new NoSchemathesisError(`needs ${python} ${MINIMUM.join('.')} or later`);
}

function runs(command) {
  return existsSync(command) && spawnSync(command, ['--version'], { encoding: 'utf8' }).stdout?.includes(VERSION) === true;
}
