// Packs the client and the packages of this repository under it. Lays them out in an empty project as npm would, with their declared
// dependencies alone. The client must load as an ES module and by `require`, on this Node and on the newest, and make no code of text. It must
// compile under strict TypeScript in each way to resolve modules.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nativeCompiler } from './native-compiler.mjs';
import { node24For } from './node-24.mjs';

const root = join(import.meta.dirname, '..');
const NODE_24 = node24For(process);
const CLIENT = '@oracle-gateway/client';
const LIMIT_MS = 600_000;
/** Flag with the effect of a page's policy without `unsafe-eval`. */
const NO_EVAL = '--disallow-code-generation-from-strings';

const SMOKE = `
const signer = keypairSigner(Uint8Array.from([${[...secretKey()].join()}]));
const fetch = async () => new Response('{"status":"ok","data":{"programId":"x"}}', { status: 200 });
const client = createClient({ gateway: 'http://gateway.example', account: owner({ signer }), fetch, ledger: { rpcUrl: 'http://rpc.example', programId: '${'1'.repeat(32)}', network: 'solana:x' } });
client.round({ url: 'no url', method: 'GET' }).then(
  () => console.log('served'),
  (error) => console.log(error instanceof ClientUsageError ? error.code + ' ' + error.field : String(error)),
);
`;
const NAMES = '{ ClientUsageError, createClient, keypairSigner, owner }';
const PROGRAMS = {
  'esm.mjs': `import ${NAMES} from '${CLIENT}';${SMOKE}`,
  'commonjs.cjs': `const ${NAMES} = require('${CLIENT}');${SMOKE}`,
};
const FEED_PROGRAMS = {
  'feeds-esm.mjs': `import { readFeed } from '${CLIENT}/feeds';\nconsole.log(typeof readFeed);`,
  'feeds-commonjs.cjs': `console.log(typeof require('${CLIENT}/feeds').readFeed);`,
};
const PAID_PROGRAMS = {
  'paid-esm.mjs': `import { payPerRequest } from '${CLIENT}/x402';\nconsole.log(typeof payPerRequest);`,
  'paid-commonjs.cjs': `console.log(typeof require('${CLIENT}/x402').payPerRequest);`,
};
const TYPED = `
import { agent, createClient, delegate, keypairSigner, owner, session, verifyFromLedger, GatewayError, type Client, type Round, type Signer } from '${CLIENT}';

import { readFeed, type AccountSource } from '${CLIENT}/feeds';

const accounts: AccountSource = () => Promise.resolve([null, null]);
export const price = readFeed({ programId: '1', feedId: '0x', mode: 'exact', minSignatures: 3, maxAgeMs: 1 }, { accounts, nowMs: 0 });
const ledger = { rpcUrl: 'http://rpc.example', programId: '1', network: 'solana:x' };
const signer: Signer = keypairSigner(new Uint8Array(64));
const payers = [owner({ signer }), delegate({ signer, subscriptionOwner: '1' }), session({ signer }), agent({ signer, maxAmount: 1n })];
const client: Client = createClient({ gateway: 'http://gateway.example', ledger, account: payers[0]! });
const source = { url: 'https://api.example', method: 'GET', responseParser: '$.price' };

export async function use(): Promise<string> {
  const round: Round = await client.round(source, { quorum: 3 });
  // @ts-expect-error a value is a text
  const wrong: number = round.value;
  try {
    await verifyFromLedger({ answer: round.answer, expected: { source, quorum: 3 }, ledger });
    for await (const { value } of client.watch(source, { everyMs: 1_000 })) return value;
  } catch (error) {
    if (error instanceof GatewayError && error.authorization === 'unused') return error.code;
  }
  return String(wrong);
}
// @ts-expect-error a limit is required
agent({ signer });
`;
const PROJECTS = {
  node16: { file: 'index.mts', module: 'node16', moduleResolution: 'node16' },
  nodenext: { file: 'index.cts', module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { file: 'index.ts', module: 'esnext', moduleResolution: 'bundler' },
};

const faults = [];
let checks = 0;

/** 64 bytes that are a key pair of Ed25519: the vector of RFC 8032, section 7.1. */
function secretKey() {
  const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
  return Buffer.from(`${seed}d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a`, 'hex');
}

/** The folder of a package of this repository. */
function folderOf(name) {
  return join(root, 'packages', name.replace('@oracle-gateway/', ''));
}

/** Packs the client and what it depends on of this repository, as they are published. Returns the path of a package's tarball. */
function packAll(folder) {
  const options = ['--pack-destination', folder, '--config.ignore-scripts=true'];
  execFileSync('pnpm', ['--recursive', '--filter-prod', `${CLIENT}...`, 'pack', ...options], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const files = readdirSync(folder);
  return (name) => {
    const start = `${name.replace('@', '').replace('/', '-')}-`;
    const file = files.find((candidate) => candidate.startsWith(start) && /^\d/.test(candidate.slice(start.length)));
    if (file === undefined) throw new Error(`${name}: no tarball was packed`);
    return join(folder, file);
  };
}

/** Unpacks the tarball of a package into the project, and gives it what it names: its siblings likewise, the rest from where pnpm keeps it. */
function install(name, project, tarballOf, laidOut = new Set()) {
  if (laidOut.has(name)) return;
  laidOut.add(name);
  const source = folderOf(name);
  const target = join(project, 'node_modules', name);
  mkdirSync(target, { recursive: true });
  execFileSync('tar', ['-xzf', tarballOf(name), '-C', target, '--strip-components=1']);
  const { dependencies = {} } = JSON.parse(readFileSync(join(target, 'package.json'), 'utf8'));
  for (const dependency of Object.keys(dependencies)) {
    if (dependency.startsWith('@oracle-gateway/')) install(dependency, project, tarballOf, laidOut);
    else link(dependency, source, join(target, 'node_modules'));
  }
}

function link(dependency, from, modules) {
  const place = join(modules, dependency);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(realpathSync(join(from, 'node_modules', dependency)), place);
}

function check(what, command, args, cwd, expected) {
  checks += 1;
  const { status, stdout, stderr, error } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: LIMIT_MS });
  const isRight = status === 0 && (expected === undefined || stdout === expected);
  if (!isRight) faults.push(`${what}: ${error?.message ?? `${stdout}${stderr}`.trim().slice(0, 600)}`);
}

function runAll(programs, project, expected) {
  const nodes = [process.execPath, ...(existsSync(NODE_24) ? [NODE_24] : [])];
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(project, name), text);
    for (const node of nodes)
      check(`${name} on ${node === NODE_24 ? 'Node 24' : process.version}`, node, [NO_EVAL, name], project, expected);
  }
}

function compileAll(project) {
  for (const [name, { file, ...options }] of Object.entries(PROJECTS)) {
    const folder = join(project, name);
    mkdirSync(folder);
    writeFileSync(join(folder, file), TYPED);
    const compilerOptions = { ...options, target: 'es2022', lib: ['es2023', 'dom'], strict: true, noEmit: true, types: [] };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: [file] }));
    check(`TypeScript, strict, module resolution ${name}`, nativeCompiler, ['-p', folder], folder);
  }
}

const project = mkdtempSync(join(tmpdir(), 'client-project-'));
try {
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "private": true }');
  const packed = join(project, 'packed');
  mkdirSync(packed);
  install(CLIENT, project, packAll(packed));
  compileAll(project);
  // Only types are taken of it: the parsers there, and ajv under them, make code of text.
  rmSync(join(project, 'node_modules/@oracle-gateway/contract'), { recursive: true });
  runAll(PROGRAMS, project, 'usage apiConfig.url\n');
  runAll(FEED_PROGRAMS, project, 'function\n');
  // A user of the entry x402 installs these too.
  const { peerDependencies } = JSON.parse(readFileSync(join(folderOf(CLIENT), 'package.json'), 'utf8'));
  for (const peer of Object.keys(peerDependencies)) link(peer, folderOf(CLIENT), join(project, 'node_modules'));
  runAll(PAID_PROGRAMS, project, 'function\n');
} finally {
  rmSync(project, { recursive: true, force: true });
}
if (!existsSync(NODE_24)) console.log(`left out: Node 24 (scripts/node-24 has none for ${process.platform}-${process.arch})`);
for (const fault of faults) console.error(fault);
console.log(`${checks} checks of the client's tarball, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
