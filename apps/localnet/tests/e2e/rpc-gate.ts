import { once } from 'node:events';
import { createServer } from 'node:http';

/** An RPC server in front of another, that can hold back the answers of one method. */
export interface RpcGate {
  readonly url: string;
  /** Leaves calls of `method` without an answer from now on; resolves when the first such call has arrived. */
  hold(method: string): Promise<void>;
  /** Leaves every call without an answer from now on. */
  stall(): void;
  /** Held calls are dropped, later ones pass. */
  release(): void;
  close(): Promise<void>;
}

export async function openRpcGate(target: string): Promise<RpcGate> {
  let isStalled = false;
  let held: { readonly method: string; readonly arrived: () => void } | undefined;
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const body = Buffer.concat(chunks);
      if (isStalled) return;
      if (held !== undefined && body.includes(`"${held.method}"`)) {
        held.arrived();
        return;
      }
      const answer = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    })().catch(() => response.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('the gate does not listen on a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    hold: (method) =>
      new Promise((resolve) => {
        held = { method, arrived: resolve };
      }),
    stall() {
      isStalled = true;
    },
    release() {
      isStalled = false;
      held = undefined;
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
