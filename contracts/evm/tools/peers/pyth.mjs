import { join } from 'node:path';
import { concat, encodeFunctionData, keccak256, numberToHex, pad, size, slice, stringToHex } from 'viem';
import { sign } from 'viem/accounts';
import { keysOf } from './chain.mjs';
import { compile, unpack } from './sources.mjs';

/** The version that Pyth's package.json names. */
const OPEN_ZEPPELIN = '4.8.1';
const ETHEREUM = 2;
const SOLANA = 1;
const PYTHNET = 26;
const EMITTER = '0xe101faedac5851e32b9b23b5f9411a8c2bac4aae3ed4dd7b811dd1a72ea4aa71';
const GOVERNANCE = pad('0x04', { size: 32 });
const FEE_WEI = 1n;
const PRICE = 6_462_831_000_000n;
const WORMHOLE_MERKLE = '0x00';
/** Nodes between a price and the signed root: what updates of production had in 2025. */
const TREE_DEPTH = 12;
/** The receiver of each quorum: 13 of 19 guardians until August 2026, and 3 of 5 routers since. */
const RECEIVERS = { twoThirds: 'ReceiverImplementation', half: 'ReceiverImplementationHalf' };

/** `updatePriceFeeds` by number of feeds, and it stores all. The contracts stand behind their proxies, as they are deployed. */
export function pyth(folder, build, { guardians, signers, quorum }) {
  const ethereum = join(folder, 'target_chains', 'ethereum');
  const openZeppelin = unpack('@openzeppelin/contracts', OPEN_ZEPPELIN);
  const remappings = [
    `@openzeppelin/contracts/=${openZeppelin}/`,
    `@openzeppelin/contracts-upgradeable/=${unpack('@openzeppelin/contracts-upgradeable', OPEN_ZEPPELIN)}/`,
    `@pythnetwork/pyth-sdk-solidity/=${ethereum}/sdk/solidity/`,
  ];
  const contract = (name, ...path) => compile(build, join(...path, `${name}.sol`), name, remappings);
  const contracts = join(ethereum, 'contracts', 'contracts');
  const receiver = join(contracts, 'wormhole-receiver');
  const compiled = {
    proxy: contract('ERC1967Proxy', openZeppelin, 'proxy', 'ERC1967'),
    setup: contract('ReceiverSetup', receiver),
    receiver: contract(RECEIVERS[quorum], receiver),
    pyth: contract('PythUpgradable', contracts, 'pyth'),
  };
  const keys = keysOf(guardians);
  return async (chain, feeds) => {
    const address = await deploy(chain, compiled, keys);
    let gas;
    for (const round of [1n, 2n]) {
      const update = await updateOf({ keys: keys.slice(0, signers), feeds, time: await chain.tick(), round });
      const data = encodeFunctionData({ abi: compiled.pyth.abi, functionName: 'updatePriceFeeds', args: [[update]] });
      gas = await chain.send(address, data, FEE_WEI * BigInt(feeds));
    }
    return gas;
  };
}

async function deploy(chain, { proxy, setup, receiver, pyth: logic }, keys) {
  const guardians = keys.map(({ account }) => account.address);
  const guard = [await chain.deploy(receiver, []), guardians, ETHEREUM, SOLANA, GOVERNANCE];
  const setupData = encodeFunctionData({ abi: setup.abi, functionName: 'setup', args: guard });
  const wormhole = await chain.deploy(proxy, [await chain.deploy(setup, []), setupData]);
  const args = [wormhole, [PYTHNET], [EMITTER], SOLANA, GOVERNANCE, 0n, 60n, FEE_WEI];
  const initialize = encodeFunctionData({ abi: logic.abi, functionName: 'initialize', args });
  return chain.deploy(proxy, [await chain.deploy(logic, []), initialize]);
}

/** One accumulator update: a Wormhole message with a Merkle root, and each price with its proof. */
async function updateOf({ keys, feeds, time, round }) {
  const prices = Array.from({ length: feeds }, (_, place) => priceOf({ place, time, round }));
  const { root, proofs } = treeOf(prices);
  const message = await messageOf({ keys, root, time, round });
  const header = concat([stringToHex('PNAU'), '0x010000', WORMHOLE_MERKLE]);
  const shown = prices.map((price, place) =>
    concat([numberToHex(size(price), { size: 2 }), price, numberToHex(TREE_DEPTH, { size: 1 }), ...proofs[place]]),
  );
  return concat([header, numberToHex(size(message), { size: 2 }), message, numberToHex(feeds, { size: 1 }), ...shown]);
}

/** A price with its confidence, their exponent, the times of this and the last one, and the moving averages. */
function priceOf({ place, time, round }) {
  const price = PRICE + BigInt(place) + round;
  const confidence = price / 2000n;
  return concat([
    '0x00',
    keccak256(stringToHex(`FEED${place}`)),
    numberToHex(price, { size: 8 }),
    numberToHex(confidence, { size: 8 }),
    numberToHex(-8, { size: 4, signed: true }),
    numberToHex(time, { size: 8 }),
    numberToHex(time - 1, { size: 8 }),
    numberToHex(price - 1_000_000n, { size: 8 }),
    numberToHex(confidence + 1_000_000n, { size: 8 }),
  ]);
}

async function messageOf({ keys, root, time, round }) {
  const slot = 300_000_000n + round;
  const payload = concat([stringToHex('AUWV'), WORMHOLE_MERKLE, numberToHex(slot, { size: 8 }), numberToHex(10_000, { size: 4 }), root]);
  const origin = [numberToHex(time, { size: 4 }), numberToHex(0, { size: 4 }), numberToHex(PYTHNET, { size: 2 }), EMITTER];
  const body = concat([...origin, numberToHex(slot - 1_000_000n, { size: 8 }), '0x01', payload]);
  const hash = keccak256(keccak256(body));
  const signatures = [];
  for (const [place, { hex }] of keys.entries()) {
    const { r, s, yParity } = await sign({ hash, privateKey: hex });
    signatures.push(numberToHex(place, { size: 1 }), r, s, numberToHex(yParity, { size: 1 }));
  }
  return concat(['0x01', numberToHex(0, { size: 4 }), numberToHex(keys.length, { size: 1 }), ...signatures, body]);
}

/** The root of a tree whose first leaves are the messages, and the proof of each. All other leaves are empty. */
function treeOf(messages) {
  let nodes = messages.map((message) => hash20(['0x00', message]));
  let empty = hash20(['0x02']);
  const proofs = messages.map(() => []);
  for (let level = 0; level < TREE_DEPTH; level++) {
    for (const [place, proof] of proofs.entries()) proof.push(nodes[(place >> level) ^ 1] ?? empty);
    const row = nodes;
    const beside = empty;
    nodes = Array.from({ length: Math.ceil(row.length / 2) }, (_, place) => parentOf(row[2 * place], row[2 * place + 1] ?? beside));
    empty = parentOf(empty, empty);
  }
  return { root: nodes[0], proofs };
}

function parentOf(a, b) {
  return hash20(['0x01', ...(a > b ? [b, a] : [a, b])]);
}

function hash20(parts) {
  return slice(keccak256(concat(parts)), 0, 20);
}
