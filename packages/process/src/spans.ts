import { context, createContextKey, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';
import type { Context, Link, Span, SpanContext, SpanOptions, Tracer, TracerProvider } from '@opentelemetry/api';
import { roundTrace, type RoundTrace } from './round-trace.js';
import { withDeadline } from './with-deadline.js';

/** Attributes that a span may carry: counts, codes, names and identities, never what a caller or a source sent. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** Key under which `@oracle-gateway/telemetry` reads the ids of a first span. */
const FIRST_SPAN = createContextKey('oracle-gateway.first-span');
const REQUEST = createContextKey('oracle-gateway.request');
/** Limit on the wait for the last spans to leave, at the end of a process. */
const FLUSH_MS = 1_000;

interface ServedRequest {
  readonly requestId: string;
  readonly arrivedAtMs: number;
}

function tracer(): Tracer {
  return trace.getTracer('oracle-gateway');
}

/** Whether the process was started with a tracer. One that was not pays for this question alone. */
function isTracing(): boolean {
  return propagation.fields().length > 0;
}

/** Runs the work of a request. A round that it serves begins its trace with the arrival of the request. */
export function traceRequest<T>(requestId: string, work: () => Promise<T>): Promise<T> {
  if (!isTracing()) return work();
  const request: ServedRequest = { requestId, arrivedAtMs: Date.now() };
  return context.with(context.active().setValue(REQUEST, request), work);
}

/** Serves a round under the first span of its trace. The time since the arrival of its request is the span `admit`. */
export function traceRound<T>(round: { readonly roundId: string; readonly path: string }, work: () => Promise<T>): Promise<T> {
  if (!isTracing()) return work();
  const request = context.active().getValue(REQUEST) as ServedRequest | undefined;
  const startTime = request?.arrivedAtMs ?? Date.now();
  const attributes = {
    'oracle.round.id': round.roundId,
    'oracle.path': round.path,
    ...(request === undefined ? {} : { 'oracle.request.id': request.requestId }),
  };
  const named = ROOT_CONTEXT.setValue(FIRST_SPAN, roundTrace(round.roundId));
  // The names are in this context alone: later spans get names of their own.
  const first = context.with(named, () => tracer().startSpan('round', { startTime, attributes, kind: SpanKind.SERVER }, ROOT_CONTEXT));
  const inside = trace.setSpan(context.active(), first);
  if (request !== undefined) tracer().startSpan('admit', { startTime }, inside).end();
  return runIn(inside, first, work);
}

/** Runs work that no request asked for under the first span of a trace of its own. */
export function traceWork<T>(name: string, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
  if (!isTracing()) return work();
  const first = tracer().startSpan(name, { attributes }, ROOT_CONTEXT);
  return runIn(trace.setSpan(ROOT_CONTEXT, first), first, work);
}

/** Runs a step of a round under a span of its own. Without a span around it, it has no span of its own: work in the background is not traced. */
export function inSpan<T>(name: string, work: () => Promise<T>, attributes: SpanAttributes = {}): Promise<T> {
  return runBelow(name, SpanKind.INTERNAL, attributes, work);
}

/** Runs a call of another server under a span of its own. */
export function inCallSpan<T>(name: string, work: () => Promise<T>, attributes: SpanAttributes = {}): Promise<T> {
  return runBelow(name, SpanKind.CLIENT, attributes, work);
}

/** Answers a call under a span that belongs to the trace of its caller. No span is made for a call without a trace. */
export function inAnswerSpan<T>(
  name: string,
  traceparent: string | undefined,
  work: () => Promise<T>,
  attributes: SpanAttributes = {},
): Promise<T> {
  if (!isTracing() || traceparent === undefined) return work();
  const caller = propagation.extract(ROOT_CONTEXT, { traceparent });
  if (trace.getSpanContext(caller) === undefined) return work();
  const span = tracer().startSpan(name, { attributes, kind: SpanKind.SERVER }, caller);
  return runIn(trace.setSpan(caller, span), span, work);
}

/**
 * Does work of another process for rounds: a span in the trace of each. The first is around the work; the others have its times and a link to
 * it. `work` gets a function that adds attributes to all.
 */
export function inRoundSpans<T>(
  name: string,
  roundIds: readonly string[],
  work: (note: (attributes: SpanAttributes) => void) => Promise<T>,
): Promise<T> {
  const [firstId, ...otherIds] = roundIds;
  if (!isTracing() || firstId === undefined) return work(() => undefined);
  const first = startInRound(name, firstId, {});
  const links: Link[] = [{ context: first.spanContext() }];
  const others = otherIds.map((roundId) => startInRound(name, roundId, { links }));
  const note = (attributes: SpanAttributes): void => {
    for (const span of [first, ...others]) span.setAttributes(attributes);
  };
  note({ 'oracle.rounds': roundIds.length });
  return runIn(trace.setSpan(ROOT_CONTEXT, first), first, () => work(note)).finally(() => {
    for (const span of others) span.end();
  });
}

function runBelow<T>(name: string, kind: SpanKind, attributes: SpanAttributes, work: () => Promise<T>): Promise<T> {
  if (!isTracing() || trace.getActiveSpan() === undefined) return work();
  const span = tracer().startSpan(name, { attributes, kind });
  return runIn(trace.setSpan(context.active(), span), span, work);
}

function startInRound(name: string, roundId: string, options: SpanOptions): Span {
  const attributes = { 'oracle.round.id': roundId };
  return tracer().startSpan(name, { ...options, attributes, kind: SpanKind.CONSUMER }, contextOf(roundTrace(roundId)));
}

/** The sampler of each process decides by the trace id, so the flag says no more than that the trace may be recorded. */
function contextOf(names: RoundTrace): Context {
  const first: SpanContext = { ...names, traceFlags: TraceFlags.SAMPLED, isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, first);
}

async function runIn<T>(inside: Context, span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await context.with(inside, work);
  } catch (error) {
    // Neither message nor stack: they may hold a secret.
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', errorType(error));
    throw error;
  } finally {
    span.end();
  }
}

/** The code of an error of this project, which is one of a list; otherwise the name of its class. */
function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Sends what was recorded, at the end of the process. Takes a second at most, and never fails. */
export async function flushSpans(): Promise<void> {
  if (!isTracing()) return;
  const global: TracerProvider & { readonly getDelegate?: () => TracerProvider } = trace.getTracerProvider();
  const own: TracerProvider & { readonly forceFlush?: () => Promise<void> } = global.getDelegate?.() ?? global;
  await withDeadline(own.forceFlush?.() ?? Promise.resolve(), FLUSH_MS).catch(() => undefined);
}
