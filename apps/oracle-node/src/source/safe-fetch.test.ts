import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { Cleanup } from '../../tests/cleanup.js';
import { asked, failureOf, fetchFailure, fetchText, newSafeFetch, startSource } from '../../tests/source-servers.js';

const cleanup = new Cleanup();
afterEach(() => cleanup.run());

describe('answers', () => {
  it.each([400, 401, 402, 404, 429, 500, 503])('%i is an upstream failure with its status', async (status) => {
    const server = await startSource(cleanup, (_, response) => response.writeHead(status).end('words'));
    const error = failureOf(await fetchFailure(newSafeFetch(cleanup, [server.name]), `${server.url}/`));
    const message = status === 402 ? 'the source is paywalled' : `the source answered ${status}`;
    expect(error).toEqual({ step: 'fetch', status, message });
  });

  it.each([301, 404, 500])('%i in one packet costs no connection', async (status) => {
    let closed = 0;
    const server = await startSource(cleanup, (request, response) => {
      request.socket.once('close', () => (closed += 1));
      response.writeHead(status).end('words');
    });
    const safeFetch = newSafeFetch(cleanup, [server.name]);
    for (let time = 0; time < 5; time += 1) await fetchFailure(safeFetch, `${server.url}/`);
    expect(closed).toBe(0);
  });

  it('none, from a source on the allow-list that refuses connections, is an upstream failure', async () => {
    const server = await startSource(cleanup, () => undefined);
    await cleanup.run();
    const safeFetch = newSafeFetch(cleanup, [server.name]);
    const refused = { step: 'fetch', status: undefined, message: 'the source could not be reached' };
    for (let time = 0; time < 2; time += 1) expect(failureOf(await fetchFailure(safeFetch, `${server.url}/`))).toEqual(refused);
  });

  it('leave no listener on the signal of the asker, good ones and bad ones', async () => {
    let count = 0;
    const server = await startSource(cleanup, (_, response) => response.writeHead((count += 1) % 2 === 0 ? 200 : 404).end('1'));
    const safeFetch = newSafeFetch(cleanup, [server.name]);
    const { signal } = new AbortController();
    for (let time = 0; time < 100; time += 1) {
      await safeFetch.fetchSource({ url: `${server.url}/`, method: 'GET' }, asked('requester', signal)).catch(() => undefined);
    }
    expect([count, getEventListeners(signal, 'abort')]).toEqual([100, []]);
  });

  it.each(['GET', 'HEAD'] as const)('an empty body (%s) is an upstream failure', async (method) => {
    const server = await startSource(cleanup, (_, response) => response.writeHead(200).end());
    expect(failureOf(await fetchFailure(newSafeFetch(cleanup, [server.name]), `${server.url}/`, method))).toMatchObject({
      message: 'the source sent an empty body',
    });
  });

  it.each(['/', '/?', '/a?b=c', '/a//b/?'])('are those to the path %s exactly as it is written', async (path) => {
    const server = await startSource(cleanup, (_, response) => response.end('1'));
    await fetchText(newSafeFetch(cleanup, [server.name]), server.url + path);
    expect(server.requests).toEqual([`GET ${path}`]);
  });

  it.each([
    ['', '/'],
    ['?b', '/?b'],
  ])('of a URL that ends its host with "%s" are those to %s, in either case', async (end, path) => {
    const server = await startSource(cleanup, (_, response) => response.end('1'));
    const safeFetch = newSafeFetch(cleanup, [server.name]);
    for (const url of [server.url + end, server.url.toUpperCase() + end, server.url + path]) await fetchText(safeFetch, url);
    expect(server.requests).toEqual(Array(3).fill(`GET ${path}`));
  });

  it('carry the headers of the configuration, and no others of their own but three', async () => {
    let seen: NodeJS.Dict<string | string[]> = {};
    const server = await startSource(cleanup, (request, response) => {
      seen = request.headers;
      response.setHeader('set-cookie', 'a=b');
      response.end('1');
    });
    const safeFetch = newSafeFetch(cleanup, [server.name]);
    await fetchText(safeFetch, `${server.url}/`, 'GET', { 'X-Api-Key': 'k', Accept: 'application/json' });
    await fetchText(safeFetch, `${server.url}/`, 'GET', { 'X-Api-Key': 'k', Accept: 'application/json' });
    const { host, connection, ...headers } = seen;
    expect({ host, connection }).toEqual({ host: server.name, connection: 'keep-alive' });
    expect(headers).toEqual({ 'x-api-key': 'k', accept: 'application/json', 'accept-encoding': 'gzip, br', 'user-agent': 'oracle-node' });
  });
});
