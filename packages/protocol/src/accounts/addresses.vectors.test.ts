import { describe, expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/program-address.json' with { type: 'json' };
import { type Address, formatAddress, parseAddress, toAddress } from '../address.js';
import type { FeedId } from '../feed-id.js';
import { fromHex } from '../hex.js';
import {
  associatedTokenAddress,
  associatedTokenAddressBump,
  configAddress,
  delegateAddress,
  escrowAddress,
  escrowAddressBump,
  feedAddress,
  gatewayAddress,
  nodeAddress,
  registryAddress,
  signerSetAddress,
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
  signerSet: (vector) =>
    signerSetAddress(program(vector), { registryVersion: BigInt(vector.version!), signersBitmap: fromHex(vector.signersBitmap!) }),
  delegate: (vector) => delegateAddress(program(vector), key(vector.subscription), key(vector.authority)),
  feed: (vector) => feedAddress(program(vector), fromHex(vector.feedId!) as FeedId),
  escrow: (vector) => escrowAddress(program(vector), key(vector.payer), key(vector.gateway)),
  associatedToken: (vector) => associatedTokenAddress(key(vector.owner), key(vector.mint)),
};

const vectors = file.vectors.filter(({ kind }) => kind !== 'round' && kind !== 'agentRound');

describe('account addresses', () => {
  it.each(vectors)('$kind $address', (vector) => {
    expect(formatAddress(derivations[vector.kind]!(vector))).toBe(vector.address);
  });

  it('of an escrow and of its tokens are searched as far as the vectors say', () => {
    const bumps: Readonly<Record<string, (vector: Vector, address: Address) => number | null>> = {
      escrow: (vector, address) => escrowAddressBump(address, program(vector), key(vector.payer), key(vector.gateway)),
      associatedToken: (vector, address) => associatedTokenAddressBump(address, key(vector.owner), key(vector.mint)),
    };
    const searched = vectors.filter(({ kind }) => kind in bumps);
    expect(new Set(searched.map(({ kind }) => kind))).toEqual(new Set(['escrow', 'associatedToken']));
    for (const vector of searched) {
      expect(bumps[vector.kind]!(vector, parseAddress(vector.address))).toBe(vector.bump);
      expect(bumps[vector.kind]!(vector, key('00'.repeat(32)))).toBeNull();
    }
  });
});
