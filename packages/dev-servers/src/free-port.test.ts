import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from './free-port.js';

const open: ReturnType<typeof createServer>[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

async function take(port: number): Promise<number> {
  const server = createServer().listen(port, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

describe('freePort', () => {
  it('answers a port to listen on, below those of outgoing connections', async () => {
    const port = await freePort();
    expect(port).toBeLessThan(32_000);
    expect(await take(port)).toBe(port);
  });

  it('answers no port that fetch refuses', async () => {
    const url = `http://127.0.0.1:${await freePort(() => 0)}`;
    await expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  it('passes over a port that is taken', async () => {
    const taken = await take(await freePort());
    const draws = [(taken - 10_081 + 0.5) / 21_919];
    expect(await freePort(() => draws.shift() ?? Math.random())).not.toBe(taken);
    expect(draws).toEqual([]);
  });

  it('gives up after a bounded number of tries', async () => {
    const taken = await take(await freePort());
    let tries = 0;
    const search = freePort(() => {
      tries += 1;
      return (taken - 10_081 + 0.5) / 21_919;
    });
    await expect(search).rejects.toThrow('no free port found in 10081..32000 after 100 tries');
    expect(tries).toBe(100);
  });
});
