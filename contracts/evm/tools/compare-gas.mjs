// Prints what the contracts of others cost, measured in one EVM:
// node tools/compare-gas.mjs --scribe <clone with submodules> --pyth <clone>
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { startChain } from './peers/chain.mjs';
import { CHAINLINK, chainlink } from './peers/chainlink.mjs';
import { pyth } from './peers/pyth.mjs';
import { REDSTONE, redstone, redstoneFeeds } from './peers/redstone.mjs';
import { scribe } from './peers/scribe.mjs';
import { commitOf, HOUSE_COMPILER, install } from './peers/sources.mjs';

const SIGNERS = [2, 3, 5, 6, 10, 15, 20];
const FEEDS = [1, 4, 10, 20, 32];
// `house` is the gas profile of foundry.toml. The others are what the projects choose, and Chainlink's pragma takes 0.8.19 only.
const BUILDS = {
  house: { version: HOUSE_COMPILER, viaIR: true, runs: 1_000_000, evmVersion: 'cancun' },
  scribe: { version: '0.8.16', viaIR: true, runs: 10_000, evmVersion: 'london' },
  chainlink: { version: '0.8.19', viaIR: false, runs: 1_000_000, evmVersion: 'paris' },
  chainlinkByIr: { version: '0.8.19', viaIR: true, runs: 1_000_000, evmVersion: 'paris' },
  pyth: { version: '0.8.29', viaIR: false, runs: 200, evmVersion: 'paris' },
};
const PYTH_QUORUMS = [
  { guardians: 5, signers: 3, quorum: 'half' },
  { guardians: 19, signers: 13, quorum: 'twoThirds' },
];

const { values: options } = parseArgs({ options: { scribe: { type: 'string' }, pyth: { type: 'string' } } });
install();
const rows = [];
const feedRows = [];
if (options.scribe === undefined)
  console.error('Scribe is left out: --scribe takes a clone of chronicleprotocol/scribe with its submodules.');
else {
  const folder = resolve(options.scribe);
  for (const build of [BUILDS.house, BUILDS.scribe])
    rows.push(await row(`Chronicle Scribe at ${commitOf(folder)}, \`poke\``, build, [5, 10, 15, 20], scribe(folder, build)));
}
rows.push(await row(`RedStone ${REDSTONE}, verify and store`, BUILDS.house, [3, 5, 10], redstone(BUILDS.house)));
for (const [form, measure] of [
  ['all feeds in one package of a signer', redstoneFeeds(BUILDS.house)],
  ['a package for each feed', redstoneFeeds(BUILDS.house, 1)],
])
  feedRows.push(await row(`RedStone ${REDSTONE}, ${form}`, BUILDS.house, FEEDS, measure, FEEDS));
if (options.pyth === undefined) console.error('Pyth is left out: --pyth takes a clone of pyth-network/pyth-crosschain.');
else {
  const folder = resolve(options.pyth);
  for (const quorum of PYTH_QUORUMS) {
    const what = `Pyth at ${commitOf(folder)}, \`updatePriceFeeds\`, ${quorum.signers} of ${quorum.guardians} sign`;
    for (const build of [BUILDS.house, BUILDS.pyth]) feedRows.push(await row(what, build, FEEDS, pyth(folder, build, quorum), FEEDS));
  }
}
for (const build of [BUILDS.chainlinkByIr, BUILDS.chainlink]) {
  const { one, bulk } = chainlink(build);
  const what = `Chainlink Verifier 0.3.0 of contracts ${CHAINLINK}`;
  rows.push(await row(`${what}, verify alone, no fee`, build, [2, 6], one));
  feedRows.push(await row(`${what}, \`verifyBulk\` alone, no fee`, build, FEEDS, bulk, FEEDS));
}
print('gas by number of signers', SIGNERS, rows);
print('gas by number of feeds', FEEDS, feedRows);

function print(what, columns, table) {
  const head = [what, ...columns.map(String)];
  const lines = [head, head.map((_, place) => (place === 0 ? '---' : '--:')), ...table];
  console.log(`${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`);
}

async function row(what, { version, viaIR, runs }, counts, measure, columns = SIGNERS) {
  console.error(what);
  const numbers = new Map();
  const chain = await startChain();
  try {
    for (const count of counts) numbers.set(count, await measure(chain, count));
  } finally {
    chain.stop();
  }
  const name = `${what}; solc ${version}, ${viaIR ? '`via_ir`, ' : ''}${runs.toLocaleString('en')} runs`;
  return [name, ...columns.map((count) => numbers.get(count)?.toLocaleString('en') ?? '')];
}
