import { type DestinationStream, type Logger, pino } from 'pino';
import { createLogDestination } from './log-destination.js';
import { loggedError } from './logged-error.js';
import { roundTrace } from './round-trace.js';

export interface LoggerInput {
  /** The name that every line has in `app`. */
  readonly app: string;
  /** The least severe lines that are written, as pino names them. */
  readonly level: string;
  /** Further members of every line. */
  readonly members?: Readonly<Record<string, string | number>>;
  /** Default: standard output. */
  readonly destination?: DestinationStream;
}

/**
 * JSON lines with `app`, without process id and host name. `err` holds an error in the form of `loggedError`. A line with a `roundId` names the
 * round's trace in `traceId`.
 */
export function createLogger({ app, level, members = {}, destination = createLogDestination() }: LoggerInput): Logger {
  return pino({ level, base: { app, ...members }, serializers: { err: loggedError }, formatters: { log: withTrace } }, destination);
}

function withTrace(line: Record<string, unknown>): Record<string, unknown> {
  return typeof line['roundId'] === 'string' ? { ...line, traceId: roundTrace(line['roundId']).traceId } : line;
}
