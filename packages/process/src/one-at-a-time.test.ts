import { once } from 'node:events';
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createOneAtATime, type OneAtATimeDeps } from './one-at-a-time.js';

let server: Server;
let client: Socket;
afterEach(() => {
  client.destroy();
  server.closeAllConnections();
  server.close();
});

async function start(handle: RequestListener, options: Partial<OneAtATimeDeps> = {}): Promise<void> {
  const line = createOneAtATime({ handle, ...options });
  server = createServer(line.handle).listen(0, '127.0.0.1');
  server.on('connection', line.watch);
  server.on('clientError', (_error, socket: Socket) => line.afterAnswers(socket, () => socket.end('HTTP/1.1 400 \r\n\r\nno HTTP')));
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
  await once(client, 'connect');
}

async function readToEnd(): Promise<string> {
  let received = '';
  client.on('data', (text: string) => {
    received += text;
  });
  await once(client, 'close');
  return received;
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;
}

function bodies(received: string): string[] {
  return [...received.matchAll(/\r\n\r\n(\/\d*)/g)].map(([, body]) => body ?? '');
}

describe('a connection', () => {
  it('has one request under way, and its answers in order, however many are sent at once', async () => {
    let underWay = 0;
    let most = 0;
    await start((request, response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      setImmediate(() => {
        underWay -= 1;
        response.end(request.url);
      });
    });
    client.write(Array.from({ length: 200 }, (_, index) => get(`/${index}`)).join(''));
    client.write('GET /200 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(bodies(await readToEnd())).toEqual(Array.from({ length: 201 }, (_, index) => `/${index}`));
    expect(most).toBe(1);
  });

  it('gets a body that follows its head in parts, and one that is large', async () => {
    await start((request, response) => {
      let length = 0;
      request.on('data', (chunk: Buffer) => {
        length += chunk.length;
      });
      request.on('end', () => response.end(`/${length}`));
    });
    const post = (length: number): string => `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n${'x'.repeat(length)}`;
    for (const length of [1, 3_000, 300_000]) {
      const [head = '', body = ''] = post(length).split('\r\n\r\n');
      client.write(`${head}\r\n\r\n${body.slice(0, 1)}`);
      client.write(body.slice(1));
      let received = '';
      while (!received.includes(`/${length}`)) received += String((await once(client, 'data'))[0]);
    }
  });

  it('ends with the answer that it waits for where it sends far ahead of its answers', async () => {
    const responses: ServerResponse[] = [];
    const asked = vi.fn();
    await start((request, response) => {
      asked(request.url);
      responses.push(response);
      if (responses.length > 1) response.end(request.url);
    });
    const ended = readToEnd();
    client.write(Array.from({ length: 5_000 }, (_, index) => get(`/${index}`)).join(''));
    await expect.poll(() => responses).toHaveLength(1);
    // The handler does not hear of the second before the first is answered.
    expect(asked).toHaveBeenCalledTimes(1);
    responses[0]?.end('/0');
    const received = await ended;
    expect(received).toMatch(/\r\nConnection: close\r\n/);
    expect(bodies(received)).toEqual(['/0']);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('holds one answer where its answers are not read, and ends', async () => {
    const asked = vi.fn();
    const closed = vi.fn();
    await start(
      (request, response) => {
        asked();
        request.socket.once('close', closed);
        // More than any buffer on the way takes.
        response.end(Buffer.alloc(64 * 1024 * 1024));
      },
      { unreadMs: 100 },
    );
    client.pause();
    client.write(get('/0').repeat(20));
    await expect.poll(() => closed).toHaveBeenCalled();
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('with garbage behind a request has the answer of that request first', async () => {
    let answer = (): void => undefined;
    await start((_request, response) => {
      answer = () => response.end('/0');
    });
    const ended = readToEnd();
    client.write(`${get('/0')}no HTTP\r\n\r\n`);
    await once(server, 'request');
    answer();
    const received = await ended;
    expect(received).toMatch(/^HTTP\/1\.1 200 /);
    expect(received).toMatch(/HTTP\/1\.1 400 .*no HTTP$/s);
  });

  it('is busy from a request to its answer, and idle then', async () => {
    const seen: string[] = [];
    await start((_request, response) => response.end('/'), { onBusy: () => seen.push('busy'), onIdle: () => seen.push('idle') });
    client.write(get('/'));
    await expect.poll(() => seen).toEqual(['busy', 'idle']);
  });
});
