import type { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { startingFrom } from './built-program.js';
import { namedKeypair } from './chain.js';
import {
  administrator,
  BALANCE,
  DAY,
  gatewayAddress,
  gatewayAuthority,
  GRACE,
  MAX_SIGNATURES,
  nodeAddress,
  otherGatewayAuthority,
  owner,
  programId,
  registryAddress,
  ROUNDS,
  SETTINGS,
  START,
  stranger,
  tokensOf,
  WINDOW,
} from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { withAccount, type RenewSubscriptionInput } from './instructions.js';
import { createOtherMint } from './set-up.js';
import { associatedTokenAddress, tokenAmount } from './token.js';
import { worldInUse } from './world.js';

const PRICE_PER_ROUND = SETTINGS.subscriptionRoundBase + BigInt(MAX_SIGNATURES) * SETTINGS.subscriptionRoundPerSig;
const NOBODY = new Uint8Array(32);
const TEN_YEARS = 3_650n * DAY;
const INSUFFICIENT_FUNDS = 'custom program error 1';

describe('renew_subscription', () => {
  startingFrom(worldInUse, (world) => {
    const send = (changes: Partial<RenewSubscriptionInput> = {}) => world().chain.send(world().renewSubscription(changes), owner);
    const balance = () => tokenAmount(world().chain.data(tokensOf(owner.publicKey)));

    it("adds rounds at today's price and extends the subscription", () => {
      const before = balance();
      world().chain.must(world().updateConfig({ subscriptionRoundBase: 700n }), administrator);
      expectAccepted(send({ rounds: 5n }));
      expect(world().subscription()).toMatchObject({ roundsLeft: ROUNDS + 5n, expiresAt: START + 60n * DAY });
      expect(balance()).toBe(before - 5n * (PRICE_PER_ROUND + 200n));
    });

    it('never shortens', () => {
      expectRefused(send({ expiresAt: START + 30n * DAY - 1n }), 'InvalidExpiry');
      expectAccepted(send({ expiresAt: START + 30n * DAY }));
    });

    it('extends to the future only, at most ten years ahead', () => {
      expectRefused(send({ expiresAt: START + TEN_YEARS + 1n }), 'InvalidExpiry');
      world().chain.now = START + 31n * DAY;
      expectRefused(send({ expiresAt: START + 31n * DAY }), 'InvalidExpiry');
      expectAccepted(send({ expiresAt: START + 31n * DAY + 1n }));
    });

    it('extends without rounds for nothing', () => {
      const before = balance();
      expectAccepted(send({ rounds: 0n }));
      expect(balance()).toBe(before);
    });

    it('refuses more rounds than can be counted', () => {
      world().chain.must(world().updateConfig({ subscriptionRoundBase: 0n, subscriptionRoundPerSig: 0n }), administrator);
      expectRefused(send({ rounds: 2n ** 64n - ROUNDS }), 'Overflow');
      expectAccepted(send({ rounds: 2n ** 64n - 1n - ROUNDS }));
    });

    it('refuses a price beyond 64 bits and more than the owner has', () => {
      expectRefused(send({ rounds: 2n ** 63n }), 'Overflow');
      expectRefused(send({ rounds: BALANCE / PRICE_PER_ROUND + 1n }), INSUFFICIENT_FUNDS);
    });

    it('takes no more than the owner agreed to pay', () => {
      const price = 5n * PRICE_PER_ROUND;
      expectRefused(send({ rounds: 5n, maxAmount: price - 1n }), 'PriceAboveMaximum');
      world().chain.must(world().updateConfig({ subscriptionRoundBase: SETTINGS.subscriptionRoundBase + 1n }), administrator);
      expectRefused(send({ rounds: 5n, maxAmount: price }), 'PriceAboveMaximum');
      world().chain.must(world().updateConfig({}), administrator);
      expectAccepted(send({ rounds: 5n, maxAmount: price }));
    });

    it('sells no rounds that the current registry does not let settle', () => {
      world().chain.must(world().updateConfig({ minSigners: MAX_SIGNATURES + 1 }), administrator);
      expectRefused(send(), 'InvalidMaxSignatures');
      world().chain.must(world().changeRegistry({ version: 1n }), administrator);
      world().chain.must(world().updateConfig({}), administrator);
      expectRefused(send(), 'InvalidMaxSignatures');
      world().chain.must(world().changeRegistry({ version: 2n }), administrator);
      expectRefused(send({ registry: registryAddress(2n) }), 'WrongAddress');
      expectAccepted(send());
    });

    it("is the owner's alone", () => {
      const { chain } = world();
      const renewal = world().renewSubscription({ from: tokensOf(stranger.publicKey) });
      expectRefused(chain.send(withAccount(renewal, 0, { pubkey: stranger.publicKey }), stranger), 'WrongAuthority');
      expectRefused(chain.send(withAccount(renewal, 0, { isSigner: false }), stranger), 'MissingSignature');
    });

    it('is paid as the opening was', () => {
      const { chain } = world();
      const otherMint = createOtherMint(world().chain);
      expectRefused(send({ treasury: tokensOf(stranger.publicKey) }), 'WrongAddress');
      expectRefused(send({ from: tokensOf(stranger.publicKey) }), 'WrongTokenAccount');
      expectRefused(send({ from: associatedTokenAddress(stranger.publicKey, otherMint) }), 'WrongMint');
      expectRefused(chain.send(withAccount(world().renewSubscription({}), 6, { pubkey: programId }), owner), 'WrongProgram');
      expectRefused(chain.send(withAccount(world().renewSubscription({}), 2, { isWritable: false }), owner), 'NotWritable');
    });
  });
});

describe('pause_subscription and resume_subscription', () => {
  startingFrom(worldInUse, (world) => {
    const pause = () => world().chain.send(world().pause(), owner);
    const resume = () => world().chain.send(world().resume(), owner);
    const at = (seconds: bigint) => {
      world().chain.now = START + seconds;
    };

    it('record their times', () => {
      at(5n);
      expectAccepted(pause());
      at(9n);
      expectAccepted(resume());
      expect(world().subscription()).toMatchObject({ pausedAt: START + 5n, resumedAt: START + 9n });
    });

    it('refuse the state that is there already', () => {
      expectRefused(resume(), 'NothingToChange');
      expectAccepted(pause());
      at(1n);
      expectRefused(pause(), 'NothingToChange');
    });

    it('pause again one settle window after the resumption', () => {
      expectAccepted(pause());
      at(1n);
      expectAccepted(resume());
      at(WINDOW);
      expectRefused(pause(), 'TooSoon');
      at(WINDOW + 1n);
      expectAccepted(pause());
    });

    it('do not switch twice in one second', () => {
      expectAccepted(pause());
      expectRefused(resume(), 'TooSoon');
      at(WINDOW);
      expectAccepted(resume());
      expectRefused(pause(), 'TooSoon');
    });

    it("are the owner's alone", () => {
      const { chain } = world();
      for (const change of [world().pause(), world().resume()]) {
        expectRefused(chain.send(withAccount(change, 0, { pubkey: stranger.publicKey }), stranger), 'WrongAuthority');
        expectRefused(chain.send(withAccount(change, 0, { isSigner: false }), stranger), 'MissingSignature');
        expectRefused(chain.send(withAccount(change, 2, { isWritable: false }), owner), 'NotWritable');
        expectRefused(chain.send(withAccount(change, 1, { pubkey: nodeAddress(0) }), owner), 'WrongAccountKind');
      }
    });
  });
});

describe('change_subscription_gateway', () => {
  startingFrom(worldInUse, (world) => {
    const change = (to = otherGatewayAuthority) => world().chain.send(world().changeSubscriptionGateway(to), owner);
    const [first, second] = [gatewayAuthority, otherGatewayAuthority].map(({ publicKey }) => gatewayAddress(publicKey).toBytes());
    const stable = { gateway: first, pendingGateway: NOBODY, changeProposedAt: 0n };

    it('records the gateway that is to follow, and when that was proposed', () => {
      world().chain.now = START + 7n;
      expectAccepted(change());
      expect(world().subscription()).toMatchObject({ gateway: first, pendingGateway: second, changeProposedAt: START + 7n });
    });

    it('is withdrawn by naming the present gateway again', () => {
      expectAccepted(change());
      expectAccepted(change(gatewayAuthority));
      expect(world().subscription()).toMatchObject(stable);
      expectRefused(change(gatewayAuthority), 'NothingToChange');
    });

    it('is withdrawn although the present gateway is inactive', () => {
      expectAccepted(change());
      world().chain.must(world().setGatewayStatus('inactive'), administrator);
      expectAccepted(change(gatewayAuthority));
      expect(world().subscription()).toMatchObject(stable);
    });

    it('can name a third gateway, which does not give the present one time back', () => {
      const third = namedKeypair('third gateway');
      world().chain.must(world().registerGateway(third), administrator);
      expectAccepted(change());
      world().chain.now = START + 1_000n;
      expectAccepted(change(third));
      const pendingGateway = gatewayAddress(third.publicKey).toBytes();
      expect(world().subscription()).toMatchObject({ gateway: first, pendingGateway, changeProposedAt: START });
    });

    it('refuses what is there already', () => {
      expectRefused(change(gatewayAuthority), 'NothingToChange');
      expectAccepted(change());
      expectRefused(change(), 'NothingToChange');
    });

    it('refuses an inactive gateway and an account of another kind', () => {
      const { chain } = world();
      chain.must(world().setGatewayStatus('inactive', otherGatewayAuthority), administrator);
      expectRefused(change(), 'GatewayInactive');
      const toNode = withAccount(world().changeSubscriptionGateway(otherGatewayAuthority), 3, { pubkey: nodeAddress(0) });
      expectRefused(chain.send(toNode, owner), 'WrongAccountKind');
    });

    it("is the owner's alone", () => {
      const { chain } = world();
      const original = world().changeSubscriptionGateway(otherGatewayAuthority);
      expectRefused(chain.send(withAccount(original, 0, { pubkey: stranger.publicKey }), stranger), 'WrongAuthority');
      expectRefused(chain.send(withAccount(original, 0, { isSigner: false }), stranger), 'MissingSignature');
    });
  });
});

describe('confirm_subscription_gateway', () => {
  startingFrom(worldInUse, (world) => {
    const propose = () => world().chain.must(world().changeSubscriptionGateway(otherGatewayAuthority), owner);
    const confirm = (by: Keypair) => world().chain.send(world().confirmSubscriptionGateway(by), by);
    const [first, second] = [gatewayAuthority, otherGatewayAuthority].map(({ publicKey }) => gatewayAddress(publicKey).toBytes());
    const at = (seconds: bigint) => {
      world().chain.now = START + seconds;
    };

    it('is done by the owner once the gateway that leaves can settle nothing any more', () => {
      propose();
      at(WINDOW + GRACE);
      expectRefused(confirm(owner), 'TooSoon');
      at(WINDOW + GRACE + 1n);
      expectAccepted(confirm(owner));
      expect(world().subscription()).toMatchObject({
        gateway: second,
        gatewayFrom: START + WINDOW + 1n,
        pendingGateway: NOBODY,
        changeProposedAt: 0n,
      });
    });

    it('is done by the gateway that leaves at any time', () => {
      propose();
      expectAccepted(confirm(gatewayAuthority));
      expect(world().subscription()).toMatchObject({ gateway: second, gatewayFrom: START + GRACE + 1n });
    });

    it('belongs to no other gateway, not even the next one', () => {
      propose();
      at(2n * WINDOW);
      expectRefused(confirm(otherGatewayAuthority), 'WrongAuthority');
      expectRefused(confirm(stranger), 'WrongAuthority');
      const unsigned = withAccount(world().confirmSubscriptionGateway(gatewayAuthority), 0, { isSigner: false });
      expectRefused(world().chain.send(unsigned, stranger), 'MissingSignature');
    });

    it('needs a pending change, and the two gateways that it is about', () => {
      expectRefused(confirm(gatewayAuthority), 'NothingToChange');
      propose();
      const { chain } = world();
      const original = world().confirmSubscriptionGateway(gatewayAuthority);
      const newcomer = namedKeypair('newcomer');
      chain.must(world().registerGateway(newcomer), administrator);
      const toNewcomer = withAccount(original, 4, { pubkey: gatewayAddress(newcomer.publicKey) });
      expectRefused(chain.send(toNewcomer, gatewayAuthority), 'WrongGateway');
      const byFollower = world().confirmSubscriptionGateway(otherGatewayAuthority, otherGatewayAuthority, otherGatewayAuthority);
      expectRefused(chain.send(byFollower, otherGatewayAuthority), 'WrongGateway');
      expectRefused(chain.send(withAccount(original, 3, { pubkey: nodeAddress(0) }), gatewayAuthority), 'WrongAccountKind');
      expectRefused(chain.send(withAccount(original, 2, { isWritable: false }), gatewayAuthority), 'NotWritable');
    });

    it('refuses a gateway that was deactivated since; naming another one loses no time', () => {
      const { chain } = world();
      propose();
      chain.must(world().setGatewayStatus('inactive', otherGatewayAuthority), administrator);
      at(WINDOW + GRACE + 1n);
      expectRefused(confirm(owner), 'GatewayInactive');
      const third = namedKeypair('third gateway');
      chain.must(world().registerGateway(third), administrator);
      chain.must(world().changeSubscriptionGateway(third), owner);
      expectAccepted(chain.send(world().confirmSubscriptionGateway(owner, gatewayAuthority, third), owner));
      expect(world().subscription().gateway).toEqual(gatewayAddress(third.publicKey).toBytes());
    });

    it('frees a subscription of a gateway that is gone', () => {
      propose();
      world().chain.must(world().setGatewayStatus('stopped in an emergency'), administrator);
      at(WINDOW + GRACE + 1n);
      expectAccepted(confirm(owner));
      expect(world().subscription().gateway).not.toEqual(first);
    });
  });
});
