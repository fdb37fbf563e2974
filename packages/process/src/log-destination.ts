import { type DestinationStream, pino } from 'pino';

const STDOUT = 1;
const FLUSH_AFTER_MS = 100;
const BUFFER_BYTES = 8 * 1024;
/** `warn` as a number of pino. */
const WRITTEN_AT_ONCE = 40;

/**
 * Writes lines to stdout or to a file. Lines below `warn` are written together, at most a tenth of a second late: a write for each line costs a
 * twentieth of a node's CPU. The rest is written when the process ends, except by SIGKILL.
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
    // This member makes pino set `lastLevel` before each line.
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
