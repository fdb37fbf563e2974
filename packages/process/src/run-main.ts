import type { SignalSource } from './run-service.js';
import { withDeadline } from './with-deadline.js';

/** A reader of the output that has stopped reading does not keep the process alive. */
const OUTPUT_TIMEOUT_MS = 60_000;

/** The process around a command line. */
export interface ProcessIo {
  /** Words after the program's name. */
  readonly argv: readonly string[];
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** Emitter of requests to stop. */
  readonly signals: SignalSource;
}

/**
 * Runs the command line of this process and ends the process with its exit code. A library that still waits for a server that is gone must
 * not keep the process alive.
 */
export async function runMain(run: (io: ProcessIo) => Promise<number>): Promise<void> {
  for (const output of [process.stdout, process.stderr]) output.on('error', passOverLeftReader);
  const exitCode = await run({
    argv: process.argv.slice(2),
    write: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    signals: process,
  });
  // Output that a pipe has not taken yet would end with the process.
  await withDeadline(new Promise<void>((resolve) => process.stdout.write('', () => resolve())), OUTPUT_TIMEOUT_MS);
  process.exit(exitCode);
}

/** The reader of a pipe has left, as `head` does: the command goes on. Output to a full disk is a failure. */
function passOverLeftReader(error: Error): void {
  if (!('code' in error) || error.code !== 'EPIPE') throw error;
}
