import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createListener, type Listener } from './listener.js';

let listener: Listener;
const clients: Socket[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  await listener.close(0);
});

async function start(maxConnections: number): Promise<{ url: URL; onShed: ReturnType<typeof vi.fn> }> {
  const onShed = vi.fn();
  listener = createListener((_request, response) => response.end('served'), { host: '127.0.0.1', port: 0 }, { maxConnections, onShed });
  return { url: new URL((await listener.listen()).url), onShed };
}

/** A connection from one of the machine's own addresses. */
async function connectFrom(localAddress: string, { port }: URL, sent: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress }).setEncoding('utf8');
  clients.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  if (sent !== '') socket.write(sent);
  return socket;
}

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

describe('connections', () => {
  it.each([
    ['that are idle after a request', GET],
    ['with half a header', 'GET / HTTP/1.1\r\nHo'],
    ['that say nothing', ''],
  ])('%s make room for those of other addresses, the longest idle first', async (_name, sent) => {
    const { url, onShed } = await start(8);
    const idle: Socket[] = [];
    for (let index = 0; index < 8; index += 1) {
      const socket = await connectFrom('127.0.9.1', url, sent);
      if (sent === GET) await once(socket, 'data');
      idle.push(socket);
    }
    const firstClosed = once(idle[0]!, 'close');
    const honest = await connectFrom('127.0.8.1', url, GET);
    expect(String((await once(honest, 'data'))[0])).toContain('served');
    await firstClosed;
    expect(onShed).toHaveBeenCalledTimes(1);
    expect(idle.slice(1).every(({ closed }) => !closed)).toBe(true);
  });

  it('of an address with few are kept while another has many', async () => {
    const { url } = await start(8);
    const honest = await connectFrom('127.0.8.1', url, GET);
    await once(honest, 'data');
    for (let index = 0; index < 40; index += 1) await connectFrom('127.0.9.1', url, '');
    honest.write(GET);
    expect(String((await once(honest, 'data'))[0])).toContain('served');
  });
});
