import { describe, expect, it } from 'vitest';

import { agentRound, agentRoundAddress, escrowAddress, settleAgentRound, worldWithAgents, type AgentRound } from './agent.js';
import { startingFrom } from './built-program.js';
import {
  administrator,
  configAddress,
  gatewayAddress,
  gatewayAuthority,
  nodeAddress,
  otherGatewayAuthority,
  owner,
  stranger,
  subscriptionAddress,
  WINDOW,
} from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { withAccount, withData } from './instructions.js';
import { receiptAddress, worldInUse, type Round, type World } from './world.js';

const ACCOUNTS = { config: 0, gateway: 1, round: 2, recipient: 3 };
const MARGIN = 60n;

/** A round of now is settled. */
function withSettledRound(program: Uint8Array): World {
  const world = worldInUse(program);
  world.chain.must(world.settle(world.round()), gatewayAuthority);
  return world;
}

describe('close_round', () => {
  startingFrom(withSettledRound, (world) => {
    /** The round that is settled; its time does not follow the clock. */
    let round: Round;
    const settled = () => {
      round = world().round();
      return world().chain;
    };
    const close = (...args: Parameters<World['closeRound']> extends [Round, ...infer Rest] ? Rest : never) =>
      world().chain.send(world().closeRound(round, ...args), owner);

    it("gives all lamports to the gateway's authority, for any sender", () => {
      const chain = settled();
      const address = receiptAddress(round);
      chain.dust(address, 7n);
      chain.now += WINDOW + MARGIN + 1n;
      const before = chain.account(gatewayAuthority.publicKey)!.lamports;
      expectAccepted(close());
      expect(chain.account(address)).toBeUndefined();
      expect(chain.account(gatewayAuthority.publicKey)!.lamports).toBe(before + chain.rentFor(80) + 7n);
    });

    it('waits until the round is over, and the margin', () => {
      const chain = settled();
      expectRefused(close(), 'StillInUse');
      chain.now += WINDOW + MARGIN;
      expectRefused(close(), 'StillInUse');
      chain.now += 1n;
      expectAccepted(close());
    });

    it('may come earlier under a smaller window, which ends the round as well', () => {
      const chain = settled();
      chain.now += 900n + MARGIN + 1n;
      expectRefused(close(), 'StillInUse');
      chain.must(world().updateConfig({ settleWindowSeconds: 900n }), administrator);
      expectAccepted(close());
      expectRefused(chain.send(world().settle(round), gatewayAuthority), 'TimestampOutOfWindow');
    });

    it('pays no other account', () => {
      const chain = settled();
      chain.now += WINDOW + MARGIN + 1n;
      for (const other of [owner, stranger, administrator, otherGatewayAuthority]) {
        expectRefused(close({ recipient: other.publicKey }), 'WrongAddress');
      }
      expectRefused(close({ recipient: receiptAddress(round) }), 'WrongAddress');
      expectRefused(close({ recipient: gatewayAddress(gatewayAuthority.publicKey) }), 'WrongAddress');
    });

    it('refuses a gateway that did not settle the round', () => {
      settled().now += WINDOW + MARGIN + 1n;
      const gateway = gatewayAddress(otherGatewayAuthority.publicKey);
      expectRefused(close({ gateway, recipient: otherGatewayAuthority.publicKey }), 'WrongGateway');
      expectRefused(close({ gateway }), 'WrongGateway');
    });

    it('refuses accounts of another kind, owner or access', () => {
      const chain = settled();
      chain.now += WINDOW + MARGIN + 1n;
      const instruction = world().closeRound(round);
      const sendWith = (position: number, changes: Parameters<typeof withAccount>[2]) =>
        chain.send(withAccount(instruction, position, changes), owner);
      for (const position of [ACCOUNTS.config, ACCOUNTS.gateway, ACCOUNTS.round]) {
        expectRefused(sendWith(position, { pubkey: nodeAddress(0) }), 'WrongAccountKind');
        expectRefused(sendWith(position, { pubkey: stranger.publicKey }), 'WrongOwner');
      }
      for (const pubkey of [configAddress, subscriptionAddress(owner.publicKey), gatewayAddress(gatewayAuthority.publicKey)]) {
        expectRefused(sendWith(ACCOUNTS.round, { pubkey }), 'WrongAccountKind');
      }
      expectRefused(sendWith(ACCOUNTS.round, { isWritable: false }), 'NotWritable');
      expectRefused(sendWith(ACCOUNTS.recipient, { isWritable: false }), 'NotWritable');
    });

    it('refuses too few and too many accounts, and any data', () => {
      const chain = settled();
      chain.now += WINDOW + MARGIN + 1n;
      const fewer = world().closeRound(round);
      fewer.keys.pop();
      expectRefused(chain.send(fewer, owner), 'WrongAccountCount');
      const more = world().closeRound(round);
      more.keys.push({ pubkey: receiptAddress(round), isSigner: false, isWritable: true });
      expectRefused(chain.send(more, owner), 'WrongAccountCount');
      expectRefused(chain.send(withData(world().closeRound(round), Buffer.of(28, 0)), owner), 'InvalidInstruction');
    });

    it('closes several in a transaction, each once', () => {
      const chain = settled();
      const earlier = { ...round, timestampSeconds: round.timestampSeconds - 1n };
      chain.must(world().settle(earlier), gatewayAuthority);
      chain.now += WINDOW + MARGIN + 1n;
      const [both, again] = [
        [round, earlier].map((one) => world().closeRound(one)),
        [round, earlier, round].map((one) => world().closeRound(one)),
      ];
      expectRefused(chain.send(again, owner), 'WrongOwner');
      expectAccepted(chain.send(both, owner));
    });
  });
});

/** An AgentRound has the fields of a RoundReceipt, so that one rule closes both. */
describe('close_round of an agent round', () => {
  startingFrom(worldWithAgents, (world) => {
    const settled = (): AgentRound => {
      const round = agentRound(world());
      world().chain.must(settleAgentRound(world(), round), gatewayAuthority);
      return round;
    };
    const close = (round: AgentRound, changes: Parameters<World['closeRound']>[1] = {}) =>
      world().chain.send(world().closeRound(world().round(), { round: agentRoundAddress(round), ...changes }), owner);

    it("gives all lamports to the gateway's authority, who paid, once the round is over and the margin", () => {
      const { chain } = world();
      const round = settled();
      const address = agentRoundAddress(round);
      chain.now += WINDOW + MARGIN;
      expectRefused(close(round), 'StillInUse');
      chain.now += 1n;
      const before = chain.account(gatewayAuthority.publicKey)!.lamports;
      expectAccepted(close(round));
      expect(chain.account(address)).toBeUndefined();
      expect(chain.account(gatewayAuthority.publicKey)!.lamports).toBe(before + chain.rentFor(80));
    });

    it('pays neither the payer nor another gateway', () => {
      const round = settled();
      world().chain.now += WINDOW + MARGIN + 1n;
      expectRefused(close(round, { recipient: round.payer.publicKey }), 'WrongAddress');
      const gateway = gatewayAddress(otherGatewayAuthority.publicKey);
      expectRefused(close(round, { gateway, recipient: otherGatewayAuthority.publicKey }), 'WrongGateway');
    });

    it("does not close the escrow, which holds a payer's settings", () => {
      settled();
      world().chain.now += WINDOW + MARGIN + 1n;
      expectRefused(world().chain.send(world().closeRound(world().round(), { round: escrowAddress() }), owner), 'WrongAccountKind');
    });
  });
});
