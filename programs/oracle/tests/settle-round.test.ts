import { describe, expect, it } from 'vitest';

import { readReceipt } from './accounts.js';
import { startingFrom } from './built-program.js';
import {
  administrator,
  configAddress,
  DEPLOYMENT_ID,
  gatewayAddress,
  gatewayAuthority,
  MAX_SIGNATURES,
  nodeAddress,
  otherGatewayAuthority,
  owner,
  programId,
  registryAddress,
  ROUNDS,
  START,
  stranger,
  subscriptionAddress,
} from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { withAccount, withData } from './instructions.js';
import { attestationMessage, sha256 } from './signer.js';
import { receiptAddress, type World, worldInUse } from './world.js';

const ACCOUNTS = { authority: 0, rentPayer: 1, config: 2, gateway: 3, subscription: 4, registry: 5, receipt: 6, system: 7 };

describe('settle_round', () => {
  startingFrom(worldInUse, (world) => {
    const settle = (...args: Parameters<World['settle']>) => world().chain.send(world().settle(...args), gatewayAuthority);

    it('leaves a receipt and takes one round off the quota', () => {
      const { chain } = world();
      const round = world().round();
      expectAccepted(settle(round));
      const receipt = chain.account(receiptAddress(round))!;
      expect(receipt).toMatchObject({ owner: programId.toBase58(), lamports: chain.rentFor(80) });
      expect(readReceipt(receipt.data)).toEqual({
        discriminator: 'SVC_RCT1',
        message: attestationMessage({ ...round, deploymentId: DEPLOYMENT_ID, owner: owner.publicKey.toBytes() }),
        gateway: gatewayAddress(gatewayAuthority.publicKey).toBytes(),
        timestamp: round.timestampSeconds,
      });
      expect(world().subscription().roundsLeft).toBe(ROUNDS - 1n);
    });

    it('changes nothing else in the subscription', () => {
      const before = world().subscription();
      expectAccepted(settle(world().round()));
      expect(world().subscription()).toEqual({ ...before, roundsLeft: ROUNDS - 1n });
    });

    it('settles a round once', () => {
      const round = world().round();
      expectAccepted(settle(round));
      expectRefused(settle(round), 'RoundAlreadySettled');
      // Nor with another value or other signers: the receipt's address names neither.
      expectRefused(settle(world().round({ value: sha256('another value'), signers: [1, 2, 3] })), 'RoundAlreadySettled');
      expect(world().subscription().roundsLeft).toBe(ROUNDS - 1n);
    });

    it('settles rounds that differ in source, quorum or time', () => {
      expectAccepted(settle(world().round()));
      expectAccepted(settle(world().round({ apiConfigHash: sha256('another source') })));
      expectAccepted(settle(world().round({ signaturesRequired: 2, signers: [2, 4] })));
      expectAccepted(settle(world().round({ timestampSeconds: world().chain.now - 1n })));
    });

    it('settles as many rounds as were bought', () => {
      for (let sold = 0n; sold < ROUNDS; sold++) {
        expectAccepted(settle(world().round({ timestampSeconds: world().chain.now - sold })));
      }
      expect(world().subscription().roundsLeft).toBe(0n);
      const oneMore = world().round({ timestampSeconds: world().chain.now + 1n });
      expectRefused(settle(oneMore), 'QuotaExhausted');
      world().chain.must(world().renewSubscription({ rounds: 1n }), owner);
      expectAccepted(settle(oneMore));
    });

    it('takes a quorum from min_signers to max_signatures', () => {
      const withSigners = (signers: readonly number[]) => settle(world().round({ signers, signaturesRequired: signers.length }));
      expectRefused(withSigners([0]), 'QuorumOutOfRange');
      expectAccepted(withSigners([0, 4]));
      expectAccepted(withSigners([0, 1, 2, MAX_SIGNATURES]));
      expectRefused(withSigners([0, 1, 2, 3, 4]), 'QuorumOutOfRange');
      expectRefused(settle(world().round({ signers: [0, 1], signaturesRequired: 0 })), 'QuorumOutOfRange');
    });

    it("judges the quorum by the min_signers of the round's own registry version", () => {
      world().chain.must(world().updateConfig({ minSigners: 3 }), administrator);
      world().chain.must(world().changeRegistry({ version: 1n }), administrator);
      const ofTwo = { signers: [0, 1], signaturesRequired: 2 };
      expectAccepted(settle(world().round(ofTwo)));
      expectRefused(settle(world().round({ ...ofTwo, registryVersion: 2n, apiConfigHash: sha256('b') })), 'QuorumOutOfRange');
    });

    it("is signed by the gateway's authority", () => {
      const instruction = world().settle(world().round());
      const byStranger = withAccount(instruction, ACCOUNTS.authority, { pubkey: stranger.publicKey });
      expectRefused(world().chain.send(byStranger, stranger, gatewayAuthority), 'WrongAuthority');
      const paidByStranger = world().settle(world().round(), { rentPayer: stranger.publicKey });
      const unsigned = withAccount(paidByStranger, ACCOUNTS.authority, { isSigner: false });
      expectRefused(world().chain.send(unsigned, stranger), 'MissingSignature');
    });

    it('takes the rent from a key of its own, which signs', () => {
      const { chain } = world();
      const before = chain.account(gatewayAuthority.publicKey)!.lamports;
      const instruction = world().settle(world().round(), { rentPayer: stranger.publicKey });
      const unsigned = withAccount(instruction, ACCOUNTS.rentPayer, { isSigner: false });
      expectRefused(chain.send(unsigned, owner, gatewayAuthority), 'MissingSignature');
      expectRefused(
        chain.send(withAccount(instruction, ACCOUNTS.rentPayer, { isWritable: false }), owner, gatewayAuthority, stranger),
        'NotWritable',
      );
      const paid = chain.account(stranger.publicKey)!.lamports;
      expectAccepted(chain.send(instruction, owner, gatewayAuthority, stranger));
      expect(paid - chain.account(stranger.publicKey)!.lamports).toBe(chain.rentFor(80));
      expect(chain.account(gatewayAuthority.publicKey)!.lamports).toBe(before);
    });

    it('takes as many rounds as the form has sources, and refuses a form that nodes do not sign', () => {
      for (const [form, units] of [
        [1, 1n],
        [3, 3n],
        [128 + 2, 2n],
      ] as const) {
        const before = world().subscription().roundsLeft;
        expectAccepted(settle(world().round({ apiConfigHash: sha256(`form ${form}`) }), {}, { form }));
        expect(before - world().subscription().roundsLeft).toBe(units);
      }
      for (const form of [0, 33, 128, 129, 128 + 33]) expectRefused(settle(world().round(), {}, { form }), 'InvalidInstruction');
    });

    it('charges no more units than are left, and none that were not signed', () => {
      const of = (sources: number) => world().round({ apiConfigHash: sha256(`list of ${sources}`) });
      expectRefused(settle(of(11), {}, { form: 128 + 11 }), 'QuotaExhausted');
      expectRefused(settle(of(2), { form: 128 + 3 }, { form: 128 + 2 }), 'InvalidAttestation');
      expectRefused(settle(of(2), { form: 1 }, { form: 128 + 2 }), 'InvalidAttestation');
      expectRefused(settle(of(2), { form: 2 }, { form: 128 + 2 }), 'InvalidAttestation');
      expectAccepted(settle(of(10), {}, { form: 128 + 10 }));
      expect(world().subscription().roundsLeft).toBe(0n);
    });

    it('binds the time of observation', () => {
      const observedAtMs = START * 1000n + 400n;
      expectRefused(settle(world().round(), { observedAtMs: observedAtMs + 1n }, { observedAtMs }), 'InvalidAttestation');
      expectAccepted(settle(world().round(), {}, { observedAtMs }));
    });

    it('refuses a gateway that the subscription does not name', () => {
      const { chain } = world();
      const instruction = world().settle(world().round(), {
        gatewayAuthority: otherGatewayAuthority.publicKey,
        gateway: gatewayAddress(otherGatewayAuthority.publicKey),
      });
      expectRefused(chain.send(instruction, otherGatewayAuthority), 'WrongGateway');
    });

    it('refuses accounts of another kind, owner or address', () => {
      const { chain } = world();
      const instruction = world().settle(world().round());
      const sendWith = (position: number, changes: Parameters<typeof withAccount>[2]) =>
        chain.send(withAccount(instruction, position, changes), gatewayAuthority);
      for (const position of [ACCOUNTS.config, ACCOUNTS.gateway, ACCOUNTS.subscription, ACCOUNTS.registry]) {
        expectRefused(sendWith(position, { pubkey: nodeAddress(0) }), 'WrongAccountKind');
        expectRefused(sendWith(position, { pubkey: stranger.publicKey }), 'WrongOwner');
      }
      expectRefused(sendWith(ACCOUNTS.receipt, { pubkey: stranger.publicKey }), 'WrongAddress');
      expectRefused(sendWith(ACCOUNTS.receipt, { pubkey: nodeAddress(0) }), 'WrongAddress');
      expectRefused(sendWith(ACCOUNTS.system, { pubkey: programId }), 'WrongProgram');
      expectRefused(sendWith(ACCOUNTS.subscription, { isWritable: false }), 'NotWritable');
      expectRefused(sendWith(ACCOUNTS.receipt, { isWritable: false }), 'NotWritable');
    });

    it('refuses copies of its accounts at other addresses', () => {
      const { chain } = world();
      const instruction = world().settle(world().round());
      const originals = [
        [ACCOUNTS.config, configAddress],
        [ACCOUNTS.gateway, gatewayAddress(gatewayAuthority.publicKey)],
        [ACCOUNTS.subscription, subscriptionAddress(owner.publicKey)],
        [ACCOUNTS.registry, registryAddress(1n)],
      ] as const;
      for (const [position, original] of originals) {
        chain.setAccount(stranger.publicKey, { owner: programId, data: chain.data(original) });
        const copied = withAccount(instruction, position, { pubkey: stranger.publicKey });
        expectRefused(chain.send(copied, gatewayAuthority), 'WrongAddress');
      }
    });

    it('refuses too few and too many accounts, and data that is too short or too long', () => {
      const { chain } = world();
      const fewer = world().settle(world().round());
      // The places of signer set and delegate may be missing, the system program may not.
      fewer.keys.splice(7);
      expectRefused(chain.send(fewer, gatewayAuthority), 'WrongAccountCount');
      const more = world().settle(world().round());
      more.keys.push({ pubkey: stranger.publicKey, isSigner: false, isWritable: true });
      expectRefused(chain.send(more, gatewayAuthority), 'WrongAccountCount');
      const original = world().settle(world().round());
      expectRefused(chain.send(withData(original, original.data.subarray(0, 199)), gatewayAuthority), 'InvalidInstruction');
      expectRefused(
        chain.send(withData(original, Buffer.concat([original.data, Buffer.alloc(8)])), gatewayAuthority),
        'InvalidInstruction',
      );
    });
  });
});
