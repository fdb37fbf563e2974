import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  agent,
  agentRound,
  DEPOSIT,
  escrowAddress,
  fund,
  otherAgent,
  PRICE,
  requestHash,
  sendSettlement,
  settleAgentRound,
  signRequest,
  tokensIn,
  worldWithAgents,
  type AgentRequest,
} from '../agent.js';
import { startingFrom } from '../built-program.js';
import { gatewayAddress, gatewayAuthority, otherGatewayAuthority, owner, stranger, tokensOf } from '../deployment.js';
import { expectAccepted, expectRefused } from '../expectations.js';
import { withData } from '../instructions.js';
import { deploymentId, sha256, type Attestation } from '../signer.js';

/** A settler could take an amount that the payer did not sign, and a payer could get rounds that cannot be settled. */
describe('a gateway cannot take from an escrow', () => {
  startingFrom(worldWithAgents, (world) => {
    const settle = (...args: [changes: Parameters<typeof agentRound>[1], replaced?: Parameters<typeof settleAgentRound>[2]]) =>
      sendSettlement(world(), agentRound(world(), args[0]), args[1]);
    const held = (payer = agent.publicKey) => tokensIn(world(), tokensOf(escrowAddress(payer)));

    it('(and can, what the payer signed for)', () => {
      expectAccepted(settle({}));
    });

    describe('with a request', () => {
      const refuses = (name: string, requested: () => Partial<AgentRequest>) =>
        it(name, () => {
          expectRefused(settle({}, { requested: requested() }), 'InvalidRequestSignature');
          expect(held()).toBe(DEPOSIT);
        });

      refuses('for a smaller amount', () => ({ amount: PRICE - 1n }));
      refuses('for a larger amount', () => ({ amount: PRICE + 1n }));
      refuses('for another time', () => ({ timestampSeconds: world().chain.now - 1n }));
      refuses('for another source', () => ({ apiConfigHash: sha256('another source') }));
      refuses('for another quorum', () => ({ signaturesRequired: 2 }));
      refuses("for another owner's feed", () => ({ owner: otherAgent.publicKey }));
      refuses('for another escrow', () => ({ escrow: escrowAddress(otherAgent.publicKey) }));
      refuses('for another gateway', () => ({ gateway: gatewayAddress(otherGatewayAuthority.publicKey) }));
      refuses('of the subscription path', () => ({ label: 'SVC_REQAUTH_V1' }));
    });

    it('with the request that was made to another gateway, which has an escrow of the same payer', () => {
      const ofOther = gatewayAddress(otherGatewayAuthority.publicKey);
      fund(world(), escrowAddress(agent.publicKey, ofOther));
      const requestSignature = signRequest(requestHash(agentRound(world())), agent);
      expectRefused(settle({ gatewayAuthority: otherGatewayAuthority }, { claimed: { requestSignature } }), 'InvalidRequestSignature');
    });

    it("with another payer's signature, or with the payer's of another payer's round", () => {
      const hash = requestHash(agentRound(world()));
      for (const by of [otherAgent, stranger, gatewayAuthority]) {
        expectRefused(settle({}, { claimed: { requestSignature: signRequest(hash, by) } }), 'InvalidRequestSignature');
      }
      const ofOther = signRequest(requestHash(agentRound(world(), { payer: otherAgent })), agent);
      expectRefused(settle({ payer: otherAgent }, { claimed: { requestSignature: ofOther } }), 'InvalidRequestSignature');
      expect([held(), held(otherAgent.publicKey)]).toEqual([DEPOSIT, DEPOSIT]);
    });

    it("out of another payer's escrow", () => {
      const escrow = escrowAddress(otherAgent.publicKey);
      expectRefused(settle({}, { claimed: { escrow, tokens: tokensOf(escrow) } }), 'WrongAddress');
      expectAccepted(settle({ payer: otherAgent }));
      // The account exists now, and says whose it is.
      const earlier = { timestampSeconds: world().chain.now - 1n };
      expectRefused(settle(earlier, { claimed: { escrow, tokens: tokensOf(escrow) } }), 'WrongAddress');
      expectRefused(settle(earlier, { claimed: { tokens: tokensOf(escrow) } }), 'WrongAddress');
    });

    it('twice with one signature: every round that differs has another request', () => {
      const requestSignature = signRequest(requestHash(agentRound(world())), agent);
      const instruction = settleAgentRound(world(), agentRound(world()));
      expectRefused(world().chain.send([instruction, instruction], gatewayAuthority), 'RoundAlreadySettled');
      expectAccepted(settle({}));
      for (const changes of [
        { timestampSeconds: world().chain.now - 1n },
        { apiConfigHash: sha256('another source') },
        { signaturesRequired: 2, signers: [0, 1] },
      ]) {
        expectRefused(settle(changes, { claimed: { requestSignature } }), 'InvalidRequestSignature');
      }
      expect(held()).toBe(DEPOSIT - PRICE);
    });

    describe('with an attestation of', () => {
      const refuses = (name: string, attested: () => Partial<Attestation>) =>
        it(name, () => {
          expectRefused(settle({}, { attested: attested() }), 'InvalidAttestation');
          expect(held()).toBe(DEPOSIT);
        });

      refuses('another value', () => ({ value: sha256('another value') }));
      refuses('another source', () => ({ apiConfigHash: sha256('another source') }));
      refuses("another payer's feed of the same source", () => ({ owner: otherAgent.publicKey.toBytes() }));
      refuses("a subscription owner's feed", () => ({ owner: owner.publicKey.toBytes() }));
      refuses("the gateway's own feed", () => ({ owner: gatewayAuthority.publicKey.toBytes() }));
      refuses('an ownerless feed, as the pay-per-request path signs it', () => ({ owner: new Uint8Array(32) }));
      refuses('another time', () => ({ timestampSeconds: world().chain.now - 1n }));
      refuses('another registry version', () => ({ registryVersion: 2n }));
      refuses('another quorum', () => ({ signaturesRequired: 2 }));
      refuses('another program', () => ({
        deploymentId: deploymentId(stranger.publicKey.toBytes(), 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'),
      }));
    });

    it('by any other bit of the instruction: all are bound', () => {
      const original = settleAgentRound(world(), agentRound(world()));
      fc.assert(
        fc.property(fc.nat({ max: original.data.length * 8 - 1 }), (bit) => {
          const data = Uint8Array.from(original.data);
          data[bit >> 3]! ^= 1 << (bit & 7);
          expect(world().chain.send(withData(original, data), gatewayAuthority).ok).toBe(false);
        }),
        { numRuns: 150 },
      );
      expect(held()).toBe(DEPOSIT);
      expectAccepted(world().chain.send(original, gatewayAuthority));
    });
  });
});
