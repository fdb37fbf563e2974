import { describe, expect, it } from 'vitest';

import { startingFrom } from '../built-program.js';
import {
  administrator,
  DAY,
  delegate,
  delegateAddress,
  gatewayAddress,
  gatewayAuthority,
  GRACE,
  otherGatewayAuthority,
  owner,
  ROUNDS,
  START,
  stranger,
  subscriptionAddress,
  WINDOW,
} from '../deployment.js';
import { expectAccepted, expectRefused } from '../expectations.js';
import { receiptAddress, worldWithDelegate, type Round } from '../world.js';

/** Owners who unmake what they owe for, gateways that take what they did not earn, strangers with delegates of their own. */
describe('a delegate', () => {
  startingFrom(worldWithDelegate, (world) => {
    const at = (now: bigint) => {
      world().chain.now = now;
    };
    const round = (changes: Partial<Round> = {}) => world().round({ delegate: delegate.publicKey, ...changes });
    const settleAt = (timestampSeconds: bigint) => world().chain.send(world().settle(round({ timestampSeconds })), gatewayAuthority);
    const over = START + GRACE + WINDOW + 1n;
    const revokeAndClose = () => {
      world().chain.must(world().revokeDelegate(), owner);
      at(over);
      world().chain.must(world().closeDelegate(), owner);
    };

    it("cannot be taken from a gateway's served rounds: revoked, expired and lowered in one second, all is paid", () => {
      const { chain } = world();
      chain.must(world().boundDelegate({ rounds: 0n, maxSignatures: 1, expiresAt: START + 1n }), owner);
      chain.must(world().revokeDelegate(), owner);
      chain.must(world().pause(), owner);
      chain.must(world().changeSubscriptionGateway(otherGatewayAuthority), owner);
      at(START + WINDOW);
      for (let ahead = 0n; ahead < 5n; ahead++) expectAccepted(settleAt(START + 300n + ahead));
    });

    it('is not forgotten while a round that it asked for can be settled', () => {
      world().chain.must(world().revokeDelegate(), owner);
      for (const now of [START + 1n, START + WINDOW, over - 1n]) {
        at(now);
        expectRefused(world().chain.send(world().closeDelegate(), owner), 'TooSoon');
      }
      expectAccepted(settleAt(START + GRACE));
    });

    it('has no earlier round settle again once it is closed and added again', () => {
      expectAccepted(settleAt(START));
      revokeAndClose();
      world().chain.must(world().addDelegate(), owner);
      expectRefused(settleAt(START), 'RoundAlreadySettled');
      expect(world().delegate()).toMatchObject({ roundsSettled: 0n, addedAt: over });
    });

    it('settles no round from between once it is closed and added again', () => {
      revokeAndClose();
      world().chain.must(world().addDelegate(), owner);
      expectRefused(settleAt(START + GRACE), 'TimestampOutOfWindow');
      expectRefused(settleAt(START + GRACE + 1n), 'WrongDelegate');
      expectRefused(settleAt(over - GRACE - 1n), 'WrongDelegate');
      expectAccepted(settleAt(over - GRACE));
    });

    it('is not reopened by a larger settle window once it is closed and added again', () => {
      world().chain.must(world().updateConfig({ settleWindowSeconds: 900n }), administrator);
      world().chain.must(world().revokeDelegate(), owner);
      at(START + GRACE + 901n);
      world().chain.must(world().closeDelegate(), owner);
      world().chain.must(world().updateConfig({}), administrator);
      world().chain.must(world().addDelegate(), owner);
      expectRefused(settleAt(START + GRACE), 'TimestampOutOfWindow');
      expectRefused(settleAt(START + GRACE + 1n), 'WrongDelegate');
    });

    it('serves nothing once it is closed, and no account that a stranger funds at its address does', () => {
      revokeAndClose();
      expectRefused(settleAt(over), 'WrongOwner');
      world().chain.dust(delegateAddress(delegate.publicKey), 10_000_000n);
      expectRefused(settleAt(over), 'WrongOwner');
    });

    it('begins anew where it is closed and added again in one transaction', () => {
      const { chain } = world();
      expectAccepted(settleAt(START));
      chain.must(world().revokeDelegate(), owner);
      at(over);
      chain.must([world().closeDelegate(), world().addDelegate({ rounds: 2n, expiresAt: over + DAY })], owner);
      expect(world().delegate()).toMatchObject({ rounds: 2n, roundsSettled: 0n, revokedAt: 0n, addedAt: over });
    });

    it("of another subscription spends nothing of this one, and the other's gateway settles nothing of its own", () => {
      const { chain } = world();
      const strangers = {
        owner: stranger.publicKey,
        subscription: subscriptionAddress(stranger.publicKey),
        delegate: delegateAddress(delegate.publicKey, stranger.publicKey),
      };
      chain.must(world().openSubscription({ gateway: gatewayAddress(otherGatewayAuthority.publicKey) }, stranger.publicKey), stranger);
      chain.must(world().addDelegate(strangers), stranger);
      const foreign = world().settle(round(), { delegate: strangers.delegate });
      expectRefused(chain.send(foreign, gatewayAuthority), 'WrongDelegate');
      const other = { gatewayAuthority: otherGatewayAuthority.publicKey, gateway: gatewayAddress(otherGatewayAuthority.publicKey) };
      const here = world().settle(round(), other);
      expectRefused(chain.send(here, otherGatewayAuthority), 'WrongGateway');
      expect(world().subscription().roundsLeft).toBe(ROUNDS);
    });

    it('of two subscriptions has one receipt for one feed and second: the second gateway is not paid for it', () => {
      const { chain } = world();
      const twin = round({ owner: stranger.publicKey });
      chain.must(world().openSubscription({}, stranger.publicKey), stranger);
      const strangers = { owner: stranger.publicKey, subscription: subscriptionAddress(stranger.publicKey) };
      chain.must(world().addDelegate({ ...strangers, delegate: delegateAddress(delegate.publicKey, stranger.publicKey) }), stranger);
      expect(receiptAddress(twin)).toEqual(receiptAddress(round()));
      expectAccepted(settleAt(START));
      expectRefused(chain.send(world().settle(twin), gatewayAuthority), 'RoundAlreadySettled');
      expect(world().subscription(stranger.publicKey).roundsLeft).toBe(ROUNDS);
    });
  });
});
