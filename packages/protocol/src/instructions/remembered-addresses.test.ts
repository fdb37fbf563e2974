import { expect, it } from 'vitest';
import {
  ASSOCIATED_TOKEN_PROGRAM_ID,
  configAddress,
  delegateAddress,
  gatewayAddress,
  nodeAddress,
  registryAddress,
  subscriptionAddress,
  TOKEN_PROGRAM_ID,
} from '../accounts/addresses.js';
import { toAddress } from '../address.js';
import { findProgramAddress } from '../program-address.js';

import { rememberedAddresses, rememberedBumps } from './remembered-addresses.js';

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
        expect(rememberedAddresses.node(programId, Number(version))).toEqual(nodeAddress(programId, Number(version)));
      }
    }
  }
});

it('searches once: the second answer is the very first one', () => {
  expect(rememberedAddresses.subscription(key(7), key(8))).toBe(rememberedAddresses.subscription(key(7), key(8)));
});

it('a bump that is remembered is the one at which the search ends', () => {
  const found = new Set<number>();
  for (let fill = 1; fill <= 20; fill += 1) {
    const [programId, payer, gateway, mint] = [key(fill), key(fill + 1), key(fill + 2), key(fill + 3)];
    const escrow = findProgramAddress([new TextEncoder().encode('escrow'), payer, gateway], programId);
    const tokens = findProgramAddress([escrow.address, TOKEN_PROGRAM_ID, mint], ASSOCIATED_TOKEN_PROGRAM_ID);
    for (let again = 0; again < 2; again += 1) {
      expect(rememberedBumps.escrow(programId, payer, gateway)).toBe(escrow.bump);
      expect(rememberedBumps.associatedToken(escrow.address, mint)).toBe(tokens.bump);
    }
    found.add(escrow.bump).add(tokens.bump);
  }
  expect(found.size).toBeGreaterThan(1);
});
