import { createHash } from 'node:crypto';

/** Names of a round's trace and of its first span, in the hexadecimal form of W3C Trace Context. */
export interface RoundTrace {
  readonly traceId: string;
  readonly spanId: string;
}

/**
 * Derived from the round's id, so that every process that has the id finds the trace, and no record or message carries it. A hash, because the
 * id of a private round is its caller's secret.
 */
export function roundTrace(roundId: string): RoundTrace {
  const digest = createHash('sha256').update(`Oracle Gateway: trace of round ${roundId}`).digest('hex');
  return { traceId: digest.slice(0, 32), spanId: digest.slice(32, 48) };
}
