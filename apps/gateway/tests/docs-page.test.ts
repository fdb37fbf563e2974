import { openApiDocument, operations } from '@oracle-gateway/gateway-api';
import { afterEach, describe, expect, it } from 'vitest';
import { PUBLIC_ORIGIN, startWorld, type World } from './fakes/world.js';

let world: World;
afterEach(() => world.close());

describe('GET /v1/openapi.json', () => {
  it('is the document of what is served, at the public origin', async () => {
    world = await startWorld({ server: { publicOrigin: PUBLIC_ORIGIN } });
    const answer = await world.http.call(operations.getOpenApi);
    const { paths, servers } = openApiDocument({ serverUrl: PUBLIC_ORIGIN });
    expect(answer.body).toMatchObject({ paths, servers: [{ url: PUBLIC_ORIGIN }] });
    expect(servers).toEqual([{ url: PUBLIC_ORIGIN }]);
  });

  it('is sent once for each version', async () => {
    world = await startWorld();
    const first = await world.http.call(operations.getOpenApi);
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    const etag = first.headers.get('etag') ?? '';
    const again = await world.http.call(operations.getOpenApi, { headers: { 'If-None-Match': etag } });
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
    expect((await world.http.call(operations.getOpenApi, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
    const other = await startWorld({ server: { publicOrigin: PUBLIC_ORIGIN } });
    expect((await other.http.call(operations.getOpenApi)).headers.get('etag')).not.toBe(etag);
    await other.close();
  });
});

describe('GET /llms.txt', () => {
  it('is a text for models that is sent once for each version', async () => {
    world = await startWorld({ server: { publicOrigin: PUBLIC_ORIGIN } });
    const { status, headers, body } = await world.http.call(operations.getLlmsText);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    expect(body).toContain(`(${PUBLIC_ORIGIN}/v1/openapi.json)`);
    const etag = headers.get('etag') ?? '';
    const again = await world.http.call(operations.getLlmsText, { headers: { 'If-None-Match': etag } });
    expect([again.status, again.headers.get('etag')]).toEqual([304, etag]);
  });
});

describe('GET /docs', () => {
  it('loads its files from the gateway alone, and none of them is a text in the page', async () => {
    world = await startWorld({ server: { publicOrigin: PUBLIC_ORIGIN } });
    const page = await fetch(`${world.url}/docs`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self' ${PUBLIC_ORIGIN}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    const html = await page.text();
    expect(html).not.toMatch(/<script(?![^>]* src=)|<style|style=|javascript:|\son\w+=/);
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => url ?? '');
    expect(loaded).toHaveLength(5);
    for (const url of loaded) {
      expect(url).toMatch(/^\/(docs|v1)\//);
      const file = await fetch(world.url + url);
      expect([file.status, file.headers.get('x-content-type-options')], url).toEqual([200, 'nosniff']);
      await file.arrayBuffer();
    }
  });

  it('is compressed where the browser takes it, and sent once for each version', async () => {
    world = await startWorld();
    const url = `${world.url}/docs/swagger-ui.js`;
    const compressed = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
    const plain = await fetch(url, { headers: { 'accept-encoding': 'identity' } });
    expect([compressed.headers.get('content-encoding'), plain.headers.get('content-encoding')]).toEqual(['gzip', null]);
    expect(Number(compressed.headers.get('content-length'))).toBeLessThan(600_000);
    expect(await compressed.text()).toBe(await plain.text());
    for (const answer of [compressed, plain]) {
      const encoding = answer === plain ? 'identity' : 'gzip';
      const headers = { 'accept-encoding': encoding, 'if-none-match': answer.headers.get('etag') ?? '' };
      expect((await fetch(url, { headers })).status, encoding).toBe(304);
    }
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('has the methods of a page, and counts as a read of its address', async () => {
    const nowMs = Date.now();
    const rateLimits = { roundsPerMinute: 0, signInsPerMinute: 0, readsPerMinute: 2 };
    world = await startWorld({ server: { rateLimits }, overrides: { nowMs: () => nowMs } });
    const post = await fetch(`${world.url}/docs`, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect((await fetch(`${world.url}/docs`)).status).toBe(200);
    expect((await fetch(`${world.url}/docs`)).status).toBe(429);
  });

  it('is not there where it is switched off; the document is', async () => {
    world = await startWorld({ server: { docsEnabled: false } });
    expect((await fetch(`${world.url}/docs`)).status).toBe(404);
    expect((await fetch(`${world.url}/docs/start.js`)).status).toBe(404);
    expect((await world.http.call(operations.getOpenApi)).status).toBe(200);
  });
});
