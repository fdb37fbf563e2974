import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fetchDebianPackage, reasonOf } from '../packages/dev-servers/src/debian-package.mjs';

const run = promisify(execFile);
const FETCHED = join(import.meta.dirname, '..', '.tools');
const VERSION_TIMEOUT_MS = 10_000;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/** The package of each tool. A package is fetched as a whole, and has no other use here. */
const PACKAGES = {
  promtool: 'prometheus',
  prometheus: 'prometheus',
  amtool: 'prometheus-alertmanager',
  'prometheus-alertmanager': 'prometheus-alertmanager',
  'prometheus-redis-exporter': 'prometheus-redis-exporter',
  'prometheus-node-exporter': 'prometheus-node-exporter',
  bwrap: 'bubblewrap',
};
/** Tools that read files of their package below `/usr/share`. */
const READ_SHARED_FILES = ['prometheus-alertmanager'];

/**
 * Finds a tool on PATH or in `.tools`, or fetches it from Debian's packages, without root.
 *
 * @param {keyof typeof PACKAGES} tool
 * @returns {Promise<{ command: string, args: readonly string[] } | { missing: string }>} what to run, with the arguments that come first; or why it
 *   is not there
 */
export async function findDebianTool(tool) {
  if (await isUsable(tool)) return { command: tool, args: [] };
  const folder = join(FETCHED, PACKAGES[tool]);
  const command = join(folder, 'usr', 'bin', tool);
  try {
    if (!(await isUsable(command))) await fetchDebianPackage({ folder, name: PACKAGES[tool], isAlone: true });
  } catch (cause) {
    return { missing: reasonOf(cause) };
  }
  if (!(await isUsable(command))) return { missing: 'the fetched package does not run on this machine' };
  return READ_SHARED_FILES.includes(tool) ? withSharedFiles(command, join(folder, 'usr', 'share')) : { command, args: [] };
}

/** Finds a tool like findDebianTool, and throws where the tool is not there. */
export async function requireDebianTool(tool) {
  const found = await findDebianTool(tool);
  if ('missing' in found) throw new Error(`${tool}: is not there (${found.missing}); install the package ${PACKAGES[tool]}`);
  return found;
}

/** The machine as it is, but with the package's files in `/usr/share`. */
async function withSharedFiles(command, share) {
  const found = await findDebianTool('bwrap');
  if ('missing' in found) return found;
  const { command: sandbox } = found;
  return { command: sandbox, args: ['--dev-bind', '/', '/', '--ro-bind', share, '/usr/share', '--die-with-parent', command] };
}

async function isUsable(command) {
  return run(command, ['--version'], { timeout: VERSION_TIMEOUT_MS }).then(
    () => true,
    () => false,
  );
}

/** Runs promtool or amtool; resolves with what it complains about, empty where it is content. */
export async function complaintsOf(command, args, input) {
  const running = run(command, args, { maxBuffer: MAX_OUTPUT_BYTES });
  running.child.stdin?.end(input ?? '');
  try {
    await running;
    return '';
  } catch (error) {
    return `${error.stdout ?? ''}${error.stderr ?? error.message}`.trim();
  }
}
