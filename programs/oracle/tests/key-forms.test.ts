import type { Keypair, TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { agentRound, agentRoundAddress, settleAgentRound, worldWithAgents } from './agent.js';
import { startingFrom } from './built-program.js';
import { delegate, gatewayAuthority, owner, ROUNDS, stranger } from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import type { KeyForm } from './instructions.js';
import type { World } from './world.js';

const SET = { registryVersion: 1n, signers: [0, 1, 3] };
const OTHERS = { registryVersion: 1n, signers: [0, 1, 2] };

/** Agents, a delegate, and the signer sets of a round and of another. */
function withSignerSets(program: Uint8Array): World {
  const world = worldWithAgents(program);
  world.chain.must(world.addDelegate(), owner);
  world.chain.must([world.createSignerSet(SET), world.createSignerSet(OTHERS)], stranger);
  return world;
}

interface Path {
  readonly signer: Keypair;
  /** A round of `age` seconds ago. */
  readonly build: (world: World, keyForm: KeyForm, age?: bigint) => TransactionInstruction;
}

const PATHS: Readonly<Record<string, Path>> = {
  'settle_round for a delegate': {
    signer: gatewayAuthority,
    build: (world, keyForm, age = 0n) =>
      world.settle(world.round({ delegate: delegate.publicKey, timestampSeconds: world.chain.now - age }), { keyForm }),
  },
  settle_agent_round: {
    signer: gatewayAuthority,
    build: (world, keyForm, age = 0n) =>
      settleAgentRound(world, agentRound(world, { timestampSeconds: world.chain.now - age }), { claimed: { keyForm } }),
  },
  submit: {
    signer: stranger,
    build: (world, keyForm, age = 0n) => world.submit(world.round({ timestampSeconds: world.chain.now - age }), { keyForm }),
  },
};

/** The rules of each form are tested with the settlement of an owner's round. */
describe('every instruction that brings an attestation takes each key form', () => {
  startingFrom(withSignerSets, (world) => {
    describe.each(Object.entries(PATHS))('%s', (_name, { signer, build }) => {
      const send = (instruction: TransactionInstruction) => world().chain.send(instruction, signer);

      it('the slopes of its signers, and of no others', () => {
        expectRefused(send(build(world(), world().slopes(world().round(OTHERS)))), 'WrongSlope');
        expectAccepted(send(build(world(), world().slopes(world().round(SET)))));
      });

      it('the signer set of its signers, and of no others, as the first account behind the others', () => {
        expectRefused(send(build(world(), world().signerSet(OTHERS))), 'WrongSignerSet');
        const missing = build(world(), world().signerSet(SET));
        const { signerSet } = world().signerSet(SET);
        missing.keys.splice(missing.keys.findIndex(({ pubkey }) => pubkey.equals(signerSet)));
        expectRefused(send(missing), 'WrongAccountCount');
        const twice = build(world(), world().signerSet(SET));
        twice.keys.push({ pubkey: signerSet, isSigner: false, isWritable: false });
        expectRefused(send(twice), 'WrongAccountCount');
        expectAccepted(send(build(world(), world().signerSet(SET))));
      });
    });

    it('and all of them in a row: what is settled does not depend on the form', () => {
      const { chain } = world();
      const forms = [world().slopes(world().round(SET)), world().signerSet(SET)];
      for (const { signer, build } of Object.values(PATHS)) {
        forms.forEach((keyForm, index) => chain.must(build(world(), keyForm, BigInt(forms.length - index)), signer));
      }
      expect(world().delegate().roundsSettled).toBe(2n);
      expect(world().subscription().roundsLeft).toBe(ROUNDS - 2n);
      const latest = { timestampSeconds: chain.now - 1n };
      expect(chain.account(agentRoundAddress(agentRound(world(), latest)))).toBeDefined();
      expect(world().feed(world().round()).timestampMs).toBe(latest.timestampSeconds * 1000n);
    });

    it('and a delegate follows the signer set, it does not come before it', () => {
      const swapped = PATHS['settle_round for a delegate']!.build(world(), world().signerSet(SET));
      swapped.keys.push(...swapped.keys.splice(-2).toReversed());
      expectRefused(world().chain.send(swapped, gatewayAuthority), 'WrongAccountKind');
    });
  });
});
