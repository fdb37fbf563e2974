import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const program = `
import { createHttpClient, operations, parseExecuteRoundRequest } from './index.js';

const answers = { '/health': '{"status":"ok"}', '/v1/nodes': '{"status":"ok","data":{}}' };
const client = createHttpClient({
  baseUrl: 'http://gateway',
  fetch: async (url) => new Response(answers[new URL(url).pathname]),
  timeoutMs: 1000,
});
const said = [];
try { new Function('return 1'); said.push('code was compiled'); } catch (error) { said.push(error.name); }
said.push((await client.call(operations.getHealth)).body.status);
await client.call(operations.getNodes).catch((error) => said.push(error.message));
try { parseExecuteRoundRequest({}); } catch (error) { said.push(error.message); }
console.log(JSON.stringify(said));
`;

it('the client and the parsers work where code may not be compiled from text, as under a policy without unsafe-eval', async () => {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: fileURLToPath(new URL('../src', import.meta.url)) },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'node20',
    conditions: ['@oracle-gateway/source'],
    logLevel: 'error',
  });
  const folder = await mkdtemp(join(tmpdir(), 'without-eval-'));
  const file = join(folder, 'program.mjs');
  await writeFile(file, outputFiles[0]?.contents ?? '');
  const { stdout } = await promisify(execFile)(process.execPath, ['--disallow-code-generation-from-strings', file]);
  await rm(folder, { recursive: true });
  expect(JSON.parse(stdout)).toEqual([
    'EvalError',
    'ok',
    'getNodes: unexpected answer with status 200: data.registryVersion: is required',
    'subscriptionOwner: is required',
  ]);
});
