import { describe, expect, it } from 'vitest';

import { onEveryBuild } from './builds.js';
import { administrator, DAY, gatewayAddress, gatewayAuthority, GRACE, otherGatewayAuthority, owner, START, WINDOW } from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { worldInUse } from './world.js';

/** Everything here is judged at the round's own timestamp; each rule is tried at its exact second, from both sides. */
describe('settle_round and time', () => {
  onEveryBuild(worldInUse, (world) => {
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
        // In milliseconds they have no 64 bits, so there is nothing that could be signed.
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
      at(START + WINDOW);
      expectAccepted(settle(START + WINDOW));
      at(START + WINDOW + 1n);
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
        expect(world().registry(1n).acceptUntil).toBe(START + WINDOW);
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
      const switched = (active: boolean) => world().chain.must(world().setGatewayStatus(active), administrator);

      it('settles up to 600 seconds after', () => {
        switched(false);
        at(START + 1_000n);
        expectAccepted(settle(START + GRACE));
        expectRefused(settle(START + GRACE + 1n), 'GatewayInactive');
      });

      it('settles from the second of its reactivation on, and nothing in between', () => {
        switched(false);
        at(START + 5_000n);
        switched(true);
        expectRefused(settle(START + GRACE + 1n), 'GatewayInactive');
        expectRefused(settle(START + 4_999n), 'GatewayInactive');
        expectAccepted(settle(START + 5_000n));
        expectAccepted(settle(START + GRACE));
      });

      it('settles nothing of an earlier pause after a second deactivation', () => {
        switched(false);
        at(START + 5_000n);
        switched(true);
        at(START + WINDOW);
        switched(false);
        expectRefused(settle(START + 4_999n), 'GatewayInactive');
        expectAccepted(settle(START + 5_000n));
        expectAccepted(settle(START + WINDOW + GRACE));
        expectRefused(settle(START + WINDOW + GRACE + 1n), 'TimestampOutOfWindow');
        at(START + WINDOW + 1n);
        expectRefused(settle(START + WINDOW + GRACE + 1n), 'GatewayInactive');
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
        at(START + WINDOW);
        pause();
        expectRefused(settle(START + 4_999n), 'SubscriptionPaused');
        expectAccepted(settle(START + 5_000n));
        expectAccepted(settle(START + WINDOW));
      });
    });

    describe('of a subscription that changed its gateway', () => {
      it("settles the old gateway's rounds up to 600 seconds after, and the new one's", () => {
        world().chain.must(world().changeSubscriptionGateway(otherGatewayAuthority), owner);
        at(START + 1_000n);
        expectAccepted(settle(START + GRACE));
        expectRefused(settle(START + GRACE + 1n), 'WrongGateway');
        expectAccepted(settleByOther(START + GRACE + 1n));
      });

      it("does not settle the new gateway's rounds once it is the old one again for longer than that", () => {
        world().chain.must(world().changeSubscriptionGateway(otherGatewayAuthority), owner);
        at(START + WINDOW);
        world().chain.must(world().changeSubscriptionGateway(gatewayAuthority), owner);
        at(START + WINDOW + 1_000n);
        expectAccepted(settleByOther(START + WINDOW + GRACE));
        expectRefused(settleByOther(START + WINDOW + GRACE + 1n), 'WrongGateway');
        expectAccepted(settle(START + WINDOW + GRACE + 1n));
      });
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
      world().chain.must(world().setGatewayStatus(false), administrator);
      world().chain.must(world().changeRegistry({ version: 1n }), administrator);
      at(START + 10_000n);
      expectAccepted(settle(START + 50n));
    });
  });
});
