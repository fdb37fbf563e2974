#!/usr/bin/env node
// Runs Schemathesis over the served OpenAPI document of a whole world, with true identities: `pnpm run fuzz:api`. Needs a build.
// usage: node scripts/fuzz-api.mjs [--seconds 300] [--seed 1]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { NoSchemathesisError, provideSchemathesis } from './fuzz/schemathesis.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const MAX_SECONDS = 3_600;
const COVERAGE_FROM_SECONDS = 120;
const SHOWN_ANSWERS = 30;
/** Schemathesis ends what it has begun after its own budget. */
const GRACE_MS = 180_000;

/**
 * 503 is documented for sources and nodes that fail; whether an operation declares it is a check of its own. A body that breaks the schema may be
 * too large to be read (413), which Schemathesis does not count as a refusal by itself.
 */
const SETTINGS = `[checks.not_a_server_error]
expected-statuses = ["2xx", "3xx", "4xx", "503"]

[checks.negative_data_rejection]
expected-statuses = ["400", "401", "403", "404", "405", "406", "409", "413", "415", "422", "428", "429", "5xx"]
`;
/** A request that fits the schema may be refused for its signature, its source or its account. */
const LEFT_OUT = 'positive_data_acceptance';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } } });
const seconds = Number(values.seconds);
if (!Number.isInteger(seconds) || seconds < 1 || seconds > MAX_SECONDS) {
  console.error(`--seconds: must be an integer from 1 to ${MAX_SECONDS}`);
  process.exit(2);
}
/** Links get a part of the time of their own; the cases at the edges of each schema take longer than a short run has. */
const RUNS = [
  { phases: seconds < COVERAGE_FROM_SECONDS ? 'examples,fuzzing' : 'examples,coverage,fuzzing', share: 2 / 3 },
  { phases: 'stateful', share: 1 / 3 },
];
process.exitCode = await main();

async function main() {
  let command;
  try {
    command = provideSchemathesis(root);
  } catch (error) {
    if (!(error instanceof NoSchemathesisError)) throw error;
    console.log(`left out: Schemathesis over the interface (${error.message})`);
    return 0;
  }
  const { createWorld } = await import('../apps/localnet/dist/index.js');
  const { createTrueRequests } = await import('./fuzz/true-requests.mjs');
  const { startSigningProxy } = await import('./fuzz/signing-proxy.mjs');
  const folder = await mkdtemp(join(tmpdir(), 'fuzz-api-'));
  const ends = [() => rm(folder, { recursive: true, force: true })];
  try {
    const world = await createWorld({ root, stateFolder: join(folder, 'world'), port: 0, nodes: 5, workers: 1 });
    ends.push(() => world.close());
    const { manifest } = world;
    const proxy = await startSigningProxy({ gatewayUrl: manifest.gatewayUrl, trueRequests: await createTrueRequests(manifest) });
    ends.push(() => proxy.close());
    await writeFile(join(folder, 'schemathesis.toml'), SETTINGS);
    const codes = [];
    for (const { phases, share } of RUNS)
      codes.push(await runSchemathesis(command, { folder, url: proxy.url, phases, limit: Math.ceil(seconds * share) }));
    for (const [answer, count] of [...proxy.counts].sort(([, one], [, other]) => other - one).slice(0, SHOWN_ANSWERS))
      console.log(`${String(count).padStart(6)}  ${answer}`);
    const ready = await fetch(`${manifest.gatewayUrl}/ready`);
    console.log(`afterwards /ready answers ${ready.status}`);
    return codes.every((code) => code === 0) && ready.status === 200 ? 0 : 1;
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

async function runSchemathesis(command, { folder, url, phases, limit }) {
  const args = [
    'run',
    `${url}/v1/openapi.json`,
    '--url',
    url,
    '--workers',
    '1',
    '--phases',
    phases,
    '--max-time',
    String(limit),
    '--seed',
    values.seed,
  ];
  args.push('--checks', 'all', '--exclude-checks', LEFT_OUT, '--request-timeout', '30', '--continue-on-failure', '--warnings', 'off');
  const child = spawn(command, ['--no-color', ...args], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  const kill = setTimeout(() => child.kill('SIGKILL'), limit * 1_000 + GRACE_MS);
  const [code] = await once(child, 'close');
  clearTimeout(kill);
  return code;
}
