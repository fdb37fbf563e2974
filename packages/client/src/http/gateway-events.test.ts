import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { TransportError } from '../base/errors.js';
import type { OnDeprecated } from './deprecation-notice.js';
import { createGatewayEvents, type EventsRequest, type GatewayEvents } from './gateway-events.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener, onDeprecated?: OnDeprecated): Promise<GatewayEvents> {
  const server = createServer(listener);
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return createGatewayEvents({ baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, fetch, onDeprecated });
}

const REQUEST: EventsRequest = { path: '/events', beginsInMs: 20_000, lifeMs: 20_000 };
const ENDS = { deprecation: '@1801353600', sunset: 'Fri, 31 Dec 2027 00:00:00 GMT' };
const STREAM = { 'content-type': 'text/event-stream; charset=utf-8' };

async function read(events: GatewayEvents, request: Partial<EventsRequest> = {}): Promise<string[]> {
  const told: string[] = [];
  for await (const { id, data } of events({ ...REQUEST, ...request })) told.push(`${id}:${data}`);
  return told;
}

describe('a stream of events', () => {
  it('is told as it arrives, and asks for events where it left off', async () => {
    const heard: unknown[] = [];
    const events = await serve((request, response) => {
      heard.push(request.headers.accept, request.headers['last-event-id']);
      response.writeHead(200, STREAM).end('retry: 1\n\n:\n\nid: 7\ndata: {}\n\nid: 8\ndata: 1\n\n');
    });
    expect(await read(events, { headers: { 'last-event-id': '6' } })).toEqual(['7:{}', '8:1']);
    expect(heard).toEqual(['text/event-stream', '6']);
  });

  it.each<[string, RequestListener]>([
    ['a refusal', (_request, response) => response.writeHead(503).end('{"code":"at_capacity"}')],
    ['a page', (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>')],
    ['no content', (_request, response) => response.writeHead(204).end()],
    ['a redirect', (_request, response) => response.writeHead(307, { location: '/elsewhere' }).end()],
    ['a connection that is cut', (_request, response) => response.destroy()],
    ['an event without end', (_request, response) => endless(response.writeHead(200, STREAM), 'data: a\n')],
    ['events without end', (_request, response) => endless(response.writeHead(200, STREAM), 'data: a\n\n')],
    ['comments without end', (_request, response) => endless(response.writeHead(200, STREAM), ':\n\n')],
  ])('is given up where it is %s', async (_what, listener) => {
    await expect(read(await serve(listener))).rejects.toBeInstanceOf(TransportError);
  });

  it.each<[string, RequestListener]>([
    ['a stream', (_request, response) => response.writeHead(200, { ...STREAM, ...ENDS }).end('data: 1\n\n')],
    ['a refusal', (_request, response) => response.writeHead(503, ENDS).end()],
  ])('tells once that its operation ends, with %s', async (_what, listener) => {
    const told: string[] = [];
    const events = await serve(listener, ({ operation }) => told.push(operation));
    await Promise.allSettled([read(events, { path: `/v1/rounds/${'r'.repeat(44)}/events` })]);
    expect(told).toEqual(['GET /v1/rounds/*/events']);
  });

  it('throws what the hearer of deprecations throws, and closes its connection', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const events = await serve(
      (_request, response) => {
        closed = once(response, 'close');
        response.writeHead(200, { ...STREAM, ...ENDS }).write('data: 1\n\n');
      },
      () => {
        throw new RangeError('heard');
      },
    );
    await expect(read(events)).rejects.toThrow(new RangeError('heard'));
    await closed;
  });

  it('is given up after its time where it does not begin', async () => {
    const events = await serve(() => undefined);
    await expect(read(events, { beginsInMs: 50 })).rejects.toBeInstanceOf(TransportError);
  });

  it('is given up once its life is over where it begins and then tells nothing', async () => {
    const events = await serve((_request, response) => response.writeHead(200, STREAM).write(':\n\n'));
    await expect(read(events, { lifeMs: 200 })).rejects.toBeInstanceOf(TransportError);
  });

  it('ends with its signal, whose reason is thrown, and closes its connection', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const ending = new AbortController();
    const events = await serve((_request, response) => {
      closed = once(response, 'close');
      response.writeHead(200, STREAM).write('data: 1\n\n');
    });
    const reading = (async () => {
      for await (const event of events({ ...REQUEST, signal: ending.signal })) {
        expect(event.data).toBe('1');
        ending.abort(new Error('enough'));
      }
    })();
    await expect(reading).rejects.toThrow('enough');
    await closed;
    await expect(read(events, { signal: ending.signal })).rejects.toThrow('enough');
  });

  it('closes its connection when its reader leaves', async () => {
    let closed: Promise<unknown> = Promise.resolve();
    const events = await serve((_request, response) => {
      closed = once(response, 'close');
      response.writeHead(200, STREAM).write('data: 1\n\n');
    });
    for await (const event of events(REQUEST)) {
      expect(event.data).toBe('1');
      break;
    }
    await closed;
  });

  it('is one of three at once: a further one is refused until one has ended', async () => {
    const events = await serve((_request, response) => response.writeHead(200, STREAM).write('data: 1\n\n'));
    const open = Array.from({ length: 3 }, () => events(REQUEST));
    for (const one of open) expect((await one.next()).value).toMatchObject({ data: '1' });
    await expect(read(events)).rejects.toThrow('3 streams');
    for (const one of open) await one.return();
    const again = events(REQUEST);
    expect((await again.next()).value).toMatchObject({ data: '1' });
    await again.return();
  });
});

function endless(response: { readonly destroyed: boolean; write(text: string, next: () => void): boolean }, text: string): void {
  const more = (): void => {
    if (!response.destroyed) response.write(text.repeat(8_192), () => setImmediate(more));
  };
  more();
}
