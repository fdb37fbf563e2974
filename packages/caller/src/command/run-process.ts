import { placesOf, readEnvironment } from '../config/environment.js';
import { FILES } from '../files/files.js';
import type { CommandDeps } from './command.js';
import { EXIT_CODES, type ExitCode } from './exit-codes.js';

/** Runs a command line as this process, which ends with its exit code. */
export async function runProcess(run: (around: CommandDeps, argv: readonly string[]) => Promise<ExitCode>): Promise<void> {
  const stop = new AbortController();
  // The first Ctrl-C ends what runs; the second ends the process.
  process.once('SIGINT', () => {
    process.once('SIGINT', () => process.exit(EXIT_CODES.interrupted));
    stop.abort();
  });
  process.once('SIGTERM', () => stop.abort());
  const output = { isUnread: false };
  for (const stream of [process.stdout, process.stderr]) {
    // Such as `| head -1`: what is written next is read by no process.
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      output.isUnread = true;
      stop.abort();
    });
  }
  const environment = readEnvironment();
  const { signal } = stop;
  const { stdout, stderr } = process;
  const exitCode = await run({ environment, places: placesOf(environment), files: FILES, signal, stdout, stderr }, process.argv.slice(2));
  process.exitCode = output.isUnread ? EXIT_CODES.done : exitCode;
  // An interrupted command may still wait for an answer.
  if (signal.aborted) process.exit();
}
