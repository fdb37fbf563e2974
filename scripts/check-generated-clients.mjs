#!/usr/bin/env node
// Makes clients of the OpenAPI document that a gateway serves, by four generators. Each reads /v1/info and tries a source.
// usage: node scripts/check-generated-clients.mjs [--manifest <file of a world that runs>]. It needs a build, Java, Go, Python, PyPI and the Go proxy.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startWorld } from './started-world.mjs';
import { NoToolsError, toolsAtHand } from './tools-at-hand.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const PROGRAMS = join(root, 'scripts', 'generated-clients');
const LIMIT_MS = 600_000;
const GENERATORS = ['openapi-generator-cli==7.26.0', 'openapi-python-client==0.29.1'];
const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
const GO_MODULE = 'module example.test/generated\n\ngo 1.24\n\nrequire github.com/oapi-codegen/runtime v1.9.0\n';
/** The price that the sample source has, which each client has to print. */
const VALUE = '64628.31';

const { values } = parseArgs({ options: { manifest: { type: 'string' } } });
const folder = mkdtempSync(join(tmpdir(), 'generated-clients-'));
const ends = [() => rmSync(folder, { recursive: true, force: true })];
const document = join(folder, 'openapi.json');
/** A command of the environment with the generators. */
function python(name) {
  return join(folder, 'python', 'bin', name);
}
const go = { cwd: join(folder, 'go'), env: { GOBIN: join(folder, 'bin'), GOFLAGS: '-mod=mod' } };

/** Runs a command to its end, and answers what it printed. */
async function run(command, args, { cwd = folder, env = {} } = {}) {
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'], timeout: LIMIT_MS });
  const printed = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'])
    child[name].setEncoding('utf8').on('data', (text) => {
      printed[name] += text;
    });
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${args[0]} ended with ${signal ?? `status ${code}`}:\n${printed.stdout}${printed.stderr}`);
  return printed.stdout;
}

function install(...packages) {
  return run(python('python'), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages]);
}

async function fetchGenerators() {
  mkdirSync(go.cwd);
  await run('java', ['-version']);
  await run('python3', ['-m', 'venv', join(folder, 'python')]);
  await install(...GENERATORS);
  await run('go', ['install', OAPI_CODEGEN], go);
}

function openapiGenerator(language, output) {
  const packageName = '--additional-properties=packageName=oracle_gateway_http';
  return run(python('openapi-generator-cli'), ['generate', '-i', document, '-g', language, '-o', output, packageName]);
}

function goProgram(name, gateway) {
  mkdirSync(join(go.cwd, name));
  copyFileSync(join(PROGRAMS, `${name}.go`), join(go.cwd, name, 'main.go'));
  return run('go', ['run', `./${name}`, gateway], go);
}

/** Makers of clients, by the name of their generator. Each answers what a program of its client prints. */
const clients = {
  async 'openapi-generator, Python'(gateway) {
    const output = join(folder, 'generated-python');
    await openapiGenerator('python', output);
    await install(output);
    return run(python('python'), [join(PROGRAMS, 'openapi-generator.py'), gateway]);
  },
  async 'openapi-python-client'(gateway) {
    const output = join(folder, 'python-client');
    await run(python('openapi-python-client'), ['generate', '--path', document, '--output-path', output]);
    return run(python('python'), [join(PROGRAMS, 'openapi-python-client.py'), gateway], { env: { PYTHONPATH: output } });
  },
  async 'openapi-generator, Go'(gateway) {
    const output = join(folder, 'generated-go');
    await openapiGenerator('go', output);
    const place = join(go.cwd, 'openapigenerator');
    mkdirSync(place);
    for (const file of readdirSync(output).filter((name) => name.endsWith('.go'))) copyFileSync(join(output, file), join(place, file));
    return goProgram('openapi-generator', gateway);
  },
  async 'oapi-codegen'(gateway) {
    const code = await run(join(go.env.GOBIN, 'oapi-codegen'), ['-package', 'oapicodegen', '-generate', 'types,client', document]);
    mkdirSync(join(go.cwd, 'oapicodegen'));
    writeFileSync(join(go.cwd, 'oapicodegen', 'client.go'), code);
    return goProgram('oapi-codegen', gateway);
  },
};

async function manifestOfWorld() {
  if (values.manifest !== undefined) return resolve(values.manifest);
  const world = await startWorld(root, { state: join(folder, 'world') });
  ends.push(world.stop);
  return world.manifest;
}

try {
  await toolsAtHand('generators', fetchGenerators);
  writeFileSync(join(go.cwd, 'go.mod'), GO_MODULE);
  const { gatewayUrl } = JSON.parse(readFileSync(await manifestOfWorld(), 'utf8'));
  writeFileSync(document, await (await fetch(`${gatewayUrl}/v1/openapi.json`)).text());
  const { network } = (await (await fetch(`${gatewayUrl}/v1/info`)).json()).data;
  for (const [name, printedBy] of Object.entries(clients)) {
    const printed = await printedBy(gatewayUrl);
    if (!printed.startsWith(`${network}\n`) || !printed.includes(VALUE))
      throw new Error(`${name}: must print ${network} and ${VALUE}, and prints:\n${printed}`);
    console.log(`${name}: /v1/info and a dry run`);
  }
} catch (error) {
  if (!(error instanceof NoToolsError)) throw error;
  console.log(`left out: clients that generators make (${error.message})`);
} finally {
  for (const end of ends.toReversed()) await end();
}
