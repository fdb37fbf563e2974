import type { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { startingFrom } from './built-program.js';
import {
  administrator,
  DAY,
  gatewayAddress,
  gatewayAuthority,
  GRACE,
  otherGatewayAuthority,
  owner,
  START,
  stranger,
  WINDOW,
} from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import type { GatewayStatus } from './instructions.js';
import { worldInUse } from './world.js';

/** Everything here is judged at the round's own timestamp; each rule is tried at its exact second, from both sides. */
describe('settle_round and time', () => {
  startingFrom(worldInUse, (world) => {
    const at = (now: bigint) => {
      world().chain.now = now;
    };
    const settle = (timestampSeconds: bigint) => world().chain.send(world().settle(world().round({ timestampSeconds })), gatewayAuthority);
    const settleByOther = (timestampSeconds: bigint) => {
      const claimed = { gatewayAuthority: otherGatewayAuthority.publicKey, gateway: gatewayAddress(otherGatewayAuthority.publicKey) };
      return world().chain.send(world().settle(world().round({ timestampSeconds }), claimed), otherGatewayAuthority);
    };

    it('settles from one settle window before the clock to 600 seconds after it', () => {
      expectRefused(settle(START - WINDOW - 1n), 'TimestampOutOfWindow');
      expectAccepted(settle(START - WINDOW));
      expectAccepted(settle(START + 600n));
      expectRefused(settle(START + 601n), 'TimestampOutOfWindow');
    });

    it('refuses timestamps that are no time at all', () => {
      for (const timestampSeconds of [0n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n]) {
        // These seconds have no 64 bits in milliseconds, so there is nothing that could be signed.
        const instruction = world().settle(world().round({ timestampSeconds }), {}, { timestampSeconds: 0n });
        expectRefused(world().chain.send(instruction, gatewayAuthority), 'TimestampOutOfWindow');
      }
    });

    it('uses the settle window of Config', () => {
      world().chain.must(world().updateConfig({ settleWindowSeconds: 900n }), administrator);
      expectRefused(settle(START - 901n), 'TimestampOutOfWindow');
      expectAccepted(settle(START - 900n));
    });

    it('accepts a registry version until the last second of its grace', () => {
      world().chain.must(world().changeRegistry({ version: 1n }), administrator);
      at(START + WINDOW + GRACE);
      expectAccepted(settle(START + WINDOW));
      at(START + WINDOW + GRACE + 1n);
      expectRefused(settle(START + WINDOW + 1n), 'RegistryExpired');
      expectRefused(settle(START), 'TimestampOutOfWindow');
    });

    describe('of a registry version before an emergency', () => {
      const change = (version: bigint, emergency: boolean) =>
        world().chain.must(world().changeRegistry({ version, emergency }), administrator);
      const settleOf = (registryVersion: bigint) =>
        world().chain.send(world().settle(world().round({ registryVersion, timestampSeconds: START })), gatewayAuthority);

      it('accepts none in that very second, nor later', () => {
        change(1n, true);
        expectRefused(settleOf(1n), 'RegistryExpired');
        at(START + 1n);
        expectRefused(settleOf(1n), 'RegistryExpired');
        expectAccepted(settleOf(2n));
      });

      it('accepts none of an older version either, although that is still in its grace', () => {
        change(1n, false);
        at(START + 1n);
        change(2n, true);
        at(START + 2n);
        expect(world().registry(1n).acceptUntil).toBe(START + WINDOW + GRACE);
        expectRefused(settleOf(1n), 'RegistryExpired');
        expectRefused(settleOf(2n), 'RegistryExpired');
        expectAccepted(settleOf(3n));
      });

      it('accepts the version after it to the end of its own grace', () => {
        change(1n, true);
        change(2n, false);
        at(START + WINDOW);
        expectRefused(settleOf(1n), 'RegistryExpired');
        expectAccepted(settleOf(2n));
      });
    });

    describe('of a gateway that was deactivated', () => {
      const switched = (status: GatewayStatus) => world().chain.must(world().setGatewayStatus(status), administrator);

      it('settles up to 600 seconds after', () => {
        switched('inactive');
        at(START + 1_000n);
        expectAccepted(settle(START + GRACE));
        expectRefused(settle(START + GRACE + 1n), 'GatewayInactive');
      });

      it('settles from the second of its reactivation on, and nothing in between', () => {
        switched('inactive');
        at(START + 5_000n);
        switched('active');
        expectRefused(settle(START + GRACE + 1n), 'GatewayInactive');
        expectRefused(settle(START + 4_999n), 'GatewayInactive');
        expectAccepted(settle(START + 5_000n));
        expectAccepted(settle(START + GRACE));
      });

      it('settles nothing of an earlier pause after a second deactivation', () => {
        switched('inactive');
        at(START + 5_000n);
        switched('active');
        const again = START + 5_000n + WINDOW;
        at(again);
        switched('inactive');
        expectRefused(settle(START + 4_999n), 'TimestampOutOfWindow');
        expectAccepted(settle(START + 5_000n));
        expectAccepted(settle(again + GRACE));
        expectRefused(settle(again + GRACE + 1n), 'TimestampOutOfWindow');
        at(again + 1n);
        expectRefused(settle(again + GRACE + 1n), 'GatewayInactive');
      });
    });

    describe('of a subscription that was paused', () => {
      const pause = () => world().chain.must(world().pause(), owner);
      const resume = () => world().chain.must(world().resume(), owner);

      it('settles up to 600 seconds after', () => {
        pause();
        at(START + 1_000n);
        expectAccepted(settle(START + GRACE));
        expectRefused(settle(START + GRACE + 1n), 'SubscriptionPaused');
      });

      it('settles from the second of its resumption on, and nothing in between', () => {
        pause();
        at(START + 5_000n);
        resume();
        expectRefused(settle(START + GRACE + 1n), 'SubscriptionPaused');
        expectRefused(settle(START + 4_999n), 'SubscriptionPaused');
        expectAccepted(settle(START + 5_000n));
      });

      it('settles nothing of an earlier pause after a second one', () => {
        pause();
        at(START + 5_000n);
        resume();
        at(START + 5_000n + WINDOW);
        pause();
        expectRefused(settle(START + 4_999n), 'TimestampOutOfWindow');
        expectAccepted(settle(START + 5_000n));
        expectAccepted(settle(START + 5_000n + WINDOW));
      });
    });

    describe('of a subscription that changes its gateway', () => {
      const propose = (to = otherGatewayAuthority) => world().chain.must(world().changeSubscriptionGateway(to), owner);
      const confirm = (by: Keypair) => world().chain.must(world().confirmSubscriptionGateway(by), by);

      it("settles the old gateway's rounds up to 600 seconds after the proposal, and none of the new one's", () => {
        propose();
        at(START + 1_000n);
        expectAccepted(settle(START + GRACE));
        expectRefused(settle(START + GRACE + 1n), 'WrongGateway');
        expectRefused(settleByOther(START + GRACE + 1n), 'WrongGateway');
      });

      it("settles the new gateway's rounds from 600 seconds before the confirmation, and none of the old one's", () => {
        propose();
        const confirmed = START + WINDOW + GRACE + 1n;
        at(confirmed);
        confirm(owner);
        expectRefused(settleByOther(confirmed - GRACE - 1n), 'WrongGateway');
        expectAccepted(settleByOther(confirmed - GRACE));
        expectRefused(settle(confirmed - GRACE + 1n), 'WrongGateway');
      });

      it('settles as before once the proposal is withdrawn', () => {
        propose();
        at(START + 1_000n);
        propose(gatewayAuthority);
        expectAccepted(settle(START + GRACE + 1n));
        expectAccepted(settle(START));
      });
    });

    it('settles nothing from longer than 600 seconds before the subscription was opened', () => {
      world().chain.must(world().openSubscription({}, stranger.publicKey), stranger);
      const settleNew = (timestampSeconds: bigint) =>
        world().chain.send(world().settle(world().round({ owner: stranger.publicKey, timestampSeconds })), gatewayAuthority);
      expectRefused(settleNew(START - GRACE - 1n), 'WrongGateway');
      expectAccepted(settleNew(START - GRACE));
    });

    it("settles up to 600 seconds after the subscription's expiry, whenever that is handed in", () => {
      const expiry = START + 30n * DAY;
      at(expiry + 2_000n);
      expectAccepted(settle(expiry + GRACE));
      expectRefused(settle(expiry + GRACE + 1n), 'SubscriptionExpired');
    });

    it('settles what was served before everything ended at once', () => {
      at(START + 100n);
      world().chain.must(world().pause(), owner);
      world().chain.must(world().changeSubscriptionGateway(otherGatewayAuthority), owner);
      world().chain.must(world().setGatewayStatus('inactive'), administrator);
      world().chain.must(world().changeRegistry({ version: 1n }), administrator);
      at(START + 10_000n);
      expectAccepted(settle(START + 50n));
    });
  });
});
