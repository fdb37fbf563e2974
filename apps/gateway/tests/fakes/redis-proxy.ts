import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection to Redis that can be made to lose what the server answers. */
export interface RedisProxy {
  readonly url: string;
  /** Lets commands still reach the server, and loses its answers from now on. */
  loseAnswers(): void;
  /** Resolves when `text` has passed on its way to the server `times` times since answers are lost. */
  passed(text: string, times: number): Promise<void>;
  /** Cuts the connections that lost answers; new ones work. */
  recover(): void;
  close(): Promise<void>;
}

export async function startRedisProxy(redisUrl: string): Promise<RedisProxy> {
  const { hostname, port } = new URL(redisUrl);
  const sockets = new Set<Socket>();
  let isLosing = false;
  let passed = '';
  let onPassed = (): void => undefined;

  const server = createServer((client) => {
    const upstream = connect({ host: hostname, port: Number(port) });
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
    client.on('data', (bytes) => {
      upstream.write(bytes);
      if (isLosing) passed += bytes.toString('latin1');
      onPassed();
    });
    upstream.on('data', (bytes) => {
      if (!isLosing) client.write(bytes);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseAnswers() {
      isLosing = true;
    },
    passed: (text, times) =>
      new Promise((resolve) => {
        onPassed = () => {
          if (passed.split(text).length > times) resolve();
        };
        onPassed();
      }),
    recover() {
      isLosing = false;
      cut();
    },
    async close() {
      server.close();
      cut();
      await once(server, 'close');
    },
  };
}
