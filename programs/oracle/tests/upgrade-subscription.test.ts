import { describe, expect, it } from 'vitest';

import { startingFrom } from './built-program.js';
import {
  administrator,
  gatewayAuthority,
  MAX_SIGNATURES,
  owner,
  programId,
  registryAddress,
  ROUNDS,
  SETTINGS,
  stranger,
  tokensOf,
} from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { withAccount, type UpgradeSubscriptionInput } from './instructions.js';
import { tokenAmount } from './token.js';
import { worldInUse } from './world.js';

describe('upgrade_subscription', () => {
  startingFrom(worldInUse, (world) => {
    const send = (changes: Partial<UpgradeSubscriptionInput> = {}) => world().chain.send(world().upgradeSubscription(changes), owner);
    const balance = () => tokenAmount(world().chain.data(tokensOf(owner.publicKey)));
    const settleWith = (signers: readonly number[]) =>
      world().chain.send(
        world().settle(world().round({ signers, signaturesRequired: signers.length, registryVersion: currentVersion() })),
        gatewayAuthority,
      );
    let version = 1n;
    const currentVersion = () => version;

    it('costs the additional signatures of every round that is left, at the price of today', () => {
      const before = balance();
      world().chain.must(world().settle(world().round()), gatewayAuthority);
      world().chain.must(world().updateConfig({ subscriptionRoundPerSig: 70n }), administrator);
      expectAccepted(send({ maxSignatures: MAX_SIGNATURES + 2 }));
      expect(balance()).toBe(before - (ROUNDS - 1n) * 2n * 70n);
      expect(world().subscription()).toMatchObject({ maxSignatures: MAX_SIGNATURES + 2, roundsLeft: ROUNDS - 1n });
    });

    it('is the way out when the smallest quorum has risen above what was bought', () => {
      version = 2n;
      world().chain.must(world().updateConfig({ minSigners: 5 }), administrator);
      world().chain.must(world().changeRegistry({ version: 1n }), administrator);
      expectRefused(settleWith([0, 1, 2, 3, 4]), 'QuorumOutOfRange');
      expectAccepted(send({ maxSignatures: 5 }));
      expectAccepted(settleWith([0, 1, 2, 3, 4]));
      version = 1n;
    });

    it('goes up only, to 64, and to a quorum that the current registry lets settle', () => {
      expectRefused(send({ maxSignatures: MAX_SIGNATURES }), 'InvalidMaxSignatures');
      expectRefused(send({ maxSignatures: 0 }), 'InvalidMaxSignatures');
      expectRefused(send({ maxSignatures: 65 }), 'InvalidMaxSignatures');
      world().chain.must(world().updateConfig({ minSigners: MAX_SIGNATURES + 2 }), administrator);
      expectRefused(send({ maxSignatures: MAX_SIGNATURES + 1 }), 'InvalidMaxSignatures');
      expectRefused(send({ maxSignatures: 64, registry: registryAddress(2n) }), 'WrongOwner');
      expectAccepted(send({ maxSignatures: 64 }));
    });

    it('takes no more than the owner agreed to pay', () => {
      const price = ROUNDS * SETTINGS.subscriptionRoundPerSig;
      expectRefused(send({ maxAmount: price - 1n }), 'PriceAboveMaximum');
      expectAccepted(send({ maxAmount: price }));
    });

    it("is the owner's alone, and paid from the owner's own account", () => {
      const { chain } = world();
      const original = world().upgradeSubscription({ from: tokensOf(stranger.publicKey) });
      expectRefused(chain.send(withAccount(original, 0, { pubkey: stranger.publicKey }), stranger), 'WrongAuthority');
      expectRefused(chain.send(withAccount(original, 0, { isSigner: false }), stranger), 'MissingSignature');
      expectRefused(send({ from: tokensOf(stranger.publicKey) }), 'WrongTokenAccount');
      expectRefused(send({ treasury: tokensOf(stranger.publicKey) }), 'WrongAddress');
      expectRefused(chain.send(withAccount(world().upgradeSubscription({}), 6, { pubkey: programId }), owner), 'WrongProgram');
      expectRefused(chain.send(withAccount(world().upgradeSubscription({}), 2, { isWritable: false }), owner), 'NotWritable');
    });
  });
});
