import type { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { startingFrom } from '../built-program.js';
import {
  administrator,
  gatewayAddress,
  gatewayAuthority,
  GRACE,
  otherGatewayAuthority,
  owner,
  ROUNDS,
  START,
  WINDOW,
} from '../deployment.js';
import { expectAccepted, expectRefused } from '../expectations.js';
import { worldInUse } from '../world.js';

/** An owner who moves between two gateways so that both serve what was paid once. */
describe('a subscription that changes its gateway', () => {
  startingFrom(worldInUse, (world) => {
    const [first, second] = [gatewayAuthority, otherGatewayAuthority];
    const at = (now: bigint) => {
      world().chain.now = now;
    };
    const settle = (by: Keypair, timestampSeconds: bigint) => {
      const claimed = { gatewayAuthority: by.publicKey, gateway: gatewayAddress(by.publicKey) };
      return world().chain.send(world().settle(world().round({ timestampSeconds }), claimed), by);
    };
    const propose = (to: Keypair) => world().chain.must(world().changeSubscriptionGateway(to), owner);
    const confirm = (by: Keypair, from: Keypair, to: Keypair) => world().chain.send(world().confirmSubscriptionGateway(by, from, to), by);
    /** The gateway key that serves at a moment, as an honest gateway reads the account. */
    const serving = () => {
      const { gateway, pendingGateway } = world().subscription();
      if (pendingGateway.some((byte) => byte !== 0)) return undefined;
      return [first, second].find(({ publicKey }) => Buffer.from(gateway).equals(gatewayAddress(publicKey).toBytes()));
    };

    it('has no two gateways serve the same rounds: what was served before the change is paid before the next one serves', () => {
      const served: bigint[] = [];
      for (let index = 0n; index < ROUNDS; index++) served.push(START + index);
      expect(serving()).toBe(first);
      at(START + ROUNDS);
      propose(second);
      expect(serving()).toBeUndefined();
      expectRefused(settle(second, START + ROUNDS), 'WrongGateway');
      // The gateway's worker is slow: it settles in the last second of each round's window.
      for (const timestamp of served) {
        at(timestamp + WINDOW);
        expectRefused(confirm(owner, first, second), 'TooSoon');
        expectAccepted(settle(first, timestamp));
      }
      at(START + ROUNDS + GRACE + WINDOW + 1n);
      expectAccepted(confirm(owner, first, second));
      expect(serving()).toBe(second);
      expect(world().subscription().roundsLeft).toBe(0n);
    });

    it('cannot shorten what was served, however often the owner proposes and withdraws', () => {
      propose(second);
      at(START + 100n);
      propose(first);
      at(START + 200n);
      propose(second);
      at(START + WINDOW + GRACE + 1n);
      expectRefused(confirm(owner, first, second), 'TooSoon');
      expectAccepted(settle(first, START + 200n + GRACE));
      at(START + 200n + WINDOW + GRACE + 1n);
      expectAccepted(confirm(owner, first, second));
    });

    it('cannot prolong what may be settled by naming a third gateway', () => {
      propose(second);
      at(START + 5_000n);
      expectRefused(settle(first, START + GRACE + 1n), 'WrongGateway');
      world().chain.must(world().renewSubscription({ rounds: 10n }), owner);
      expectRefused(settle(first, START + 5_000n), 'WrongGateway');
    });

    it('never has two gateways settle rounds of one timestamp, so that neither finds the receipt taken', () => {
      propose(second);
      expectAccepted(settle(first, START + GRACE));
      expectAccepted(confirm(first, first, second));
      at(START + 1n);
      expectRefused(settle(second, START + GRACE - 1n), 'WrongGateway');
      expectAccepted(settle(second, START + GRACE + 1n));
      propose(first);
      expectAccepted(confirm(second, second, first));
      expectRefused(settle(first, START + GRACE - 1n), 'WrongGateway');
      at(START + 2n);
      expectAccepted(settle(first, START + GRACE + 2n));
    });

    it('gives a gateway nothing from before it was named', () => {
      propose(second);
      at(START + 2n * WINDOW);
      expectAccepted(confirm(owner, first, second));
      expectRefused(settle(second, START + WINDOW), 'WrongGateway');
      expectRefused(settle(second, START + 2n * WINDOW - GRACE - 1n), 'WrongGateway');
      expectAccepted(settle(second, START + 2n * WINDOW - GRACE));
    });

    it('stays with a gateway that was deactivated meanwhile until its rounds are over', () => {
      propose(second);
      expectAccepted(settle(first, START));
      at(START + 10n);
      const stop = world().setGatewayStatus('stopped in an emergency', first);
      world().chain.must(stop, administrator);
      expectAccepted(settle(first, START + 10n));
      expectRefused(confirm(owner, first, second), 'TooSoon');
      at(START + WINDOW + GRACE + 1n);
      expectAccepted(confirm(owner, first, second));
    });
  });
});
