import { once } from 'node:events';
import { createServer } from 'node:http';

/** A span, as processes send it. */
export interface CollectedSpan {
  /** Name of the process's program. */
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: CollectedSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<CollectedSpan, 'service'>[] }[];
  }[];
}

/** An OTLP collector that keeps what it receives. */
export interface TraceCollector {
  readonly url: string;
  readonly spansOf: (traceId: string) => readonly CollectedSpan[];
  /** All bytes that it received. */
  readonly received: () => string;
  close(): Promise<void>;
}

export async function openTraceCollector(): Promise<TraceCollector> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      bodies.push(Buffer.concat(chunks).toString());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the collector does not listen on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    spansOf: (traceId) => bodies.flatMap(spansIn).filter((span) => span.traceId === traceId),
    received: () => bodies.join('\n'),
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

function spansIn(body: string): readonly CollectedSpan[] {
  const { resourceSpans }: Export = JSON.parse(body) as Export;
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const named = resource.attributes.find(({ key }) => key === 'service.name')?.value['stringValue'];
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, service: String(named) })));
  });
}
