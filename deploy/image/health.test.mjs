import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';

const PROGRAM = join(import.meta.dirname, 'health.mjs');

function exitCode(args, env = {}) {
  return new Promise((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], { env: { ...process.env, ...env } }, (error) =>
      resolve(error === null ? 0 : error.code),
    );
  });
}

test('the health check passes where the URL answers 2xx, and nowhere else', async () => {
  const server = createServer((request, response) => response.writeHead(request.url === '/health' ? 200 : 503).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${server.address().port}`;
  const codes = await Promise.all([
    exitCode([`${url}/health`]),
    exitCode([`${url}/ready`]),
    exitCode([], { HEALTH_URL: `${url}/health` }),
    exitCode([`${url}/ready`], { HEALTH_URL: `${url}/health` }),
  ]);
  server.close();
  assert.deepEqual(codes, [0, 1, 0, 1]);
  assert.equal(await exitCode([`${url}/health`]), 1);
});
