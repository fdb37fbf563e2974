import { describe, expect, it } from 'vitest';

import {
  agentRound,
  agentRoundAddress,
  DEPOSIT,
  escrowAddress,
  PRICE,
  sendSettlement,
  settleAgentRound,
  tokensIn,
  worldWithAgents,
  type AgentRound,
} from '../agent.js';
import { startingFrom } from '../built-program.js';
import { administrator, gatewayAuthority, owner, tokensOf, WINDOW } from '../deployment.js';
import { expectAccepted, expectRefused } from '../expectations.js';
import { receiptAddress, worldInUse, type Round, type World } from '../world.js';

const MARGIN = 60n;
const LARGEST_WINDOW = 2_592_000n;

function windowOf(world: World, settleWindowSeconds: bigint) {
  return world.updateConfig({ settleWindowSeconds, versionGraceSeconds: LARGEST_WINDOW, withdrawDelaySeconds: LARGEST_WINDOW });
}

/** A receipt is what keeps a round from being settled again. Where it is gone, the window must do that for good. */
describe('a round whose receipt is closed is never settled again', () => {
  startingFrom(worldInUse, (world) => {
    /** Settles a round of now, lets its window pass, closes its receipt; answers the round. */
    const settleAndClose = (wait = WINDOW + MARGIN + 1n): Round => {
      const { chain } = world();
      const round = world().round();
      chain.must(world().settle(round), gatewayAuthority);
      chain.now += wait;
      expectAccepted(chain.send(world().closeRound(round), owner));
      return round;
    };
    const settleAgain = (round: Round) => world().chain.send(world().settle(round), gatewayAuthority);
    const setWindow = (seconds: bigint) => world().chain.must(windowOf(world(), seconds), administrator);

    it('not at once', () => {
      expectRefused(settleAgain(settleAndClose()), 'TimestampOutOfWindow');
    });

    it('not under a window that is raised afterwards', () => {
      const round = settleAndClose();
      setWindow(LARGEST_WINDOW);
      expectRefused(settleAgain(round), 'TimestampOutOfWindow');
      // Twice, and much later: the edge does not go back.
      world().chain.now += 3_600n;
      setWindow(900n);
      setWindow(LARGEST_WINDOW);
      expectRefused(settleAgain(round), 'TimestampOutOfWindow');
    });

    it('not where the window was lowered for the closing and raised again', () => {
      setWindow(WINDOW);
      const { chain } = world();
      const round = world().round();
      chain.must(world().settle(round), gatewayAuthority);
      chain.now += 900n + MARGIN + 1n;
      setWindow(900n);
      expectAccepted(chain.send(world().closeRound(round), owner));
      setWindow(LARGEST_WINDOW);
      expectRefused(settleAgain(round), 'TimestampOutOfWindow');
    });

    it('not in the transaction that closes it', () => {
      const { chain } = world();
      const round = world().round();
      chain.must(world().settle(round), gatewayAuthority);
      chain.now += WINDOW + MARGIN + 1n;
      const closeAndSettle = [world().closeRound(round), world().settle(round)];
      expectRefused(chain.send(closeAndSettle, gatewayAuthority), 'TimestampOutOfWindow');
      const raiseCloseAndSettle = [windowOf(world(), LARGEST_WINDOW), world().closeRound(round), world().settle(round)];
      expectRefused(chain.send(raiseCloseAndSettle, gatewayAuthority, administrator), 'TimestampOutOfWindow');
    });

    it('not where its address gets lamports again', () => {
      const round = settleAndClose();
      world().chain.dust(receiptAddress(round), 10_000_000n);
      expectRefused(settleAgain(round), 'TimestampOutOfWindow');
      expectRefused(world().chain.send(world().closeRound(round), owner), 'WrongOwner');
    });

    it('and one that can still be settled under a raised window is not closed before its end there', () => {
      const { chain } = world();
      const round = world().round();
      chain.must(world().settle(round), gatewayAuthority);
      setWindow(2n * WINDOW);
      chain.now += WINDOW + MARGIN + 1n;
      expectRefused(chain.send(world().closeRound(round), owner), 'StillInUse');
      chain.now += WINDOW;
      expectAccepted(chain.send(world().closeRound(round), owner));
    });

    it('and one dated ahead keeps its receipt by its own time', () => {
      const { chain } = world();
      const round = world().round({ timestampSeconds: chain.now + 600n });
      chain.must(world().settle(round), gatewayAuthority);
      chain.now += WINDOW + MARGIN + 600n;
      expectRefused(chain.send(world().closeRound(round), owner), 'StillInUse');
      chain.now += 1n;
      expectAccepted(chain.send(world().closeRound(round), owner));
      expect(chain.account(receiptAddress(round))).toBeUndefined();
    });
  });
});

/** The payer's signature for a round is good for ever; the round's account and then the window are what it is used up by. */
describe('an agent round whose account is closed is never paid again', () => {
  startingFrom(worldWithAgents, (world) => {
    const close = (round: AgentRound) => world().closeRound(world().round(), { round: agentRoundAddress(round) });
    const setWindow = (seconds: bigint) => world().chain.must(windowOf(world(), seconds), administrator);
    const settleAndClose = (): AgentRound => {
      const { chain } = world();
      const round = agentRound(world());
      expectAccepted(sendSettlement(world(), round));
      chain.now += WINDOW + MARGIN + 1n;
      expectAccepted(chain.send(close(round), owner));
      return round;
    };
    const expectNotPaidAgain = (round: AgentRound) => {
      expectRefused(sendSettlement(world(), round), 'TimestampOutOfWindow');
      expect(tokensIn(world(), tokensOf(escrowAddress()))).toBe(DEPOSIT - PRICE);
    };

    it('not at once', () => {
      expectNotPaidAgain(settleAndClose());
    });

    it('not under a window that is raised afterwards, nor one that is lowered and raised', () => {
      const round = settleAndClose();
      setWindow(LARGEST_WINDOW);
      expectNotPaidAgain(round);
      world().chain.now += 3_600n;
      setWindow(900n);
      setWindow(LARGEST_WINDOW);
      expectNotPaidAgain(round);
    });

    it('not in the transaction that raises the window and closes it', () => {
      const { chain } = world();
      const round = agentRound(world());
      chain.must(settleAgentRound(world(), round), gatewayAuthority);
      chain.now += WINDOW + MARGIN + 1n;
      const all = [windowOf(world(), LARGEST_WINDOW), close(round), settleAgentRound(world(), round)];
      expectRefused(chain.send(all, gatewayAuthority, administrator), 'TimestampOutOfWindow');
    });

    it('and one that can still be settled under a raised window is not closed before its end there', () => {
      const { chain } = world();
      const round = agentRound(world());
      chain.must(settleAgentRound(world(), round), gatewayAuthority);
      setWindow(2n * WINDOW);
      chain.now += WINDOW + MARGIN + 1n;
      expectRefused(chain.send(close(round), owner), 'StillInUse');
      expectRefused(sendSettlement(world(), round), 'RoundAlreadySettled');
      chain.now += WINDOW;
      expectAccepted(chain.send(close(round), owner));
      expectNotPaidAgain(round);
    });
  });
});
