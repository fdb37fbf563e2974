import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

import { reroute } from './lying-gateway.js';

/**
 * Fate of one exchange. `undelivered`: the gateway hears nothing of it. `half`: it hears half of the request. `abandoned`: it hears the
 * request, and that the caller has left. `after`: it hears the request and answers, and so many bytes of the answer arrive.
 */
export type Cut =
  | { readonly kind: 'undelivered' | 'half' | 'abandoned' }
  | { readonly kind: 'after'; readonly bytes: (answer: Buffer) => number };

/** One request and its whole answer, as they were on the wire. */
export interface Exchange {
  /** Method and path. */
  readonly asked: string;
  readonly request: Buffer;
  readonly answer: Buffer;
}

/** A connection to a gateway that breaks. */
export interface CuttingGateway {
  readonly fetch: typeof fetch;
  /** Every exchange that had an answer. */
  readonly exchanges: readonly Exchange[];
  close(): Promise<void>;
}

/** Treatment of a request: cut, answered in place of the gateway, or (undefined) passed on. */
export type Treatment = (request: Buffer) => Cut | { readonly kind: 'replay'; readonly answer: Buffer; readonly bytes: number } | undefined;

export async function openCuttingGateway(target: string, treat: Treatment): Promise<CuttingGateway> {
  const exchanges: Exchange[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    void serve(socket)
      .catch(() => undefined)
      .finally(() => socket.destroy());
  });
  async function serve(socket: Socket): Promise<void> {
    const next = messagesOf(socket);
    for (let request = await next(); request !== undefined; request = await next()) {
      const treatment = treat(request);
      if (treatment?.kind === 'replay') {
        if (!(await sendPart(socket, treatment.answer, treatment.bytes))) return;
        continue;
      }
      if (treatment !== undefined && treatment.kind !== 'after') return breakOff(request, treatment.kind);
      const answer = await exchange(request);
      exchanges.push({ asked: askedIn(request), request, answer });
      if (!(await sendPart(socket, answer, treatment?.bytes(answer) ?? answer.length))) return;
    }
  }
  async function exchange(request: Buffer): Promise<Buffer> {
    const upstream = await dial(target);
    try {
      upstream.write(request);
      const answer = await messagesOf(upstream)();
      if (answer === undefined) throw new Error('the gateway hung up');
      return answer;
    } finally {
      upstream.destroy();
    }
  }
  async function breakOff(request: Buffer, kind: 'undelivered' | 'half' | 'abandoned'): Promise<void> {
    if (kind === 'undelivered') return;
    const upstream = await dial(target);
    await new Promise((sent) => upstream.write(kind === 'half' ? request.subarray(0, request.length / 2) : request, sent));
    upstream.destroy();
  }
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    fetch: reroute(target, `http://127.0.0.1:${port}`),
    exchanges,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

/** Method and path of a request. */
export function askedIn(request: Buffer): string {
  return request.toString('latin1', 0, request.indexOf('\r\n')).replace(/ HTTP.*$/, '');
}

/** Resolves once the bytes are sent: whether the connection goes on. */
async function sendPart(socket: Socket, answer: Buffer, bytes: number): Promise<boolean> {
  if (bytes >= answer.length) {
    socket.write(answer);
    return true;
  }
  await new Promise<void>((sent) => socket.end(answer.subarray(0, bytes), sent));
  return false;
}

async function dial(target: string): Promise<Socket> {
  const { hostname, port } = new URL(target);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Reads one HTTP message after the other, each with a length of its own; undefined at the end. */
function messagesOf(socket: Socket): () => Promise<Buffer | undefined> {
  const chunks = socket[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let read = Buffer.alloc(0);
  return async () => {
    for (;;) {
      const length = lengthOf(read);
      if (length !== undefined && read.length >= length) {
        const message = read.subarray(0, length);
        read = read.subarray(length);
        return message;
      }
      const chunk = await chunks.next();
      if (chunk.done === true) return undefined;
      read = Buffer.concat([read, chunk.value]);
    }
  };
}

/** Bytes of the message that begins here, head and body; undefined while its head is incomplete. */
function lengthOf(bytes: Buffer): number | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return undefined;
  const body = /^content-length: *(\d+)\r?$/im.exec(bytes.toString('latin1', 0, end))?.[1] ?? '0';
  return end + 4 + Number(body);
}
