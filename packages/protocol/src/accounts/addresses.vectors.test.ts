import { describe, expect, it } from 'vitest';
import file from '../../../../vectors/program-address.json' with { type: 'json' };
import { type Address, formatAddress, parseAddress, toAddress } from '../address.js';
import type { FeedId } from '../feed-id.js';
import { fromHex } from '../hex.js';
import {
  associatedTokenAddress,
  configAddress,
  delegateAddress,
  feedAddress,
  gatewayAddress,
  nodeAddress,
  registryAddress,
  subscriptionAddress,
} from './index.js';

type Vector = (typeof file.vectors)[number];

function program(vector: Vector): Address {
  return parseAddress(vector.programId!);
}
function key(hex: string | undefined): Address {
  return toAddress(fromHex(hex!));
}

const derivations: Readonly<Record<string, (vector: Vector) => Address>> = {
  config: (vector) => configAddress(program(vector)),
  registry: (vector) => registryAddress(program(vector), BigInt(vector.version!)),
  node: (vector) => nodeAddress(program(vector), vector.index!),
  gateway: (vector) => gatewayAddress(program(vector), key(vector.authority)),
  subscription: (vector) => subscriptionAddress(program(vector), key(vector.owner)),
  delegate: (vector) => delegateAddress(program(vector), key(vector.subscription), key(vector.authority)),
  feed: (vector) => feedAddress(program(vector), fromHex(vector.feedId!) as FeedId),
  associatedToken: (vector) => associatedTokenAddress(key(vector.owner), key(vector.mint)),
};

const vectors = file.vectors.filter(({ kind }) => kind !== 'round');

describe('account addresses', () => {
  it.each(vectors)('$kind $address', (vector) => {
    expect(formatAddress(derivations[vector.kind]!(vector))).toBe(vector.address);
  });
});
