import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fetchDebianPackage, reasonOf } from '../packages/dev-servers/src/debian-package.mjs';

const run = promisify(execFile);
const FOLDER = join(import.meta.dirname, '..', '.tools', 'prometheus');
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/**
 * Finds promtool on PATH or in `.tools/prometheus`, or fetches it from Debian's packages, without root.
 *
 * @returns {Promise<{ command: string } | { missing: string }>} what to run, or why there is no promtool
 */
export async function findPromtool() {
  const candidates = ['promtool', join(FOLDER, 'usr', 'bin', 'promtool')];
  for (const command of candidates) if (await isUsable(command)) return { command };
  try {
    await fetchDebianPackage({ folder: FOLDER, name: 'prometheus', isAlone: true });
  } catch (cause) {
    return { missing: reasonOf(cause) };
  }
  const command = candidates[1];
  return (await isUsable(command)) ? { command } : { missing: 'the fetched package does not run on this machine' };
}

async function isUsable(command) {
  return run(command, ['--version']).then(
    () => true,
    () => false,
  );
}

/** Runs promtool; resolves with what it complains about, empty where it is content. */
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
