import { once } from 'node:events';
import { createServer } from 'node:http';

/** An RPC server in front of another: it passes everything on, and answers `sendTransaction` with an error once it is done. */
export async function serveLossyRpc(target: string): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      const answer = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      const text = await answer.text();
      const isLost = body.includes('"sendTransaction"');
      response.writeHead(isLost ? 502 : answer.status, { 'content-type': 'application/json' }).end(isLost ? '' : text);
    })().catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the RPC server does not listen on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
