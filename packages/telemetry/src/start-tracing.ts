import { randomUUID } from 'node:crypto';
import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { recordRedisSpans } from './redis-spans.js';
import { createRoundIds } from './round-ids.js';
import type { TraceSettings } from './config.js';

export interface TracingInput extends Pick<TraceSettings, 'ratio' | 'exportDelayMs'> {
  /** Name of the program; `OTEL_SERVICE_NAME` goes before it. */
  readonly name: string;
  readonly exporter: SpanExporter;
}

/** Bounds the memory while the collector does not answer. Spans beyond it are dropped. */
const MAX_WAITING_SPANS = 2_048;
/** A span has names, codes and counts alone: none is longer. */
const MAX_ATTRIBUTE_CHARACTERS = 256;

/** Makes the process record its spans, from now on. */
export function startTracing({ name, exporter, ratio, exportDelayMs }: TracingInput): TracerProvider {
  const byTraceId = new TraceIdRatioBasedSampler(ratio);
  const own = resourceFromAttributes({ 'service.name': name, 'service.namespace': 'oracle-gateway', 'service.instance.id': randomUUID() });
  const provider = new TracerProvider({
    idGenerator: createRoundIds(),
    // The trace id decides in each process, whatever another process says: so all processes with one ratio record the same rounds.
    sampler: new ParentBasedSampler({ root: byTraceId, remoteParentSampled: byTraceId, remoteParentNotSampled: byTraceId }),
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_CHARACTERS },
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: exportDelayMs, maxQueueSize: MAX_WAITING_SPANS })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  recordRedisSpans();
  return provider;
}
