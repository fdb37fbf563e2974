import { concat, encodeFunctionData, keccak256, numberToHex, stringToHex } from 'viem';
import { sign } from 'viem/accounts';
import { keysOf } from './chain.mjs';
import { redstoneConsumer } from './redstone-consumer.mjs';
import { compile, unpack } from './sources.mjs';

const PRICE = 6_462_831_000_000n;
const FEED_SIGNERS = 3;
export const REDSTONE = '0.9.0';

/** One package of one symbol from each signer, by their number, behind the call data of a consumer that stores the median. */
export function redstone(build) {
  const symbol = stringToHex('BTC', { size: 32 });
  return async (chain, count) => {
    const keys = keysOf(count);
    const consumer = consumerOf(build, keys);
    const address = await chain.deploy(consumer, []);
    const data = encodeFunctionData({ abi: consumer.abi, functionName: 'update', args: [symbol] });
    let gas;
    for (const round of [1n, 2n]) {
      const packages = await packagesOf(keys, [pointOf(symbol, PRICE + round)], await chain.tick());
      gas = await chain.send(address, concat([data, ...packages, endOf(packages)]));
    }
    return gas;
  };
}

/** Packages of several symbols, by their number, from three signers. A package holds `pointsEach` symbols, by default all. */
export function redstoneFeeds(build, pointsEach) {
  const keys = keysOf(FEED_SIGNERS);
  const consumer = consumerOf(build, keys);
  return async (chain, count) => {
    const address = await chain.deploy(consumer, []);
    const symbols = Array.from({ length: count }, (_, place) => stringToHex(`FEED${place}`, { size: 32 }));
    const data = encodeFunctionData({ abi: consumer.abi, functionName: 'updateMany', args: [symbols] });
    const each = pointsEach ?? count;
    let gas;
    for (const round of [1n, 2n]) {
      const time = await chain.tick();
      const points = symbols.map((symbol, place) => pointOf(symbol, PRICE + BigInt(place) + round));
      const packages = [];
      for (let at = 0; at < count; at += each) packages.push(...(await packagesOf(keys, points.slice(at, at + each), time)));
      gas = await chain.send(address, concat([data, ...packages, endOf(packages)]));
    }
    return gas;
  };
}

function pointOf(symbol, value) {
  return concat([symbol, numberToHex(value, { size: 32 })]);
}

/** The same points from each signer, each package with its signature. */
async function packagesOf(keys, points, timeSeconds) {
  const milliseconds = numberToHex(BigInt(timeSeconds) * 1000n, { size: 6 });
  const body = concat([...points, milliseconds, numberToHex(32, { size: 4 }), numberToHex(points.length, { size: 3 })]);
  const packages = [];
  for (const { hex } of keys) packages.push(concat([body, await sign({ hash: keccak256(body), privateKey: hex, to: 'hex' })]));
  return packages;
}

/** The number of packages, no unsigned metadata, and the mark of RedStone's call data. */
function endOf(packages) {
  return concat([numberToHex(packages.length, { size: 2 }), numberToHex(0, { size: 3 }), '0x000002ed57011e0000']);
}

function consumerOf(build, keys) {
  const from = `${unpack('@redstone-finance/evm-connector', REDSTONE)}/contracts/`;
  const source = redstoneConsumer(keys.map(({ account }) => account.address));
  return compile(build, 'Consumer.sol', 'Consumer', [`redstone/=${from}`], source);
}
