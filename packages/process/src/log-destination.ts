import { type DestinationStream, pino } from 'pino';

const STDOUT = 1;
const FLUSH_AFTER_MS = 100;
const BUFFER_BYTES = 8 * 1024;
/** `warn` as pino counts. */
const WRITTEN_AT_ONCE = 40;

/**
 * Lines on stdout, or in a file. Those below `warn` are written together, a tenth of a second late at most: a write for each is a twentieth
 * of a node's CPU. Whatever ends the process but SIGKILL writes what is left.
 */
export function createLogDestination(dest: number | string = STDOUT): DestinationStream {
  const lines = pino.destination({ dest, sync: true, minLength: BUFFER_BYTES });
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    lines.flush();
  };
  process.on('exit', () => {
    lines.flushSync();
  });
  const destination = {
    // Asks pino to tell the level of each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string): void {
      lines.write(line);
      if (destination.lastLevel >= WRITTEN_AT_ONCE) flush();
      else timer ??= setTimeout(flush, FLUSH_AFTER_MS).unref();
    },
  };
  return destination;
}
