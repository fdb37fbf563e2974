import { PublicKey } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';

import { startingFrom } from './built-program.js';
import { be32, concat } from './bytes.js';
import { namedKeypair } from './chain.js';
import {
  administrator,
  configAddress,
  delegate,
  gatewayAddress,
  gatewayAuthority,
  GRACE,
  nodeAddress,
  owner,
  programId,
  registryAddress,
  START,
  stranger,
  VALUE,
  WINDOW,
} from './deployment.js';
import { expectAccepted, expectNotWritten, expectRefused, expectWritten } from './expectations.js';
import { withAccount, withData } from './instructions.js';
import { feedIdOf, keccak, sha256 } from './signer.js';
import { feedAddress, worldInUse, type Round, type World } from './world.js';

const ACCOUNTS = { payer: 0, config: 1, registry: 2, feed: 3, system: 4 };
const START_MS = START * 1000n;
const NOBODY = new PublicKey(new Uint8Array(32));

const EXACT = concat('{"method":"GET","url":"https://api.example.com/v1/price?symbol=BTC"}');

describe('submit', () => {
  startingFrom(worldInUse, (world) => {
    const submit = (...args: Parameters<World['submit']>) => world().chain.send(world().submit(...args), stranger);
    /** A value of the same feed at another time. */
    const submitAt = (timestampMs: bigint, changes: Partial<Round> = {}) => submit(world().round(changes), { timestampMs });

    it('creates the feed with all that a reader needs; the first sender pays', () => {
      const { chain } = world();
      const round = world().round();
      const before = chain.account(stranger.publicKey)!.lamports;
      expectAccepted(submit(round));
      expect(before - chain.account(stranger.publicKey)!.lamports).toBe(chain.rentFor(176) + 5_000n);
      expect(chain.account(feedAddress(round))!.owner).toBe(programId.toBase58());
      expect(world().feed(round)).toMatchObject({
        discriminator: 'SVC_FED1',
        mode: 0,
        decimals: 0,
        signaturesRequired: 3,
        form: 1,
        feedId: feedIdOf({ ...round, owner: owner.publicKey.toBytes() }),
        owner: owner.publicKey.toBytes(),
        sourceId: round.apiConfigHash,
        value: VALUE,
        timestampMs: START_MS,
        observedAtMs: START_MS,
        registryVersion: 1n,
        slot: chain.slot,
      });
    });

    it('replaces value, time, version and slot, and nothing else', () => {
      const { chain } = world();
      const round = world().round();
      expectAccepted(submit(round));
      const before = world().feed(round);
      chain.must(world().changeRegistry({ version: 1n }), administrator);
      chain.nextSlot();
      const later = { value: be32(7n), registryVersion: 2n, timestampSeconds: START + 1n };
      expectAccepted(submit(world().round(later)));
      const expected = {
        ...before,
        value: be32(7n),
        registryVersion: 2n,
        timestampMs: START_MS + 1000n,
        observedAtMs: START_MS + 1000n,
        slot: chain.slot,
      };
      expect(world().feed(round)).toEqual(expected);
      expect(chain.slot).not.toBe(before.slot);
    });

    it('takes attestations of every path: of an owner, of a delegate, of no owner, to the millisecond', () => {
      for (const [feedOwner, timestampMs] of [
        [owner.publicKey, START_MS],
        [delegate.publicKey, START_MS],
        [NOBODY, START_MS + 123n],
      ] as const) {
        const round = world().round({ owner: feedOwner });
        expectAccepted(submit(round, { timestampMs }));
        expect(world().feed(round)).toMatchObject({ owner: feedOwner.toBytes(), timestampMs });
      }
    });

    it('takes newer values only', () => {
      expectAccepted(submitAt(START_MS));
      for (const older of [submitAt(START_MS, { value: be32(1n) }), submitAt(START_MS - 1n)]) expectNotWritten(older);
      expect(world().feed(world().round())).toMatchObject({ value: VALUE, observedAtMs: START_MS });
      expectWritten(submitAt(START_MS + 1n));
      expect(world().feed(world().round()).timestampMs).toBe(START_MS + 1n);
    });

    it('verifies and reads nothing where the value is not newer: the answer says that none was written', () => {
      const { chain } = world();
      const round = world().round();
      expectWritten(submit(round));
      const before = chain.account(feedAddress(round));
      const forged = world().submit(round, { signature: { s: new Uint8Array(32), commitment: new Uint8Array(20) }, value: be32(1n) });
      for (const position of [ACCOUNTS.config, ACCOUNTS.registry, ACCOUNTS.system])
        expectNotWritten(chain.send(withAccount(forged, position, { pubkey: owner.publicKey }), stranger));
      expectRefused(chain.send(withAccount(forged, ACCOUNTS.payer, { isSigner: false }), owner), 'MissingSignature');
      expect(chain.account(feedAddress(round))).toEqual(before);
      // A feed that was shown and has no value yet is older than every value.
      const shown = world().round({ apiConfigHash: keccak(EXACT) });
      chain.must(world().showSource(shown, EXACT), stranger);
      expectRefused(submit(shown, { value: be32(1n) }, { value: VALUE }), 'InvalidAttestation');
      expectWritten(submit(shown));
    });

    it('takes a time of up to 2 seconds ahead of the ledger, so that no value of the future keeps newer ones out', () => {
      for (const ahead of [2_001n, 3_000n, 30_000n]) expectRefused(submitAt(START_MS + ahead), 'AttestationAhead');
      expectAccepted(submitAt(START_MS + 2_000n));
      expectRefused(submitAt(2n ** 64n - 1n), 'AttestationAhead');
    });

    it('keeps the feeds of a source apart by owner and quorum', () => {
      expectAccepted(submit(world().round()));
      const ofTwo = world().round({ signers: [0, 1], signaturesRequired: 2, value: be32(2n) });
      expectAccepted(submit(ofTwo));
      expect(world().feed(ofTwo)).toMatchObject({ signaturesRequired: 2, value: be32(2n) });
      expect(world().feed(world().round())).toMatchObject({ signaturesRequired: 3, value: VALUE });
    });

    it("takes no quorum below the version's min_signers", () => {
      expectRefused(submit(world().round({ signers: [0], signaturesRequired: 1 })), 'QuorumOutOfRange');
    });

    it('accepts a registry version until the last second of its grace', () => {
      world().chain.must(world().changeRegistry({ version: 1n }), administrator);
      world().chain.now = START + WINDOW + GRACE;
      expectAccepted(submitAt(START_MS));
      world().chain.now += 1n;
      expectRefused(submitAt(START_MS + 1n), 'RegistryExpired');
    });

    it('accepts no version before an emergency, from that second on', () => {
      world().chain.must(world().changeRegistry({ version: 1n, emergency: true }), administrator);
      expectRefused(submitAt(START_MS), 'RegistryExpired');
      expectAccepted(submit(world().round({ registryVersion: 2n })));
    });

    it('wants the signature of the payer, and writable accounts', () => {
      const { chain } = world();
      const instruction = () => world().submit(world().round());
      expectRefused(chain.send(withAccount(instruction(), ACCOUNTS.payer, { isSigner: false }), owner), 'MissingSignature');
      expectRefused(chain.send(withAccount(instruction(), ACCOUNTS.payer, { isWritable: false }), owner, stranger), 'NotWritable');
      expectRefused(chain.send(withAccount(instruction(), ACCOUNTS.feed, { isWritable: false }), stranger), 'NotWritable');
      chain.must(instruction(), stranger);
      const later = world().submit(world().round({ timestampSeconds: START + 1n }));
      expectRefused(chain.send(withAccount(later, ACCOUNTS.feed, { isWritable: false }), stranger), 'NotWritable');
    });

    it('refuses accounts of another kind, owner or address, and copies of them', () => {
      const { chain } = world();
      const sendWith = (position: number, pubkey: PublicKey) =>
        chain.send(withAccount(world().submit(world().round()), position, { pubkey }), stranger);
      const copy = namedKeypair('copy').publicKey;
      for (const [position, original] of [
        [ACCOUNTS.config, configAddress],
        [ACCOUNTS.registry, registryAddress(1n)],
      ] as const) {
        chain.setAccount(copy, { owner: programId, data: chain.data(original) });
        expectRefused(sendWith(position, copy), 'WrongAddress');
        expectRefused(sendWith(position, nodeAddress(0)), 'WrongAccountKind');
        expectRefused(sendWith(position, stranger.publicKey), 'WrongOwner');
      }
      expectRefused(sendWith(ACCOUNTS.feed, gatewayAddress(gatewayAuthority.publicKey)), 'WrongAccountKind');
      expectRefused(sendWith(ACCOUNTS.feed, owner.publicKey), 'WrongAddress');
      expect(sendWith(ACCOUNTS.feed, registryAddress(1n)).ok).toBe(false);
      expectRefused(sendWith(ACCOUNTS.system, programId), 'WrongProgram');
    });

    it('refuses too few and too many accounts, and data that is too short or too long', () => {
      const { chain } = world();
      const instruction = () => world().submit(world().round());
      const fewer = instruction();
      fewer.keys.pop();
      expectRefused(chain.send(fewer, stranger), 'WrongAccountCount');
      const more = instruction();
      more.keys.push({ pubkey: owner.publicKey, isSigner: false, isWritable: true });
      expectRefused(chain.send(more, stranger), 'WrongAccountCount');
      const { data } = instruction();
      expectRefused(chain.send(withData(instruction(), data.subarray(0, 231)), stranger), 'InvalidInstruction');
      expectRefused(chain.send(withData(instruction(), concat(data, new Uint8Array(8))), stranger), 'InvalidInstruction');
    });

    it('takes the lamports that a stranger sent to its address', () => {
      const round = world().round({ apiConfigHash: sha256('a dusted feed') });
      world().chain.dust(feedAddress(round), 1n);
      expectAccepted(submit(round));
      expect(world().chain.account(feedAddress(round))!.lamports).toBe(world().chain.rentFor(176));
    });
  });
});
