import { toAddress } from '@oracle-gateway/protocol';
import { configAddress, delegateAddress, gatewayAddress, registryAddress, subscriptionAddress } from '@oracle-gateway/protocol/accounts';
import { expect, it } from 'vitest';

import { rememberedAddresses } from './remembered-addresses.js';

function key(fill: number) {
  return toAddress(new Uint8Array(32).fill(fill));
}

it.each([1, 2])('an address that is remembered is the one that a search finds (%d)', (fill) => {
  for (const programId of [key(fill), key(fill + 10)]) {
    for (const owner of [key(3), programId]) {
      for (const version of [1n, 2n]) {
        expect(rememberedAddresses.config(programId)).toEqual(configAddress(programId));
        expect(rememberedAddresses.gateway(programId, owner)).toEqual(gatewayAddress(programId, owner));
        expect(rememberedAddresses.subscription(programId, owner)).toEqual(subscriptionAddress(programId, owner));
        for (const authority of [key(4), owner]) {
          const expected = delegateAddress(programId, subscriptionAddress(programId, owner), authority);
          expect(rememberedAddresses.delegate(programId, owner, authority)).toEqual(expected);
        }
        expect(rememberedAddresses.registry(programId, version)).toEqual(registryAddress(programId, version));
      }
    }
  }
});

it('searches once: the second answer is the very first one', () => {
  expect(rememberedAddresses.subscription(key(7), key(8))).toBe(rememberedAddresses.subscription(key(7), key(8)));
});
