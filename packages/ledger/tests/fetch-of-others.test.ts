import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** `fetch` as @solana/kit calls it: the body's length is told beside what `fetch` says of it. */
const CALL_AS_KIT_DOES = `
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' });
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  const answer = await fetch(process.argv[2], { method: 'POST', headers, body });
  process.stdout.write(await answer.text());
`;
/** The keep-alive client, used before anything else in the process has called \`fetch\`. */
const USE_KEEP_ALIVE = `
  const init = { method: 'POST', headers: {}, body: '{}', redirect: 'error', signal: AbortSignal.timeout(10_000) };
  for await (const _ of (await ledger.createKeepAliveFetch()(process.argv[2], init)).body);
`;

const server = createServer((request, response) => {
  request.resume().on('end', () => response.end('heard'));
});
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

/** Runs the sources in a process that has loaded nothing else. */
async function run(program: string): Promise<string> {
  const outfile = join(await mkdtemp(join(tmpdir(), 'ledger-import-')), 'program.mjs');
  const index = new URL('../src/index.ts', import.meta.url).pathname;
  await build({
    stdin: {
      contents: `import * as ledger from ${JSON.stringify(index)};\nglobalThis.ledger = ledger;\n${program}`,
      resolveDir: import.meta.dirname,
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['@oracle-gateway/source'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'silent',
  });
  const { port } = server.address() as AddressInfo;
  const { stdout } = await promisify(execFile)(process.execPath, [outfile, `http://127.0.0.1:${port}`]);
  return stdout;
}

it('the import of this package leaves `fetch` of its process as it was', async () => {
  expect(await run(CALL_AS_KIT_DOES)).toBe('heard');
});

it('the keep-alive client leaves `fetch` of its process as it was', async () => {
  expect(await run(USE_KEEP_ALIVE + CALL_AS_KIT_DOES)).toBe('heard');
});
