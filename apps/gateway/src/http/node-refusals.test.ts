import { once } from 'node:events';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createOneAtATime } from '@oracle-gateway/process';
import { afterEach, describe, expect, it } from 'vitest';
import { answerNodeRefusals, type ReportRefusal } from './node-refusals.js';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function connectTo(options: ServerOptions, listener: Parameters<typeof createServer>[1], report?: ReportRefusal): Promise<Socket> {
  const line = createOneAtATime({ handle: listener ?? (() => undefined) });
  server = createServer(options, line.handle).listen(0, '127.0.0.1');
  server.on('connection', line.watch);
  answerNodeRefusals(server, { report, afterAnswers: line.afterAnswers });
  await once(server, 'listening');
  return connect((server.address() as AddressInfo).port, '127.0.0.1').setEncoding('utf8');
}

async function readToEnd(socket: Socket): Promise<string> {
  let received = '';
  socket.on('data', (text: string) => {
    received += text;
  });
  await once(socket, 'close');
  return received;
}

describe('answerNodeRefusals', () => {
  it('a request that does not arrive in time is 408 with a code', async () => {
    const reports: Parameters<ReportRefusal>[0][] = [];
    const timeouts = { headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 };
    const socket = await connectTo(timeouts, undefined, (answer) => void reports.push(answer));
    socket.write('GET /health HTTP/1.1\r\nHost: ');
    const received = await readToEnd(socket);
    expect(received).toMatch(/^HTTP\/1\.1 408 /);
    expect(received).toMatch(
      /\r\n\r\n\{"error":"the request took too long to arrive","code":"request_timeout","docUrl":"\/docs\/errors\/request_timeout"\}$/,
    );
    expect(reports).toMatchObject([{ operation: 'none', status: 408, refusal: { code: 'request_timeout' }, client: '127.0.0.1' }]);
  });

  it('writes nothing into an answer that has begun', async () => {
    const socket = await connectTo({}, (_request, response) => {
      response.writeHead(200, { 'Content-Length': '10' }).write('half');
    });
    socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
    await once(socket, 'readable');
    const received = readToEnd(socket);
    socket.write('no chunk\r\n\r\n');
    expect(await received).toMatch(/\r\n\r\nhalf$/);
  });

  it('leaves the answer of a request whole when something else follows it', async () => {
    let finish = (): void => undefined;
    const socket = await connectTo({}, (_request, response) => {
      response.writeHead(200, { 'Content-Length': '10' }).write('half');
      finish = () => response.end(' whole');
    });
    socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\nno HTTP\r\n\r\n');
    await once(socket, 'readable');
    const received = readToEnd(socket);
    finish();
    expect(await received).toMatch(/\r\n\r\nhalf wholeHTTP\/1\.1 400 /);
  });
});
