import { context, propagation, trace } from '@opentelemetry/api';
import { roundTrace } from './round-trace.js';

/** The header of W3C Trace Context. A gateway sends it to its nodes, and to no other server. */
export const TRACEPARENT_HEADER = 'traceparent';

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * The header for a call of a round: it names the active span, or without one the first span of the round's trace, not recorded. So a node can
 * name the trace in its log, whether traces are recorded or not.
 */
export function traceHeaders(roundId: string): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  if (trace.getActiveSpan() !== undefined) propagation.inject(context.active(), headers);
  if (TRACEPARENT_HEADER in headers) return headers;
  const { traceId, spanId } = roundTrace(roundId);
  return { [TRACEPARENT_HEADER]: `00-${traceId}-${spanId}-00` };
}

/** The trace id of such a header; undefined without a header, and for a malformed one. */
export function traceIdOf(traceparent: string | undefined): string | undefined {
  return TRACEPARENT.exec(traceparent ?? '')?.[1];
}
