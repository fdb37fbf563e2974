import { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { describe, expect, it } from 'vitest';
import { NodeError } from '../errors/node-error.js';
import { createPublicConnector } from './connector.js';

/** A connector underneath that connects wherever it likes: what an operating system with a second opinion on a name would do. */
function connectingTo(remoteAddress: string | undefined, sockets: Socket[]): typeof buildConnector {
  return () => (_, callback) => {
    const socket = new Socket();
    Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
    sockets.push(socket);
    callback(null, socket);
  };
}

function connect(options: Partial<buildConnector.Options>, remoteAddress: string | undefined, allowed: readonly string[] = []) {
  const sockets: Socket[] = [];
  const resolve = (): Promise<readonly string[]> => Promise.reject(new Error('unexpected name resolution'));
  const build = connectingTo(remoteAddress, sockets);
  const connector = createPublicConnector({ allowed, connectTimeoutMs: 1_000, resolve, resolveAllowed: resolve, build });
  return new Promise<{ error: Error | null; socket: Socket | null; sockets: Socket[] }>((done) => {
    connector({ hostname: 'prices.example', protocol: 'https:', port: '', ...options }, (...[error, socket]) =>
      done({ error, socket, sockets }),
    );
  });
}

describe('a connection to a source', () => {
  it('is used when its peer is public', async () => {
    const { error, socket } = await connect({}, '93.184.216.34');
    expect(error).toBeNull();
    expect(socket).toBeInstanceOf(Socket);
  });

  it.each(['127.0.0.1', '::1', '10.0.0.1', '::ffff:10.0.0.1', undefined])('is destroyed when its peer turns out to be %s', async (peer) => {
    const { error, socket, sockets } = await connect({}, peer);
    expect(error).toEqual(new NodeError('forbidden_source'));
    expect(socket).toBeNull();
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true]);
  });

  it.each([
    { hostname: '127.0.0.1', protocol: 'http:', port: '8080' },
    { hostname: '::1', protocol: 'http:', port: '8080' },
    { hostname: 'fe80::1', protocol: 'https:' },
  ])('is not even opened to a literal address that is not public: $hostname', async (options) => {
    const { error, sockets } = await connect(options, '93.184.216.34');
    expect(error).toEqual(new NodeError('forbidden_source'));
    expect(sockets).toEqual([]);
  });

  it.each([
    [{ hostname: '::1', protocol: 'http:', port: '8080' }, '[::1]:8080'],
    [{ hostname: '127.0.0.1', protocol: 'http:', port: '' }, '127.0.0.1:80'],
    [{ hostname: 'localhost', protocol: 'https:', port: '' }, 'localhost:443'],
  ])('may go to a private peer that the allow-list names: %j', async (options, entry) => {
    expect((await connect(options, '127.0.0.1', [entry])).error).toBeNull();
    expect((await connect(options, '127.0.0.1', [`${entry}0`])).error).toEqual(new NodeError('forbidden_source'));
  });
});
