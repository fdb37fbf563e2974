import { createServer } from 'node:http';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

/** Connections that wait for an answer that never comes. */
const KEEP_ALIVE_MS = 120_000;

/**
 * An HTTP proxy in front of a server of this machine. It passes every call on until it is told a fault.
 *
 * @typedef {{ url: string, body: any, forward: () => Promise<{ status: number, text: string }>,
 *   answer: (status: number, text: string) => void, drop: () => void }} Call
 */
export async function startFaultProxy() {
  let target = '';
  let fault = passOn;
  const server = createServer((request, response) => void treat(request, response));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  const treat = async (request, response) => {
    const body = await text(request).catch(() => null);
    if (body === null) return;
    const call = {
      url: request.url,
      body: jsonOf(body),
      async forward() {
        const headers = { 'content-type': 'application/json', authorization: request.headers.authorization ?? '' };
        const answer = await fetch(`${target}${request.url}`, { method: request.method, headers, ...(body === '' ? {} : { body }) });
        return { status: answer.status, text: await answer.text() };
      },
      answer: (status, answered) => response.writeHead(status, { 'content-type': 'application/json' }).end(answered),
      drop: () => request.socket.destroy(),
    };
    await fault(call).catch(() => call.drop());
  };
  return {
    /** Returns the url of the proxy. */
    async open(url) {
      target = url;
      await once(server.listen(0, '127.0.0.1'), 'listening');
      return `http://127.0.0.1:${server.address().port}`;
    },
    /** @param {(call: Call) => Promise<void>} [next] without it, the proxy passes every call on */
    setFault(next = passOn) {
      fault = next;
      // Calls that wait for ever would else outlast the fault.
      if (next === passOn) server.closeAllConnections();
    },
    async close() {
      if (!server.listening) return;
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** @param {Call} call */
export async function passOn(call) {
  const { status, text: answered } = await call.forward();
  call.answer(status, answered);
}

function jsonOf(body) {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
