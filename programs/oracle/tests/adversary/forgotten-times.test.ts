import { describe, it } from 'vitest';

import { startingFrom } from '../built-program.js';
import { administrator, gatewayAuthority, GRACE, owner, START, WINDOW } from '../deployment.js';
import { expectAccepted, expectRefused } from '../expectations.js';
import type { GatewayStatus } from '../instructions.js';
import { worldInUse } from '../world.js';

/** Accounts store one pause, one deactivation, one settle window: a dropped time must not be of use to an attacker. */
describe('what an account forgets', () => {
  startingFrom(worldInUse, (world) => {
    const at = (now: bigint) => {
      world().chain.now = now;
    };
    const settle = (timestampSeconds: bigint, registryVersion = 1n) =>
      world().chain.send(world().settle(world().round({ timestampSeconds, registryVersion })), gatewayAuthority);
    const pause = () => world().chain.send(world().pause(), owner);
    const resume = () => world().chain.send(world().resume(), owner);
    const set = (status: GatewayStatus) => world().chain.send(world().setGatewayStatus(status), administrator);

    it('cannot make a round unpayable by a second pause', () => {
      expectAccepted(pause());
      at(START + 5_000n);
      expectAccepted(resume());
      at(START + WINDOW);
      expectRefused(pause(), 'TooSoon');
      expectAccepted(settle(START + 1n));
      at(START + WINDOW + GRACE);
      expectRefused(pause(), 'TooSoon');
      expectAccepted(settle(START + GRACE));
    });

    it('cannot make a round unpayable by a second deactivation', () => {
      expectAccepted(set('inactive'));
      at(START + 5_000n);
      expectAccepted(set('active'));
      at(START + WINDOW);
      expectRefused(set('inactive'), 'TooSoon');
      expectAccepted(settle(START + 1n));
      at(START + WINDOW + GRACE);
      expectRefused(set('inactive'), 'TooSoon');
      expectAccepted(settle(START + GRACE));
    });

    it('cannot settle a round from deep inside a pause after the next one', () => {
      expectAccepted(pause());
      const inside = START + 15_000n;
      at(START + 20_000n);
      expectAccepted(resume());
      at(START + WINDOW);
      expectRefused(pause(), 'TooSoon');
      expectRefused(settle(inside), 'SubscriptionPaused');
      at(START + 20_000n + WINDOW);
      expectAccepted(pause());
      at(START + 20_001n + WINDOW);
      expectAccepted(resume());
      expectRefused(settle(inside), 'TimestampOutOfWindow');
    });

    it('cannot settle a round from deep inside a deactivation after an emergency stop', () => {
      expectAccepted(set('inactive'));
      const inside = START + 5_000n;
      at(START + 10_000n);
      expectAccepted(set('active'));
      at(START + 10_001n);
      expectAccepted(set('stopped in an emergency'));
      expectRefused(settle(inside), 'GatewayInactive');
      at(START + 10_002n);
      expectRefused(set('active'), 'TooSoon');
      at(START + 10_000n + WINDOW);
      expectAccepted(set('active'));
      expectRefused(settle(inside), 'TimestampOutOfWindow');
    });

    it('costs an emergency stop the rounds from before the last reactivation, and no others', () => {
      expectAccepted(set('inactive'));
      at(START + 10n);
      expectAccepted(set('active'));
      at(START + 1_000n);
      expectAccepted(set('stopped in an emergency'));
      expectRefused(settle(START + 9n), 'GatewayInactive');
      expectAccepted(settle(START + 10n));
      expectAccepted(settle(START + 1_000n + GRACE));
      at(START + 2_000n);
      expectRefused(settle(START + 1_000n + GRACE + 1n), 'GatewayInactive');
    });

    it('cannot end a round that was dated ahead before its window ends', () => {
      world().chain.must(world().changeRegistry({ version: 1n }), administrator);
      at(START + GRACE + WINDOW);
      expectAccepted(settle(START + GRACE));
    });

    it('cannot reopen a round that is over by making the settle window larger', () => {
      const largest = { settleWindowSeconds: 2_592_000n, versionGraceSeconds: 2_592_000n, withdrawDelaySeconds: 2_592_000n };
      world().chain.must(world().updateConfig({ settleWindowSeconds: 900n }), administrator);
      at(START + 901n);
      expectRefused(settle(START), 'TimestampOutOfWindow');
      world().chain.must(world().updateConfig(largest), administrator);
      expectRefused(settle(START), 'TimestampOutOfWindow');
      expectAccepted(settle(START + 1n));
      // Nor by making it smaller in between.
      at(START + 5_000n);
      world().chain.must(world().updateConfig({ settleWindowSeconds: 900n }), administrator);
      world().chain.must(world().updateConfig(largest), administrator);
      expectRefused(settle(START + 4_099n), 'TimestampOutOfWindow');
      expectAccepted(settle(START + 4_100n));
    });
  });
});
