import { describe, expect, it } from 'vitest';

import { onEveryBuild } from './builds.js';
import {
  administrator,
  BALANCE,
  DAY,
  gatewayAddress,
  gatewayAuthority,
  MAX_SIGNATURES,
  nodeAddress,
  otherGatewayAuthority,
  owner,
  programId,
  ROUNDS,
  SETTINGS,
  START,
  stranger,
  tokensOf,
  WINDOW,
} from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { withAccount, type PaymentInput } from './instructions.js';
import { createOtherMint } from './set-up.js';
import { associatedTokenAddress, tokenAmount } from './token.js';
import { worldInUse } from './world.js';

const PRICE_PER_ROUND = SETTINGS.subscriptionRoundBase + BigInt(MAX_SIGNATURES) * SETTINGS.subscriptionRoundPerSig;
const TEN_YEARS = 3_650n * DAY;
const INSUFFICIENT_FUNDS = 'custom program error 1';

describe('renew_subscription', () => {
  onEveryBuild(worldInUse, (world) => {
    const send = (changes: Partial<PaymentInput> = {}) => world().chain.send(world().renewSubscription(changes), owner);
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
      expectRefused(chain.send(withAccount(world().renewSubscription({}), 5, { pubkey: programId }), owner), 'WrongProgram');
      expectRefused(chain.send(withAccount(world().renewSubscription({}), 2, { isWritable: false }), owner), 'NotWritable');
    });
  });
});

describe('pause_subscription and resume_subscription', () => {
  onEveryBuild(worldInUse, (world) => {
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

    it('pause once per settle window', () => {
      expectAccepted(pause());
      at(1n);
      expectAccepted(resume());
      at(WINDOW - 1n);
      expectRefused(pause(), 'TooSoon');
      at(WINDOW);
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
  onEveryBuild(worldInUse, (world) => {
    const change = (to = otherGatewayAuthority) => world().chain.send(world().changeSubscriptionGateway(to), owner);
    const [first, second] = [gatewayAuthority, otherGatewayAuthority].map(({ publicKey }) => gatewayAddress(publicKey).toBytes());

    it('remembers the gateway before and the time', () => {
      world().chain.now = START + 7n;
      expectAccepted(change());
      expect(world().subscription()).toMatchObject({ gateway: second, previousGateway: first, gatewayChangedAt: START + 7n });
    });

    it('happens once per settle window', () => {
      expectAccepted(change());
      world().chain.now = START + WINDOW - 1n;
      expectRefused(change(gatewayAuthority), 'TooSoon');
      world().chain.now = START + WINDOW;
      expectAccepted(change(gatewayAuthority));
      expect(world().subscription()).toMatchObject({ gateway: first, previousGateway: second });
    });

    it('refuses the gateway that is named already', () => {
      expectRefused(change(gatewayAuthority), 'NothingToChange');
    });

    it('refuses an inactive gateway and an account of another kind', () => {
      const { chain } = world();
      chain.must(world().setGatewayStatus(false, otherGatewayAuthority), administrator);
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
