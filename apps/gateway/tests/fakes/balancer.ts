import { Agent, createServer, get, request as send, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A load balancer in front of gateways. It asks each for `/ready` once a period and sends requests, by turns, to the last that were. */
export interface Balancer {
  readonly url: string;
  /** Resolves when the balancer has seen that this gateway is ready, or is not. */
  sees(gatewayUrl: string, isReady: boolean): Promise<void>;
  close(): Promise<void>;
}

interface Backend {
  readonly url: string;
  readonly agent: Agent;
  isReady: boolean;
}

const PERIOD_MS = 50;
const CHECK_TIMEOUT_MS = 5_000;
/** Status of the balancer when a gateway breaks a connection, or none is ready. It sends nothing twice. */
const BAD_GATEWAY = 502;

export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  const backends = urls.map((url): Backend => ({ url, agent: new Agent({ keepAlive: true }), isReady: false }));
  const listeners = new Set<() => void>();
  const ending = new AbortController();
  let turn = 0;

  const server = createServer((request, response) => {
    const ready = backends.filter(({ isReady }) => isReady);
    const backend = ready[turn % ready.length];
    turn += 1;
    if (backend === undefined) response.writeHead(BAD_GATEWAY).end();
    else forward(request, response, backend);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const checks = backends.map(async (backend) => {
    while (!ending.signal.aborted) {
      backend.isReady = await isReady(backend.url);
      for (const listener of listeners) listener();
      await wait(PERIOD_MS);
    }
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sees: (gatewayUrl, wanted) =>
      new Promise((resolve) => {
        const check = (): void => {
          if (backends.find(({ url }) => url === gatewayUrl)?.isReady !== wanted) return;
          listeners.delete(check);
          resolve();
        };
        listeners.add(check);
      }),
    async close() {
      ending.abort();
      await Promise.all(checks);
      server.close();
      server.closeAllConnections();
      for (const { agent } of backends) agent.destroy();
    },
  };
}

function isReady(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const check = get(`${url}/ready`, { timeout: CHECK_TIMEOUT_MS, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    check.on('timeout', () => check.destroy());
    check.on('error', () => resolve(false));
  });
}

function forward(request: IncomingMessage, response: ServerResponse, { url, agent }: Backend): void {
  const { method = 'GET', headers } = request;
  const onward = send(`${url}${request.url ?? '/'}`, { method, headers, agent }, (answer) => {
    const { connection: _, ...answered } = answer.headers;
    response.writeHead(answer.statusCode ?? BAD_GATEWAY, answered);
    answer.pipe(response);
  });
  onward.on('error', () => {
    if (!response.headersSent) response.writeHead(BAD_GATEWAY);
    response.end();
  });
  request.pipe(onward);
}
