import { type IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorld, type World } from './fakes/world.js';

const RPC_URL = 'https://rpc.example/path';
const ASSET = 'assets/main-ABCD1234.js';
const demoKey = Uint8Array.from({ length: 64 }, (_, index) => index);

let folder: string;
let world: World;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'page-'));
  await mkdir(join(folder, 'page', 'assets'), { recursive: true });
  await writeFile(join(folder, 'page', 'index.html'), '<!doctype html><title>page</title>');
  await writeFile(join(folder, 'page', ASSET), 'let page;');
  await writeFile(join(folder, 'secret.html'), 'secret');
  world = await startWorld({ explorer: { filesPath: join(folder, 'page'), rpcUrls: [RPC_URL] }, demoKey });
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});

async function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${world.url}${path}`, { headers, redirect: 'manual' });
}

/** `fetch` would tidy the path up. */
async function statusOf(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(world.url);
  const asked = request({ hostname, port, path }).end();
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

describe('the page at /app', () => {
  it('is where a browser comes to from /', async () => {
    const response = await get('/', { accept: 'text/html,*/*;q=0.8' });
    expect([response.status, response.headers.get('location')]).toEqual([302, 'app/']);
    expect((await get('/')).headers.get('location')).toBe('llms.txt');
  });

  it('is served under a policy that names its own origin and the RPC servers alone', async () => {
    const response = await get('/app/');
    expect([response.status, await response.text()]).toEqual([200, '<!doctype html><title>page</title>']);
    const policy = response.headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self' https://rpc.example",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy?.join()).not.toMatch(/unsafe|\*/);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('begins at /app/, to which /app leads', async () => {
    const response = await get('/app');
    expect([response.status, response.headers.get('location')]).toEqual([308, 'app/']);
  });

  it('keeps hashed files forever, compresses, and answers 304 for what the browser has', async () => {
    const first = await get(`/app/${ASSET}`, { 'accept-encoding': 'gzip' });
    expect(first.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(first.headers.get('content-encoding')).toBe('gzip');
    expect(await first.text()).toBe('let page;');
    const etag = first.headers.get('etag') ?? '';
    expect((await get(`/app/${ASSET}`, { 'accept-encoding': 'gzip', 'if-none-match': `"other", W/${etag}` })).status).toBe(304);
    expect((await get(`/app/${ASSET}`, { 'accept-encoding': 'identity', 'if-none-match': etag })).status).toBe(200);
    expect((await get('/app/')).headers.get('cache-control')).toBe('no-cache');
  });

  it('tells the page where the ledger is, and lends a test world’s key', async () => {
    const response = await get('/app/settings.json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      programId: expect.any(String) as string,
      network: world.config.network,
      rpcUrls: [RPC_URL],
      demoKey: [...demoKey],
    });
  });

  it.each([
    '/app/../secret.html',
    '/app/%2e%2e/secret.html',
    '/app/..%2fsecret.html',
    '/app/assets/',
    '/app//index.html',
    '/App/',
    '/application',
    '/app/%00',
  ])('has no other path: %s', async (path) => {
    expect(await statusOf(path)).toBe(404);
  });

  it('takes no other method', async () => {
    const response = await fetch(`${world.url}/app/`, { method: 'POST' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const head = await fetch(`${world.url}/app/`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('is the one that comes with the gateway where no folder is named', async () => {
    await mkdir(join(folder, 'explorer'));
    await writeFile(join(folder, 'explorer', 'index.html'), '<!doctype html><title>bundled</title>');
    const bundled = await startWorld({ explorer: { filesPath: null, rpcUrls: [RPC_URL] }, overrides: { pagesPath: folder } });
    expect(await (await fetch(`${bundled.url}/app/`)).text()).toContain('bundled');
    await bundled.close();
  });

  it('is not there where the configuration leaves it off', async () => {
    const plain = await startWorld();
    expect((await fetch(`${plain.url}/app/`)).status).toBe(404);
    await plain.close();
  });
});
