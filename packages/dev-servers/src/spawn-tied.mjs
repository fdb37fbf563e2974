// Plain, since `npm start` and `npm test` use it before anything is built; typed by JSDoc.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Part of util-linux, hence on every Debian; elsewhere a child is only as tied as its parent's signal handlers make it. */
const SETPRIV = '/usr/bin/setpriv';

/**
 * Starts a program that the kernel ends (SIGTERM) when this process dies, however it dies, SIGKILL included.
 * The process id is the program's own: `setpriv` becomes it.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { readonly addedEnv?: Readonly<Record<string, string>> }} options
 *   `addedEnv`: variables beside those of this process
 * @returns {import('node:child_process').ChildProcess}
 */
export function spawnTied(command, args, { addedEnv, ...options }) {
  const spawned = addedEnv === undefined ? options : { ...options, env: { ...process.env, ...addedEnv } };
  return existsSync(SETPRIV) ? spawn(SETPRIV, ['--pdeathsig', 'TERM', command, ...args], spawned) : spawn(command, args, spawned);
}
