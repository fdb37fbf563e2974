// Prints what the contracts of others cost, measured in one EVM: node tools/compare-gas.mjs --scribe <clone with submodules>
// Their sources stay in .compare/, which git ignores: their licences are not ours.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import solc from 'solc';
import {
  concat,
  createTestClient,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  hashMessage,
  hexToBigInt,
  http,
  keccak256,
  numberToHex,
  pad,
  publicActions,
  size,
  stringToHex,
  walletActions,
  zeroAddress,
  zeroHash,
} from 'viem';
import { privateKeyToAccount, sign } from 'viem/accounts';
import { redstoneConsumer } from './redstone-consumer.mjs';

const FOLDER = join(import.meta.dirname, '..', '.compare');
const REDSTONE = '0.9.0';
const CHAINLINK = '1.4.0';
const ANVIL = '1.7.1';
const COMPILERS = ['0.8.16', '0.8.19'];
const START = 1_800_000_000;
const READY_MS = 30_000;
const PRICE = 64_628_310_000_000_000_000_000n;
const SIGNERS = [2, 3, 5, 6, 10, 15, 20];
const FEEDS = [1, 4, 10, 20, 32];
/** Longest wait for the registry, and for one block. */
const NPM_MS = 120_000;
const RECEIPT_MS = 20_000;
const CURVE = secp256k1.Point.Fn.ORDER;
// `house` is the gas profile of foundry.toml. The others are what the projects choose, and Chainlink's pragma takes 0.8.19 only.
const BUILDS = {
  house: { version: solc.version().split('+')[0], viaIR: true, runs: 1_000_000, evmVersion: 'cancun' },
  scribe: { version: '0.8.16', viaIR: true, runs: 10_000, evmVersion: 'london' },
  chainlink: { version: '0.8.19', viaIR: false, runs: 1_000_000, evmVersion: 'paris' },
  chainlinkByIr: { version: '0.8.19', viaIR: true, runs: 1_000_000, evmVersion: 'paris' },
};

const { values: options } = parseArgs({ options: { scribe: { type: 'string' } } });
install();
const chain = await startChain();
try {
  const rows = [];
  if (options.scribe === undefined)
    console.error('Scribe is left out: --scribe takes a clone of chronicleprotocol/scribe with its submodules.');
  else {
    const folder = resolve(options.scribe);
    const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim();
    for (const build of [BUILDS.house, BUILDS.scribe]) {
      rows.push(await row(`Chronicle Scribe at ${commit}, \`poke\``, build, [5, 10, 15, 20], scribe(folder, build)));
    }
  }
  rows.push(await row(`RedStone ${REDSTONE}, verify and store`, BUILDS.house, [3, 5, 10], redstone(BUILDS.house)));
  for (const build of [BUILDS.chainlinkByIr, BUILDS.chainlink]) {
    rows.push(await row(`Chainlink Verifier 0.3.0 of contracts ${CHAINLINK}, verify alone, no fee`, build, [2, 6], chainlink(build)));
  }
  const feedRows = [];
  for (const [form, measure] of [
    ['a package for each feed', redstoneFeeds(BUILDS.house, 1)],
    ['all feeds in one package', redstoneFeeds(BUILDS.house)],
  ]) {
    feedRows.push(await row(`RedStone ${REDSTONE}, 3 signers, ${form}`, BUILDS.house, FEEDS, measure, FEEDS));
  }
  print('gas by number of signers', SIGNERS, rows);
  print('gas by number of feeds', FEEDS, feedRows);
} finally {
  chain.stop();
}

function print(what, columns, rows) {
  const head = [what, ...columns.map(String)];
  const table = [head, head.map((_, place) => (place === 0 ? '---' : '--:')), ...rows];
  console.log(`${table.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`);
}

async function row(what, { version, viaIR, runs }, counts, measure, columns = SIGNERS) {
  console.error(what);
  const numbers = new Map();
  for (const count of counts) numbers.set(count, await measure(count));
  const name = `${what}; solc ${version}, ${viaIR ? '`via_ir`, ' : ''}${runs.toLocaleString('en')} runs`;
  return [name, ...columns.map((count) => numbers.get(count)?.toLocaleString('en') ?? '')];
}

/** Registers the feeds, then measures the second poke: the first one writes to an empty slot. */
function scribe(folder, build) {
  const contract = compile(build, join(folder, 'src', 'Scribe.sol'), 'Scribe', [`chronicle-std/=${folder}/lib/chronicle-std/src/`]);
  const wat = stringToHex('BTC/USD', { size: 32 });
  return async (count) => {
    const { address } = await deploy(contract, [chain.sender, wat]);
    const registration = hashMessage({ raw: keccak256(stringToHex('Chronicle Feed Registration')) });
    const keys = keysOf(count, ({ address: feed }) => feed.slice(2, 4).toLowerCase());
    const lift = contract.abi.find(({ name, inputs }) => name === 'lift' && inputs[0].type === 'tuple');
    for (const key of keys) {
      const { r, s, v } = await sign({ hash: registration, privateKey: key.hex });
      await send(address, encodeFunctionData({ abi: [lift], args: [key.point, { v: Number(v), r, s }] }));
    }
    await send(address, call(contract, 'setBar', [count]));
    let gas;
    for (const round of [1n, 2n]) {
      const pokeData = { val: PRICE + round, age: await chain.tick() };
      const body = keccak256(encodePacked(['bytes32', 'uint128', 'uint32'], [wat, pokeData.val, pokeData.age]));
      const feedIds = concat(keys.map(({ account }) => account.address.slice(0, 4)));
      const schnorrData = { ...schnorr(keys, hashMessage({ raw: body })), feedIds };
      gas = await send(address, call(contract, 'poke', [pokeData, schnorrData]));
    }
    return gas;
  };
}

/** The sum of the keys signs, which gives the bytes of the feeds' summed signatures. */
function schnorr(keys, message) {
  const secret = keys.reduce((sum, key) => (sum + BigInt(key.hex)) % CURVE, 0n);
  const { x, y } = secp256k1.Point.BASE.multiply(secret).toAffine();
  const nonce = hexToBigInt(keccak256(encodePacked(['uint256', 'bytes32'], [secret, message]))) % CURVE;
  const commitment = privateKeyToAccount(numberToHex(nonce, { size: 32 })).address;
  const packed = encodePacked(['uint256', 'uint8', 'bytes32', 'address'], [x, Number(y & 1n), message, commitment]);
  const signature = (nonce + (hexToBigInt(keccak256(packed)) % CURVE) * secret) % CURVE;
  return { signature: numberToHex(signature, { size: 32 }), commitment };
}

/** One package of one symbol from each signer, behind the call data of a consumer that stores the median. */
function redstone(build) {
  const symbol = stringToHex('BTC', { size: 32 });
  return async (count) => {
    const keys = keysOf(count);
    const contract = redstoneContract(build, keys);
    const { address } = await deploy(contract, []);
    let gas;
    for (const round of [1n, 2n]) {
      const milliseconds = BigInt(await chain.tick()) * 1000n;
      const value = numberToHex(6_462_831_000_000n + round, { size: 32 });
      const body = concat([
        symbol,
        value,
        numberToHex(milliseconds, { size: 6 }),
        numberToHex(32, { size: 4 }),
        numberToHex(1, { size: 3 }),
      ]);
      const packages = [];
      for (const { hex } of keys) packages.push(body, await sign({ hash: keccak256(body), privateKey: hex, to: 'hex' }));
      const end = [numberToHex(count, { size: 2 }), numberToHex(0, { size: 3 }), '0x000002ed57011e0000'];
      gas = await send(address, concat([call(contract, 'update', [symbol]), ...packages, ...end]));
    }
    return gas;
  };
}

/**
 * The same consumer with several symbols and three signers. A signer's package holds `pointsEach` symbols, by default all.
 */
function redstoneFeeds(build, pointsEach) {
  const keys = keysOf(3);
  const contract = redstoneContract(build, keys);
  return async (count) => {
    const { address } = await deploy(contract, []);
    const symbols = Array.from({ length: count }, (_, place) => stringToHex(`FEED${place}`, { size: 32 }));
    let gas;
    for (const round of [1n, 2n]) {
      const milliseconds = BigInt(await chain.tick()) * 1000n;
      const points = symbols.map((symbol, place) =>
        concat([symbol, numberToHex(6_462_831_000_000n + BigInt(place) + round, { size: 32 })]),
      );
      const packages = [];
      for (let at = 0; at < count; at += pointsEach ?? count) {
        const held = points.slice(at, at + (pointsEach ?? count));
        const tail = [numberToHex(milliseconds, { size: 6 }), numberToHex(32, { size: 4 }), numberToHex(held.length, { size: 3 })];
        const body = concat([...held, ...tail]);
        for (const { hex } of keys) packages.push(body, await sign({ hash: keccak256(body), privateKey: hex, to: 'hex' }));
      }
      const end = [numberToHex(packages.length / 2, { size: 2 }), numberToHex(0, { size: 3 }), '0x000002ed57011e0000'];
      gas = await send(address, concat([call(contract, 'updateMany', [symbols]), ...packages, ...end]));
    }
    return gas;
  };
}

function redstoneContract(build, keys) {
  const from = `${FOLDER}/redstone-finance-evm-connector-${REDSTONE}/package/contracts/`;
  const source = redstoneConsumer(keys.map(({ account }) => account.address));
  return compile(build, 'Consumer.sol', 'Consumer', [`redstone/=${from}`], source);
}

/** A report of the v3 schema through the proxy, which takes no fee here. f + 1 of 3f + 1 nodes sign, in an epoch that the contract knows. */
function chainlink(build) {
  const source = join(FOLDER, `chainlink-contracts-${CHAINLINK}`, 'package', 'src', 'v0.8', 'llo-feeds', 'v0.3.0');
  const proxyContract = compile(build, join(source, 'VerifierProxy.sol'), 'VerifierProxy', []);
  const contract = compile(build, join(source, 'Verifier.sol'), 'Verifier', []);
  const feed = pad('0x0003', { dir: 'right', size: 32 });
  return async (count) => {
    const faults = count - 1;
    const keys = keysOf(3 * faults + 1);
    const proxy = await deploy(proxyContract, [zeroAddress]);
    const verifier = await deploy(contract, [proxy.address]);
    await send(proxy.address, call(proxyContract, 'initializeVerifier', [verifier.address]));
    const addresses = keys.map(({ account }) => account.address);
    const transmitters = keys.map(() => zeroHash);
    await send(verifier.address, call(contract, 'setConfig', [feed, addresses, transmitters, faults, '0x', 1n, '0x', []]));
    const details = call(contract, 'latestConfigDetails', [feed]);
    const { data } = await chain.client.call({ to: verifier.address, data: details });
    // The digest of the configuration is the last word of the answer, then come the epoch with its round, and a salt.
    const context = [`0x${data.slice(-64)}`, numberToHex(0x101, { size: 32 }), zeroHash];
    let gas;
    for (const round of [1n, 2n]) {
      const time = await chain.tick();
      const types = ['bytes32', 'uint32', 'uint32', 'uint192', 'uint192', 'uint32', 'int192', 'int192', 'int192'];
      const price = PRICE + round;
      const fields = [
        feed,
        time,
        time,
        50_000_000_000_000n,
        8_000_000_000_000_000n,
        time + 86_400,
        price,
        price - 10n ** 18n,
        price + 10n ** 18n,
      ];
      const report = encodeAbiParameters(
        types.map((type) => ({ type })),
        fields,
      );
      const hash = keccak256(concat([keccak256(report), ...context]));
      const signed = [];
      for (const { hex } of keys.slice(0, count)) signed.push(await sign({ hash, privateKey: hex }));
      const parities = pad(concat(signed.map(({ yParity }) => numberToHex(yParity, { size: 1 }))), { dir: 'right', size: 32 });
      const outer = ['bytes32[3]', 'bytes', 'bytes32[]', 'bytes32[]', 'bytes32'].map((type) => ({ type }));
      const payload = encodeAbiParameters(outer, [context, report, signed.map(({ r }) => r), signed.map(({ s }) => s), parities]);
      gas = await send(proxy.address, call(proxyContract, 'verify', [payload, '0x']));
    }
    return gas;
  };
}

/** The first keys, one for each name that `nameOf` gives: Scribe holds one feed for each first byte of an address. */
function keysOf(count, nameOf = ({ address }) => address) {
  const byName = new Map();
  for (let seed = 1n; byName.size < count && seed < 1000n; seed++) {
    const hex = keccak256(numberToHex(seed, { size: 32 }));
    const account = privateKeyToAccount(hex);
    const point = secp256k1.Point.BASE.multiply(BigInt(hex)).toAffine();
    if (!byName.has(nameOf(account))) byName.set(nameOf(account), { hex, account, point });
  }
  return [...byName.values()];
}

/** The ABI and the creation code of the contract `name`. */
function compile({ version, viaIR, runs, evmVersion }, file, name, remappings, content = readFileSync(file, 'utf8')) {
  const compiler = COMPILERS.includes(version) ? createRequire(join(FOLDER, 'package.json'))(`solc-${version}`) : solc;
  const settings = {
    remappings,
    viaIR,
    evmVersion,
    optimizer: { enabled: true, runs },
    metadata: { bytecodeHash: 'none' },
    outputSelection: { '*': { [name]: ['abi', 'evm.bytecode.object'] } },
  };
  const input = JSON.stringify({ language: 'Solidity', sources: { [file]: { content } }, settings });
  const read = (path) => (existsSync(path) ? { contents: readFileSync(path, 'utf8') } : { error: `${path} is missing` });
  const output = JSON.parse(compiler.compile(input, { import: read }));
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'));
  const { abi, evm } = output.contracts[file][name];
  return { abi, bytecode: `0x${evm.bytecode.object}` };
}

function call({ abi }, functionName, args) {
  return encodeFunctionData({ abi, functionName, args });
}

async function deploy({ abi, bytecode }, args) {
  const hash = await chain.client.deployContract({ abi, bytecode, args, account: chain.sender, chain: null });
  const { contractAddress, status } = await chain.client.waitForTransactionReceipt({ hash, timeout: RECEIPT_MS });
  if (status !== 'success') throw new Error(`A contract of ${size(bytecode)} bytes was not deployed.`);
  return { address: contractAddress };
}

/** The gas of the whole transaction. */
async function send(to, data) {
  const hash = await chain.client.sendTransaction({ to, data, account: chain.sender, chain: null });
  const { gasUsed, status } = await chain.client.waitForTransactionReceipt({ hash, timeout: RECEIPT_MS });
  if (status !== 'success') throw new Error(`A transaction to ${to} failed: ${data.slice(0, 10)}.`);
  return Number(gasUsed);
}

function install() {
  mkdirSync(FOLDER, { recursive: true });
  const tools = [`@foundry-rs/anvil@${ANVIL}`, ...COMPILERS.map((version) => `solc-${version}@npm:solc@${version}`)];
  npm(['install', '--prefix', FOLDER, '--ignore-scripts', '--no-audit', '--no-fund', ...tools]);
  unpack('@redstone-finance/evm-connector', REDSTONE);
  unpack('@chainlink/contracts', CHAINLINK);
}

/** The package alone, without the many that it depends on. */
function unpack(name, version) {
  const base = `${name.slice(1).replace('/', '-')}-${version}`;
  const target = join(FOLDER, base);
  if (existsSync(join(target, 'package', 'package.json'))) return;
  npm(['pack', `${name}@${version}`, '--pack-destination', FOLDER]);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  execFileSync('tar', ['-xzf', join(FOLDER, `${base}.tgz`), '-C', target]);
}

function npm(args) {
  execFileSync('npm', [...args, '--loglevel', 'error'], { cwd: FOLDER, stdio: ['ignore', 'ignore', 'inherit'], timeout: NPM_MS });
}

async function startChain() {
  const bin = join(FOLDER, 'node_modules', '@foundry-rs', 'anvil', 'bin.mjs');
  const args = [bin, '--port', '0', '--hardfork', 'cancun', '--timestamp', String(START)];
  const env = { ...process.env, TARGET_TOOL: 'anvil' };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const late = setTimeout(() => child.kill(), READY_MS);
  let url;
  for await (const line of createInterface({ input: child.stdout })) {
    url = /Listening on (\S+)/.exec(line)?.[1];
    if (url !== undefined) break;
  }
  clearTimeout(late);
  if (url === undefined) throw new Error('anvil did not start.');
  const client = createTestClient({ mode: 'anvil', transport: http(`http://${url}`), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions);
  const [sender] = await client.getAddresses();
  let time = START;
  return {
    client,
    sender,
    stop: () => child.kill(),
    /** The time of the next block. An hour is more than the clock of anvil moves meanwhile, so every run has the same bytes. */
    tick: async () => {
      time += 3600;
      await client.setNextBlockTimestamp({ timestamp: BigInt(time) });
      return time;
    },
  };
}
