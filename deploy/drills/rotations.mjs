#!/usr/bin/env node
// Changes each key and each secret of a world under load, by the commands that docs/keys.md names, and fails where one round fails. Afterwards it
// shows that the old one is of no use any more.
// usage: node deploy/drills/rotations.mjs [--only gateway-key,redis-password]      it takes six minutes
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { parse } from 'smol-toml';
import { redisCommand } from '../../packages/dev-servers/dist/index.js';
import { parseAddress } from '../../packages/protocol/dist/index.js';
import { startDrilledWorld } from './drilled-world.mjs';
import { answersOf, keyInHeader, keyInPath, startKeyedServer } from './keyed-server.mjs';
import { newKey } from './new-key.mjs';
import { createRoom } from './room.mjs';
import { startRotationLoad } from './rotation-load.mjs';
import { signedCall } from './signed-call.mjs';
import { moveLamports } from './transfer-lamports.mjs';

/** Load before and after each rotation, so that its edges are seen. */
const EDGE_MS = 5_000;
/** Longer than the longest period in which a process reads a key or a file again. */
const SETTLED_MS = 8_000;
const KEY_LAMPORTS = 100_000_000_000n;
const NODE = 0;
const SPONSORED_CALLS = 100_000;
/** A provider whose credential stands in a header. */
const COINGECKO = { origin: 'https://pro-api.coingecko.com', header: 'x-cg-pro-api-key', answer: '{"bitcoin":{"usd":64628.31}}' };

const ROTATIONS = {
  'gateway-key': rotateGatewayKey,
  'payer-key': rotatePayerKey,
  'node-signing-key': rotateSigningKey,
  'node-encryption-key': rotateEncryptionKey,
  'redis-password': rotateRedisPassword,
  'provider-credential': (room, { files, coingecko }) => rotateAccess(coingecko, { path: files.credential, textOf: (key) => key }),
  'rpc-url': (room, { files, rpc }) => rotateAccess(rpc, { path: files.rpc, textOf: (key) => `${rpc.url}/${key}` }),
  'facilitator-headers': (room, { files, facilitator }) => rotateAccess(facilitator, { path: files.headers, textOf: headersOf }),
};

const { values: flags } = parseArgs({ options: { only: { type: 'string', default: Object.keys(ROTATIONS).join(',') } } });
const chosen = flags.only.split(',');
const unknown = chosen.find((name) => ROTATIONS[name] === undefined);
if (unknown !== undefined) throw new Error(`--only: has no ${unknown}; it takes ${Object.keys(ROTATIONS).join(', ')}`);

const folder = await mkdtemp(join(tmpdir(), 'rotations-'));
const drilled = await startDrilledWorld();
const servers = [];
const rows = [];
try {
  const room = createRoom({ drilled, watch: { query: () => [] }, load: {}, pages: new Map(), say: console.log });
  await room.becomeAdministrator();
  const kept = await prepare(room);
  const load = await startRotationLoad({ manifest: drilled.world.manifest });
  for (const name of chosen) {
    console.log(`\n## ${name}`);
    await wait(EDGE_MS);
    load.take();
    const beganAtMs = Date.now();
    const prove = await ROTATIONS[name](room, kept);
    await wait(EDGE_MS);
    const seen = load.take();
    rows.push({ name, seconds: Math.round((Date.now() - beganAtMs) / 1_000), ...seen });
    for (const failure of seen.failures) console.log(`FAILED: ${failure}`);
    await prove(load);
  }
  await load.stop();
} finally {
  await drilled.close();
  await Promise.all(servers.map((server) => server.close()));
  await rm(folder, { recursive: true });
}
console.log(`\n${table(rows)}`);
process.exitCode = rows.every(({ asked, failures }) => asked > 0 && failures.length === 0) ? 0 : 1;

/** An operator prepares a rotation by a restart of each process: it has the next key beside the present one, and its secrets in files. */
async function prepare(room) {
  const { manifest } = room;
  const [next, payer, nextPayer] = [newKey(), newKey(), newKey()];
  for (const { address } of [next, payer, nextPayer]) room.world.ledger.airdrop(address, KEY_LAMPORTS);
  const files = {
    next: await room.keyFile('next', next.secretKey),
    payer: await room.keyFile('payer', payer.secretKey),
    nextPayer: await room.keyFile('next-payer', nextPayer.secretKey),
    password: await secretFile('redis-password', 'first-password'),
    credential: await secretFile('coingecko-key', 'first-access'),
    headers: await secretFile('facilitator-headers', headersOf('first-access')),
  };
  const { x402, solana } = parse(await readFile(room.pathOf('gateway'), 'utf8'));
  const answered = async () => ({ status: 200, text: COINGECKO.answer });
  const coingecko = await startServer({ keyOf: keyInHeader(COINGECKO.header), answer: answered });
  const rpc = await startServer({ keyOf: keyInPath, answer: answersOf(solana.rpc_urls[0], () => '/') });
  const facilitator = await startServer({ keyOf: keyInHeader('authorization'), answer: answersOf(x402.facilitator_url) });
  files.rpc = await secretFile('rpc-url', `${rpc.url}/first-access`);
  await redis(room, 'acl setuser gateway reset on >first-password ~* &* +@all');
  const [, gatewayFile] = /gateway_keypair_path = "([^"]+)"/.exec(await readFile(room.pathOf('gateway'), 'utf8'));
  for (const name of ['gateway', 'worker-0']) {
    await room.rewrite(name, (config) => {
      config.settlement.next_gateway_keypair_path = files.next;
      config.settlement.gateway_account = manifest.gatewayPda;
      askByFile(config, files);
      config.redis = { username: 'gateway', password_path: files.password };
      if (name === 'worker-0') {
        config.settlement.payer_keypair_paths = [files.payer];
        return;
      }
      config.providers.sponsored = ['coingecko'];
      config.providers.sponsored_calls_per_minute = SPONSORED_CALLS;
      config.providers.key_paths = { coingecko: files.credential };
      config.x402.facilitator_url = facilitator.url;
      config.x402.facilitator_headers_path = files.headers;
    });
  }
  for (const { index } of manifest.nodes) {
    await room.reconfigure(`node-${index}`, { what: 'node', index }, (config) => {
      config.sources.fixtures[COINGECKO.origin] = coingecko.url;
      askByFile(config, files);
    });
  }
  await room.world.restart({ what: 'worker', index: 0 });
  await room.world.restart({ what: 'gateway' });
  return { files, next, payer, nextPayer, gatewayFile, coingecko, rpc, facilitator };
}

async function startServer(input) {
  const server = await startKeyedServer(input);
  servers.push(server);
  server.accept('first-access');
  return server;
}

/** The process reads the URL of its RPC server, which has a key, from a file. */
function askByFile({ solana }, files) {
  delete solana.rpc_urls;
  solana.rpc_url_path = files.rpc;
}

function headersOf(key) {
  return JSON.stringify({ authorization: key });
}

async function rotateGatewayKey(room, { next, gatewayFile, files }) {
  const { gatewayPda: account } = room.manifest;
  await typed(room, `admin gateway propose-key --gateway ${account} --to ${next.address}`);
  await typed(room, `admin gateway accept-key --gateway ${account} --key ${files.next}`);
  // Nodes read the exchange meanwhile, each at its own time.
  await wait(SETTLED_MS);
  return async (load) => {
    await room.settled(await load.roundId());
    for (const [which, file] of Object.entries({ old: gatewayFile, next: files.next }))
      console.log(`a node answers the ${which} key with ${await signedCall(room.manifest, file)}`);
    console.log('a round that was served with the next key is settled');
  };
}

/** Adds an account, drains the one before, and takes that out of the list. */
async function rotatePayerKey(room, { payer, nextPayer, files }) {
  await payWith(room, [files.payer, files.nextPayer]);
  await room.until('the gateway counts both accounts', async () => (await payersOf(room)).length === 2);
  await moveLamports(room, files.payer, nextPayer.address);
  await wait(SETTLED_MS);
  await payWith(room, [files.nextPayer]);
  await room.until('the gateway counts the next account alone', async () => `${await payersOf(room)}` === nextPayer.address);
  return async (load) => {
    const lamportsOf = ({ address }) => room.world.ledger.account(parseAddress(address)).lamports;
    const before = lamportsOf(payer);
    await room.settled(await load.roundId());
    console.log(`the old account has ${lamportsOf(payer)} lamports, as before the last round was settled: ${lamportsOf(payer) === before}`);
  };
}

async function payWith(room, paths) {
  await room.reconfigure('worker-0', { what: 'worker', index: 0 }, ({ settlement }) => (settlement.payer_keypair_paths = paths));
}

async function payersOf({ manifest }) {
  const { data } = await (await fetch(`${manifest.gatewayUrl}/v1/info`)).json();
  return data.payers;
}

async function rotateSigningKey(room) {
  await registerNode(room, 'signing', (node, keys) => {
    node.previous_secret_key_paths = [node.secret_key_path];
    node.secret_key_path = keys.signing;
  });
  await room.world.restart({ what: 'node', index: NODE });
  return async () => {
    const health = await (await fetch(`${room.manifest.nodes[NODE].url}/health`)).json();
    console.log(`node ${NODE}: ${JSON.stringify({ status: health.status, publicKey: health.publicKey })}`);
  };
}

async function rotateEncryptionKey(room) {
  const change = (node, keys) => {
    node.previous_encryption_key_path = node.encryption_key_path;
    node.encryption_key_path = keys.encryption;
  };
  const keys = await makeKeys(room, 'encryption');
  await room.reconfigure(`node-${NODE}`, { what: 'node', index: NODE }, ({ node }) => change(node, keys));
  await proveAndRegister(room, []);
  // The gateway reads the registered key within half a minute, and seals for it.
  await wait(35_000);
  return async () => {
    const { data } = await (await fetch(`${room.manifest.gatewayUrl}/v1/nodes`)).json();
    console.log(`callers seal for ${data.nodes[NODE].encryptionPublicKey}`);
  };
}

async function rotateRedisPassword(room, { files }) {
  await redis(room, 'acl setuser gateway >second-password');
  await replace(files.password, 'second-password');
  await redis(room, 'acl setuser gateway <first-password');
  await wait(SETTLED_MS);
  return async (load) => {
    await load.whilePaused(async () => {
      console.log(`connections ended: ${await redis(room, 'client kill user gateway')}`);
      await room.until('the gateway is ready again', async () => (await fetch(`${room.manifest.gatewayUrl}/ready`)).ok);
    });
    console.log(`with the old password: ${await redis(room, 'auth gateway first-password').catch(({ message }) => message)}`);
    await room.settled(await load.roundId());
  };
}

/** The server takes the next key too, the file gets it, and the server takes the first one no longer. No process restarts. */
async function rotateAccess(server, { path, textOf }) {
  server.accept('second-access');
  await replace(path, textOf('second-access'));
  await wait(SETTLED_MS);
  console.log(`the server was asked with ${server.seen().join(', then ')}`);
  server.refuse('first-access');
  await wait(SETTLED_MS);
  return async () => {
    const refusals = server.refusals();
    console.log(`asked with the old key since: ${refusals}`);
    if (refusals > 0 || !server.seen().includes('second-access')) throw new Error('a process goes on with the old key');
  };
}

async function registerNode(room, name, change) {
  const keys = await makeKeys(room, name);
  await room.rewrite(`node-${NODE}`, ({ node }) => change(node, keys));
  await proveAndRegister(room, ['--into-registry']);
}

async function makeKeys(room, name) {
  const keys = join(folder, name);
  await room.makeNodeKeys(keys);
  return { signing: join(keys, 'signing.key'), encryption: join(keys, 'encryption.key') };
}

async function proveAndRegister(room, words) {
  const { url } = room.manifest.nodes[NODE];
  const proof = join(folder, `proof-${Date.now()}.json`);
  const prove = `oracle-node prove --config ${room.pathOf(`node-${NODE}`)} --operator ${newKey().address} --endpoint ${url}`;
  await writeFile(proof, await room.typeAside(prove));
  await typed(room, ['admin register-node --proof', proof, ...words].join(' '));
}

async function typed(room, command) {
  console.log(`$ ${command}`);
  const output = await room.typeAside(command);
  for (const line of output.split('\n').slice(-3)) console.log(`  ${line.slice(0, 160)}`);
  return output;
}

function redis(room, command) {
  return redisCommand(Number(new URL(room.manifest.redisUrl).port), command);
}

async function secretFile(name, text) {
  const path = join(folder, name);
  await writeFile(path, text, { mode: 0o600 });
  return path;
}

/** A new file in the place of the old one, whole at any moment. */
async function replace(path, text) {
  await writeFile(`${path}.new`, text, { mode: 0o600 });
  await rename(`${path}.new`, path);
}

function table(measured) {
  const lines = measured.map(
    ({ name, seconds, asked, failures, longestGapMs }) => `| ${name} | ${seconds} s | ${asked} | ${failures.length} | ${longestGapMs} ms |`,
  );
  return ['| rotation | time | rounds asked | failed | longest gap |', '|---|---|---|---|---|', ...lines].join('\n');
}
