import type { LogLevel } from '@oracle-gateway/app-config';
import { pino, type DestinationStream, type Logger } from 'pino';

export type NodeLog = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>;

/** JSON lines on stdout, or on another stream. Nothing that a caller sent is logged but identities and counts. */
export const createLog = (input: {
  readonly level: LogLevel;
  readonly nodeIndex: number;
  readonly destination?: DestinationStream;
}): NodeLog => {
  const options = { level: input.level, base: { app: 'oracle-node', node: input.nodeIndex } };
  return input.destination === undefined ? pino(options) : pino(options, input.destination);
};
