import { once } from 'node:events';
import { createServer } from 'node:http';

/** Method and path by which an exchange is recognised. */
export interface AskedFor {
  readonly path: string;
  readonly body: string;
}

/** Point at which a process dies: before the server hears the request, or after it has answered and before the answer arrives. */
export interface Planted {
  readonly when: 'before' | 'after';
  readonly isPoint: (asked: AskedFor) => boolean;
  /** Ends the process that asked. */
  readonly kill: () => Promise<void>;
}

/** A server in front of another, at which the process that asks is killed at a planted point. */
export interface KillGate {
  readonly url: string;
  /** The next request that is the point kills, once. */
  plant(planted: Planted | null): void;
  close(): Promise<void>;
}

export async function openKillGate(
  target: string,
  onRequest: (asked: AskedFor) => Promise<void> = () => Promise.resolve(),
): Promise<KillGate> {
  let planted: Planted | null = null;
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const bytes = Buffer.concat(chunks);
      const asked = { path: request.url ?? '', body: bytes.toString() };
      const here = planted?.isPoint(asked) === true ? planted : null;
      if (here !== null) planted = null;
      if (here?.when === 'before') {
        await here.kill();
        response.destroy();
        return;
      }
      await onRequest(asked);
      const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
      const answer = await fetch(`${target}${asked.path}`, {
        method: request.method ?? 'GET',
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
        ...(bytes.length === 0 ? {} : { body: bytes }),
      });
      const text = await answer.text();
      if (here !== null) {
        await here.kill();
        response.destroy();
        return;
      }
      const kept = [...answer.headers].filter(
        ([name]) => !/^(connection|content-encoding|content-length|keep-alive|transfer-encoding)$/.test(name),
      );
      response.writeHead(answer.status, Object.fromEntries(kept)).end(text);
    })().catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the gate does not listen on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    plant(next) {
      planted = next;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
