import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a client and a server, and may swallow what passes through its connections. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  /** `target`: a port of 127.0.0.1; connections made later go to where it points then. */
  private constructor(public target: number) {
    this.server = createServer((client) => {
      const upstream = connect(this.target, '127.0.0.1');
      for (const [from, to] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.sockets.add(from);
        from.on('error', () => to.destroy());
        from.on('close', () => {
          this.sockets.delete(from);
          to.destroy();
        });
        from.pipe(to);
      }
    });
  }

  static async start(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    return proxy;
  }

  get url(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return `redis://127.0.0.1:${address.port}`;
  }

  /** Ends the connections that exist now; later ones pass. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Connections that exist now swallow everything from here on; they are not closed. */
  swallow(): void {
    for (const socket of this.sockets) {
      socket.unpipe();
      socket.on('data', () => undefined);
    }
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }
}
