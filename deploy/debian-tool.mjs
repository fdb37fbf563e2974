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
};

/**
 * Finds a tool of Prometheus on PATH or in `.tools`, or fetches it from Debian's packages, without root.
 *
 * @param {keyof typeof PACKAGES} tool
 * @returns {Promise<{ command: string } | { missing: string }>} what to run, or why it is not there
 */
export async function findDebianTool(tool) {
  const folder = join(FETCHED, PACKAGES[tool]);
  const fetched = join(folder, 'usr', 'bin', tool);
  for (const command of [tool, fetched]) if (await isUsable(command)) return { command };
  try {
    await fetchDebianPackage({ folder, name: PACKAGES[tool], isAlone: true });
  } catch (cause) {
    return { missing: reasonOf(cause) };
  }
  return (await isUsable(fetched)) ? { command: fetched } : { missing: 'the fetched package does not run on this machine' };
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
