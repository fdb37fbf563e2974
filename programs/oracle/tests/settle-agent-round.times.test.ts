import { describe, it } from 'vitest';

import { agent, agentRound, DEPOSIT, escrowInstructions, sendSettlement, settleAgentRound, worldWithAgents } from './agent.js';
import { startingFrom } from './built-program.js';
import { administrator, gatewayAuthority, GRACE, START, WINDOW } from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import type { GatewayStatus } from './instructions.js';

/** Everything here is judged at the round's own timestamp; each rule is tried at its exact second, from both sides. */
describe('settle_agent_round and time', () => {
  startingFrom(worldWithAgents, (world) => {
    const at = (now: bigint) => {
      world().chain.now = now;
    };
    const settle = (timestampSeconds: bigint, registryVersion = 1n) =>
      sendSettlement(world(), agentRound(world(), { timestampSeconds, registryVersion }));
    const { pause, resume, requestWithdraw, withdraw } = escrowInstructions();
    const must = (instruction: ReturnType<typeof pause>) => world().chain.must(instruction, agent);
    const send = (instruction: ReturnType<typeof pause>) => world().chain.send(instruction, agent);

    it('settles from one settle window before the clock to 600 seconds after it', () => {
      expectRefused(settle(START - WINDOW - 1n), 'TimestampOutOfWindow');
      expectAccepted(settle(START - WINDOW));
      expectAccepted(settle(START + 600n));
      expectRefused(settle(START + 601n), 'TimestampOutOfWindow');
    });

    it('refuses timestamps that are no time at all', () => {
      for (const timestampSeconds of [0n, 2n ** 63n - 1n, 2n ** 63n, 2n ** 64n - 1n]) {
        // These seconds have no 64 bits in milliseconds, so there is nothing that could be signed.
        const instruction = settleAgentRound(world(), agentRound(world(), { timestampSeconds }), { attested: { timestampSeconds: 0n } });
        expectRefused(world().chain.send(instruction, gatewayAuthority), 'TimestampOutOfWindow');
      }
    });

    it('accepts a registry version until the last second of its grace, and none from before an emergency', () => {
      world().chain.must(world().changeRegistry({ version: 1n }), administrator);
      at(START + WINDOW + GRACE);
      expectAccepted(settle(START + WINDOW));
      at(START + WINDOW + GRACE + 1n);
      expectRefused(settle(START + WINDOW + 1n), 'RegistryExpired');
      world().chain.must(world().changeRegistry({ version: 2n, emergency: true }), administrator);
      expectRefused(settle(START + WINDOW + 1n, 2n), 'RegistryExpired');
      expectAccepted(settle(START + WINDOW + 1n, 3n));
    });

    it('settles the rounds of a gateway up to 600 seconds after its deactivation, and from its reactivation on', () => {
      const switched = (status: GatewayStatus) => world().chain.must(world().setGatewayStatus(status), administrator);
      switched('inactive');
      at(START + 5_000n);
      expectAccepted(settle(START + GRACE));
      expectRefused(settle(START + GRACE + 1n), 'GatewayInactive');
      switched('active');
      expectRefused(settle(START + 4_999n), 'GatewayInactive');
      expectAccepted(settle(START + 5_000n));
    });

    describe.each([
      ['pause', pause],
      ['request to withdraw', requestWithdraw],
    ])('after a %s before the first settlement', (_name, stop) => {
      it('settles up to 600 seconds after', () => {
        must(stop());
        at(START + 1_000n);
        expectAccepted(settle(START + GRACE));
        expectRefused(settle(START + GRACE + 1n), 'EscrowPaused');
      });

      it('settles to the very end of the settle window, while nothing can be withdrawn yet', () => {
        must(requestOrJoin(stop));
        at(START + GRACE + WINDOW);
        expectRefused(send(withdraw(DEPOSIT)), 'TooSoon');
        expectAccepted(settle(START + GRACE));
      });

      it('settles from the second of its resumption on, and nothing in between', () => {
        must(stop());
        at(START + 5_000n);
        must(resume());
        expectRefused(settle(START + GRACE + 1n), 'EscrowPaused');
        expectRefused(settle(START + 4_999n), 'EscrowPaused');
        expectAccepted(settle(START + 5_000n));
        expectAccepted(settle(START + GRACE));
      });
    });

    /** A pause is followed by a request in the same transaction's second; a request stands for itself. */
    function requestOrJoin(stop: typeof pause) {
      if (stop === pause) must(pause());
      return requestWithdraw();
    }

    it('settles nothing of an earlier pause after a second one', () => {
      must(pause());
      at(START + 5_000n);
      must(resume());
      const again = START + 5_000n + WINDOW;
      at(again);
      must(pause());
      expectRefused(settle(START + 4_999n), 'TimestampOutOfWindow');
      expectAccepted(settle(START + 5_000n));
      at(again + 1n);
      expectAccepted(settle(again + GRACE));
      expectRefused(settle(again + GRACE + 1n), 'EscrowPaused');
    });

    it('settles what was served before everything ended at once', () => {
      at(START + 100n);
      must(requestWithdraw());
      world().chain.must(world().setGatewayStatus('inactive'), administrator);
      world().chain.must(world().changeRegistry({ version: 1n }), administrator);
      at(START + 10_000n);
      expectAccepted(settle(START + 50n));
    });
  });
});
