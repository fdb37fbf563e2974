import { spawnTied } from '../packages/dev-servers/src/spawn-tied.mjs';

const HEARTBEAT_MS = 15_000;
const KEPT_OUTPUT_CHARACTERS = 200_000;

/** A step of the preparation failed; the message is its output. */
export class StepFailedError extends Error {
  constructor(title, reason, output) {
    super(`${title}: ${reason}\n${output}`);
    this.name = 'StepFailedError';
  }
}

/**
 * Runs one long step: a line at its start, one now and then, one at its end; its output only when it fails.
 *
 * @param {{ title: string, command: string, args: readonly string[], cwd: string, say?: (line: string) => void }} step
 * @throws {StepFailedError}
 */
export async function runStep({ title, command, args, cwd, say = console.error }) {
  const startMs = performance.now();
  const seconds = () => `${Math.round((performance.now() - startMs) / 1000)} s`;
  say(`${title} …`);
  const heartbeat = setInterval(() => say(`${title} … ${seconds()}`), HEARTBEAT_MS);
  let output = '';
  const keep = (text) => {
    output = (output + text).slice(-KEPT_OUTPUT_CHARACTERS);
  };
  const child = spawnTied(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const reason = await new Promise((resolve) => {
    child.once('error', (cause) => resolve(`cannot start ${command} (${cause.code})`));
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : `ended with ${signal ?? `exit code ${code}`}`));
  });
  clearInterval(heartbeat);
  if (reason !== undefined) throw new StepFailedError(title, reason, output);
  say(`${title}: done in ${seconds()}`);
}
