// Packs the client and the packages of this repository under it. Lays them out in an empty project as npm would, with their declared
// dependencies alone. The client must load as an ES module and by `require`, on this Node and on the newest, and make no code of text.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { node24For } from './node-24.mjs';
import { layOutPackage, linkDependency, packPackages } from './packed-project.mjs';

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
const faults = [];
let checks = 0;

/** 64 bytes that are a key pair of Ed25519: the vector of RFC 8032, section 7.1. */
function secretKey() {
  const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
  return Buffer.from(`${seed}d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a`, 'hex');
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

const project = mkdtempSync(join(tmpdir(), 'client-project-'));
try {
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "private": true }');
  const tarballOf = packPackages(root, { names: [CLIENT], destination: join(project, 'packed') });
  layOutPackage(root, { name: CLIENT, project, tarballOf });
  // Only types are taken of it: the parsers there, and ajv under them, make code of text.
  rmSync(join(project, 'node_modules/@oracle-gateway/contract'), { recursive: true });
  runAll(PROGRAMS, project, 'usage apiConfig.url\n');
  runAll(FEED_PROGRAMS, project, 'function\n');
  // A user of the entry x402 installs these too.
  const from = join(root, 'packages', 'client');
  const { peerDependencies } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  for (const peer of Object.keys(peerDependencies)) linkDependency(peer, { from, modules: join(project, 'node_modules') });
  runAll(PAID_PROGRAMS, project, 'function\n');
} finally {
  rmSync(project, { recursive: true, force: true });
}
if (!existsSync(NODE_24)) console.log(`left out: Node 24 (scripts/node-24 has none for ${process.platform}-${process.arch})`);
for (const fault of faults) console.error(fault);
console.log(`${checks} checks of the client's tarball, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
