import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

/** An OTLP collector on loopback that keeps the spans it receives, each with the name of its `service`. */
export async function openCollector() {
  const spans = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = JSON.parse(await text(request));
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name').value.stringValue;
      for (const scope of scopeSpans) for (const span of scope.spans) spans.push({ service, ...span });
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    spansOf: (traceId) => spans.filter((span) => span.traceId === traceId),
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}
