import { TransactionInstruction, type AccountMeta } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { readReceipt } from './accounts.js';
import { startingFrom } from './built-program.js';
import {
  DAY,
  delegate,
  delegateAddress,
  DEPLOYMENT_ID,
  gatewayAddress,
  gatewayAuthority,
  GRACE,
  owner,
  programId,
  ROUNDS,
  START,
  stranger,
  subscriptionAddress,
  WINDOW,
} from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { withAccount, type DelegateBounds, type KeyForm } from './instructions.js';
import { attestationMessage, sha256 } from './signer.js';
import { DELEGATE_ROUNDS, receiptAddress, worldWithDelegate, type Round } from './world.js';

const DELEGATE_ACCOUNT = 9;
const FIRST_OPTIONAL_ACCOUNT = 8;
const EXPIRY = START + 20n * DAY;
/** Offsets in a Delegate account. */
const ROUNDS_OFFSET = 80;
const ROUNDS_SETTLED_OFFSET = 96;

describe('settle_round for a delegate', () => {
  startingFrom(worldWithDelegate, (world) => {
    const at = (now: bigint) => {
      world().chain.now = now;
    };
    const round = (changes: Partial<Round> = {}) => world().round({ delegate: delegate.publicKey, ...changes });
    const settle = (changes: Partial<Round> = {}) => world().chain.send(world().settle(round(changes)), gatewayAuthority);
    const settleAt = (timestampSeconds: bigint, changes: Partial<Round> = {}) => settle({ timestampSeconds, ...changes });
    const bound = (bounds: Partial<DelegateBounds>) => world().chain.must(world().boundDelegate(bounds), owner);

    it("takes one round off both quotas and leaves the receipt of the delegate's key", () => {
      const before = world().delegate();
      expectAccepted(settle());
      expect(readReceipt(world().chain.data(receiptAddress(round())))).toEqual({
        discriminator: 'SVC_RCT1',
        message: attestationMessage({ ...round(), deploymentId: DEPLOYMENT_ID, owner: delegate.publicKey.toBytes() }),
        gateway: gatewayAddress(gatewayAuthority.publicKey).toBytes(),
        timestamp: START,
      });
      expect(world().subscription().roundsLeft).toBe(ROUNDS - 1n);
      expect(world().delegate()).toEqual({ ...before, roundsSettled: 1n });
    });

    it('takes as many rounds as the form has sources off both quotas, and none beyond the bound of either', () => {
      const of = (form: number) => round({ apiConfigHash: sha256(`form ${form}`) });
      const settleForm = (form: number, attested = form) =>
        world().chain.send(world().settle(of(form), { form }, { form: attested }), gatewayAuthority);
      const left = () => [world().subscription().roundsLeft, DELEGATE_ROUNDS - world().delegate().roundsSettled];
      expectRefused(settleForm(128 + 6), 'DelegateExhausted');
      expectAccepted(settleForm(128 + 3));
      expect(left()).toEqual([ROUNDS - 3n, DELEGATE_ROUNDS - 3n]);
      expectRefused(settleForm(3), 'DelegateExhausted');
      expectRefused(settleForm(2, 3), 'InvalidAttestation');
      expectAccepted(settleForm(2));
      expect(left()).toEqual([ROUNDS - 5n, 0n]);
      expectRefused(settleForm(1), 'DelegateExhausted');
      bound({ rounds: 2n ** 64n - 1n });
      expectRefused(settleForm(128 + 6), 'QuotaExhausted');
      expectAccepted(settleForm(128 + 5));
      expect(left()[0]).toBe(0n);
    });

    it('adds no units beyond the largest number', () => {
      const data = new Uint8Array(world().chain.data(delegateAddress(delegate.publicKey)));
      const at = (offset: number, value: bigint) => new DataView(data.buffer).setBigUint64(offset, value, true);
      at(ROUNDS_OFFSET, 2n ** 64n - 1n);
      at(ROUNDS_SETTLED_OFFSET, 2n ** 64n - 2n);
      world().chain.setAccount(delegateAddress(delegate.publicKey), { owner: programId, data });
      const list = round({ apiConfigHash: sha256('a list') });
      expectRefused(world().chain.send(world().settle(list, {}, { form: 128 + 2 }), gatewayAuthority), 'DelegateExhausted');
      expectAccepted(settle());
    });

    describe("has a place of its own, in which the program's id stands for an account that is left out", () => {
      const SET = { registryVersion: 1n, signers: [0, 1, 3] };
      const placeholder = { pubkey: programId, isSigner: false, isWritable: false };
      /** The accounts of an instruction that has none of the optional ones, and what stands in their places. */
      const send = (of: Round, last: readonly AccountMeta[], keyForm?: KeyForm) => {
        const instruction = world().settle(of, keyForm === undefined ? {} : { keyForm });
        const keys = [...instruction.keys.slice(0, FIRST_OPTIONAL_ACCOUNT), ...last];
        return world().chain.send(new TransactionInstruction({ programId, keys, data: instruction.data }), gatewayAuthority);
      };
      const delegateMeta = () => ({ pubkey: delegateAddress(delegate.publicKey), isSigner: false, isWritable: true });

      it('the delegate without a signer set', () => {
        expectAccepted(send(round(), [placeholder, delegateMeta()]));
        expect(world().delegate().roundsSettled).toBe(1n);
      });

      it('neither', () => {
        expectAccepted(send(world().round(), [placeholder, placeholder]));
        expectAccepted(send(world().round({ timestampSeconds: START - 1n }), [placeholder]));
        expect(world().delegate().roundsSettled).toBe(0n);
      });

      it('a signer set without the delegate', () => {
        world().chain.must(world().createSignerSet(SET), stranger);
        const keyForm = world().signerSet(SET);
        const signerSet = world().settle(world().round(), { keyForm }).keys[FIRST_OPTIONAL_ACCOUNT]!;
        expectAccepted(send(world().round(SET), [signerSet, placeholder], keyForm));
        expectRefused(send(world().round({ ...SET, timestampSeconds: START - 1n }), [placeholder, placeholder], keyForm), 'WrongOwner');
      });

      it('and settles as clients of before the places do, which leave out what there is not', () => {
        expectAccepted(send(round(), [delegateMeta()]));
        expectAccepted(send(world().round(), []));
        expect(world().delegate().roundsSettled).toBe(1n);
      });

      it('and nothing stands behind them', () => {
        expectRefused(send(round(), [placeholder, delegateMeta(), placeholder]), 'WrongAccountCount');
        expectRefused(send(world().round(), [placeholder, placeholder, placeholder]), 'WrongAccountCount');
        expectRefused(send(round(), [delegateMeta(), placeholder]), 'WrongAccountCount');
      });
    });

    it('settles a round once, and those of owner and delegate apart', () => {
      expectAccepted(settle());
      expectRefused(settle(), 'RoundAlreadySettled');
      expectAccepted(world().chain.send(world().settle(world().round()), gatewayAuthority));
      expect(world().subscription().roundsLeft).toBe(ROUNDS - 2n);
      expect(world().delegate().roundsSettled).toBe(1n);
    });

    it("settles as many rounds as the delegate was given, and the owner's beyond them", () => {
      for (let age = 0n; age < DELEGATE_ROUNDS; age++) expectAccepted(settleAt(START - age));
      expectRefused(settleAt(START + 1n), 'DelegateExhausted');
      expectAccepted(world().chain.send(world().settle(world().round()), gatewayAuthority));
      bound({ rounds: DELEGATE_ROUNDS + 1n });
      expectAccepted(settleAt(START + 1n));
      expectRefused(settleAt(START + 2n), 'DelegateExhausted');
    });

    it("settles no more than the subscription's rounds, however many the delegate was given", () => {
      bound({ rounds: 100n });
      for (let age = 0n; age < ROUNDS; age++) expectAccepted(settleAt(START - age));
      expectRefused(settleAt(START + 1n), 'QuotaExhausted');
      expect(world().delegate().roundsSettled).toBe(ROUNDS);
    });

    it("takes a quorum up to the smaller of the delegate's and the subscription's max_signatures", () => {
      const withSigners = (signers: readonly number[]) => settle({ signers, signaturesRequired: signers.length });
      expectAccepted(withSigners([0, 1, 2]));
      expectRefused(withSigners([0, 1, 2, 3]), 'QuorumOutOfRange');
      bound({ maxSignatures: 5 });
      expectAccepted(withSigners([0, 1, 2, 3]));
      expectRefused(withSigners([0, 1, 2, 3, 4]), 'QuorumOutOfRange');
      expectRefused(withSigners([0]), 'QuorumOutOfRange');
    });

    it('settles from 600 seconds before the delegate was added', () => {
      const other = { delegate: stranger.publicKey };
      world().chain.must(world().addDelegate({}, stranger.publicKey), owner);
      expectRefused(settleAt(START - GRACE - 1n, other), 'WrongDelegate');
      expectAccepted(settleAt(START - GRACE, other));
    });

    it('settles up to 600 seconds after the revocation, whenever that is handed in', () => {
      world().chain.must(world().revokeDelegate(), owner);
      expectAccepted(settleAt(START - 1n));
      at(START + GRACE + WINDOW);
      expectAccepted(settleAt(START + GRACE));
      expectRefused(settleAt(START + GRACE + 1n), 'DelegateRevoked');
    });

    it('settles up to 600 seconds after the expiry, whenever that is handed in', () => {
      at(EXPIRY + GRACE + WINDOW);
      expectAccepted(settleAt(EXPIRY + GRACE));
      expectRefused(settleAt(EXPIRY + GRACE + 1n), 'DelegateExpired');
    });

    it('settles what was served before the expiry was brought forward', () => {
      bound({ expiresAt: START + 1n });
      at(START + WINDOW);
      expectAccepted(settleAt(START));
      // Dated ahead as far as a gateway allows.
      expectAccepted(settleAt(START + 300n));
      expectRefused(settleAt(START + 1n + GRACE + 1n), 'DelegateExpired');
    });

    it('settles what was served before a bound was lowered, and after it what the new one allows', () => {
      const ofThree = { signers: [0, 1, 2], signaturesRequired: 3 };
      bound({ maxSignatures: 2, rounds: 3n });
      at(START + WINDOW);
      expectAccepted(settleAt(START, ofThree));
      expectAccepted(settleAt(START + GRACE, ofThree));
      expectRefused(settleAt(START + GRACE + 1n, ofThree), 'QuorumOutOfRange');
      const ofTwo = { signers: [0, 1], signaturesRequired: 2 };
      expectAccepted(settleAt(START + GRACE + 1n, ofTwo));
      expectRefused(settleAt(START + GRACE + 2n, ofTwo), 'DelegateExhausted');
      expectAccepted(settleAt(START + GRACE - 1n, ofThree));
      expectAccepted(settleAt(START + GRACE - 2n, ofThree));
      expectRefused(settleAt(START + GRACE - 3n, ofThree), 'DelegateExhausted');
    });

    it("is bound by the subscription's pause and gateway as the owner's rounds are", () => {
      world().chain.must(world().pause(), owner);
      at(START + 1_000n);
      expectAccepted(settleAt(START + GRACE));
      expectRefused(settleAt(START + GRACE + 1n), 'SubscriptionPaused');
    });

    it('refuses a Delegate account that is read-only, of another kind, owner, address, or one too many', () => {
      const { chain } = world();
      const sendWith = (changes: Parameters<typeof withAccount>[2]) =>
        chain.send(withAccount(world().settle(round()), DELEGATE_ACCOUNT, changes), gatewayAuthority);
      expectRefused(sendWith({ isWritable: false }), 'NotWritable');
      expectRefused(sendWith({ pubkey: gatewayAddress(gatewayAuthority.publicKey) }), 'WrongAccountKind');
      expectRefused(sendWith({ pubkey: stranger.publicKey }), 'WrongOwner');
      // The subscription once more: it is borrowed already.
      expect(sendWith({ pubkey: subscriptionAddress(owner.publicKey) }).ok).toBe(false);
      chain.setAccount(stranger.publicKey, { owner: programId, data: chain.data(delegateAddress(delegate.publicKey)) });
      expectRefused(sendWith({ pubkey: stranger.publicKey }), 'WrongAddress');
      const twice = world().settle(round());
      twice.keys.push(twice.keys[DELEGATE_ACCOUNT]!);
      expectRefused(chain.send(twice, gatewayAuthority), 'WrongAccountCount');
    });

    it("refuses a delegate's round as the owner's, and the owner's as a delegate's", () => {
      const { chain } = world();
      const ofOwner = world().settle(world().round(), { delegate: delegateAddress(delegate.publicKey), receipt: receiptAddress(round()) });
      expectRefused(chain.send(ofOwner, gatewayAuthority), 'InvalidAttestation');
      const asOwner = world().settle(round(), { delegate: undefined, receipt: receiptAddress(world().round()) });
      expectRefused(chain.send(asOwner, gatewayAuthority), 'InvalidAttestation');
      const misplaced = world().settle(round(), { receipt: receiptAddress(world().round()) });
      expectRefused(chain.send(misplaced, gatewayAuthority), 'WrongAddress');
    });

    it('binds source, quorum and time of the round', () => {
      for (const attested of [{ apiConfigHash: sha256('another source') }, { signaturesRequired: 2 }, { timestampSeconds: START - 1n }]) {
        expectRefused(world().chain.send(world().settle(round(), {}, attested), gatewayAuthority), 'InvalidAttestation');
      }
    });
  });
});
