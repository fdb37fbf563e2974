import { ComputeBudgetProgram, Transaction, type Keypair, type TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { agent, agentRound, escrowInstructions, otherAgent, settleAgentRound, worldWithAgents } from './agent.js';
import { startingFrom } from './built-program.js';
import { gatewayAuthority, stranger } from './deployment.js';
import { expectAccepted } from './expectations.js';
import type { SettleAgentRoundInput } from './instructions.js';
import { SET } from './instructions/sample-source.js';

const MAX_TRANSACTION_BYTES = 1_232;
const SIGNATURE_BYTES = 64;
/** Lamports that a settled round may cost its gateway beyond the rent that comes back. */
const MAX_LAMPORTS_PER_ROUND = 4_000n;

/** Length of a settlement worker's transaction: with a limit and a price of compute units. */
function bytesOf(instructions: readonly TransactionInstruction[]): number {
  const transaction = new Transaction();
  transaction.feePayer = gatewayAuthority.publicKey;
  transaction.recentBlockhash = gatewayAuthority.publicKey.toBase58();
  transaction.add(ComputeBudgetProgram.setComputeUnitLimit({ units: 400_000 }));
  transaction.add(ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000 }));
  transaction.add(...instructions);
  const message = transaction.compileMessage();
  return 1 + SIGNATURE_BYTES * message.header.numRequiredSignatures + message.serialize().length;
}

describe('a transaction of agent rounds', () => {
  startingFrom(worldWithAgents, (world) => {
    const settlements = (payers: readonly Keypair[], claimed: Partial<SettleAgentRoundInput> = {}) =>
      payers.map((payer, age) =>
        settleAgentRound(world(), agentRound(world(), { payer, timestampSeconds: world().chain.now - BigInt(age) }), { claimed }),
      );
    const withSignerSet = () => ({ keyForm: world().signerSet(SET) });

    it('holds two of one payer with the sum of the keys in each, and two of two payers with a signer set', () => {
      expect(bytesOf(settlements([agent, agent]))).toBeLessThanOrEqual(MAX_TRANSACTION_BYTES);
      expect(bytesOf(settlements([agent, otherAgent], withSignerSet()))).toBeLessThanOrEqual(MAX_TRANSACTION_BYTES);
      expect(bytesOf(settlements([agent, otherAgent]))).toBeGreaterThan(MAX_TRANSACTION_BYTES);
    });

    it('costs one signature, which two rounds share', () => {
      const { chain } = world();
      for (const payer of [agent, otherAgent]) chain.must(escrowInstructions(payer.publicKey).pause(), payer);
      chain.must(world().createSignerSet(SET), stranger);
      const lamports = () => chain.account(gatewayAuthority.publicKey)!.lamports;
      const before = lamports();
      expectAccepted(chain.send(settlements([agent, otherAgent], withSignerSet()), gatewayAuthority));
      const fee = before - lamports() - 2n * chain.rentFor(80);
      expect(fee / 2n).toBeLessThanOrEqual(MAX_LAMPORTS_PER_ROUND);
    });
  });
});
