import pythAbi from '@pythnetwork/pyth-sdk-solidity/abis/IPyth.json' with { type: 'json' };
import { type Abi, type AbiFunction, toFunctionSignature } from 'viem';
import { describe, expect, it } from 'vitest';
import { pythPricesAbi } from '../src/abi.generated.js';

/** Functions of Pyth that revert with `NotServed`: they give averages, time-weighted prices, or prices that are not stored. */
const NOT_SERVED = [
  'getEmaPriceNoOlderThan',
  'getEmaPriceUnsafe',
  'getTwapUpdateFee',
  'parsePriceFeedUpdates',
  'parsePriceFeedUpdatesUnique',
  'parsePriceFeedUpdatesWithConfig',
  'parseTwapPriceFeedUpdates',
];

/** Name, types in and types out of each function. */
function functionsOf(abi: Abi): Map<string, string> {
  const functions = abi.filter((entry): entry is AbiFunction => entry.type === 'function');
  return new Map(
    functions.map((entry) => [entry.name, `${toFunctionSignature(entry)} ${signatureOfOutputs(entry)} ${entry.stateMutability}`]),
  );
}

function signatureOfOutputs({ outputs }: AbiFunction): string {
  return toFunctionSignature({ type: 'function', name: 'outputs', inputs: outputs, outputs: [], stateMutability: 'pure' });
}

describe('the adapter for readers of Pyth', () => {
  const theirs = functionsOf(pythAbi as Abi);
  const ours = functionsOf(pythPricesAbi);

  it('serves each function of IPyth, or is known not to', () => {
    expect([...theirs.keys()].filter((name) => !ours.has(name)).sort()).toEqual(NOT_SERVED);
  });

  it.each([...theirs].filter(([name]) => ours.has(name)))('%s takes and gives what it does at Pyth', (name, theirSignature) => {
    // Ours may promise more: `pure` is `view` for a caller.
    expect(ours.get(name)?.replace(/ pure$/, ' view')).toBe(theirSignature);
  });
});
