import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { startingFrom } from './built-program.js';
import { namedKeypair } from './chain.js';
import { configAddress, gatewayAddress, gatewayAuthority, programId, registryAddress, START, stranger } from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { withAccount, withData } from './instructions.js';
import { feedAddress, memberOf, worldInUse, type List } from './world.js';

const ACCOUNTS = { payer: 0, config: 1, registry: 2, system: 3, firstFeed: 4 };
const START_MS = START * 1000n;

describe('submit_many', () => {
  startingFrom(worldInUse, (world) => {
    const send = (...args: Parameters<ReturnType<typeof world>['submitMany']>) => world().chain.send(world().submitMany(...args), stranger);
    /** The places that the return data says were written. */
    const written = (...args: Parameters<typeof send>) => {
      const outcome = send(...args);
      expectAccepted(outcome);
      const bytes = outcome.ok ? outcome.returnData : new Uint8Array();
      return bytes.reduceRight((bits, byte) => bits * 256 + byte, 0);
    };
    const feedOf = (list: List, place: number) => world().feed(memberOf(list, place));

    it('writes each value to the feed that its source alone has', () => {
      const list = world().list({ sources: 3 });
      expect(written(list)).toBe(0b111);
      for (const [place, { sourceId, value }] of list.entries.entries()) {
        expect(feedOf(list, place)).toMatchObject({
          mode: 0,
          form: 1,
          signaturesRequired: 3,
          sourceId,
          value,
          timestampMs: START_MS,
          observedAtMs: START_MS,
          registryVersion: 1n,
          slot: world().chain.slot,
        });
      }
    });

    it('leaves absent values out, and groups that are hidden', () => {
      const list = world().list({ sources: 8, absent: [1] });
      expect(written(list, {}, [0])).toBe(0b1101);
      expect(world().chain.account(feedAddress(memberOf(list, 1)))).toBeUndefined();
      expect(world().chain.account(feedAddress(memberOf(list, 4)))).toBeUndefined();
      expect(written(list, {}, [1])).toBe(0b1111_0000);
    });

    it('writes only the feeds that are given and older', () => {
      const list = world().list({ sources: 3 });
      const feeds = [programId, feedAddress(memberOf(list, 1)), feedAddress(memberOf(list, 2))];
      const newer = { ...memberOf(list, 2), timestampSeconds: START + 1n };
      world().chain.must(world().submit(newer), stranger);
      expect(written(list, { feeds })).toBe(0b010);
      expect(feedOf(list, 2).observedAtMs).toBe(START_MS + 1000n);
      expect(world().chain.account(feedAddress(memberOf(list, 0)))).toBeUndefined();
    });

    it('verifies and writes nothing where no feed is older', () => {
      const list = world().list({ sources: 2 });
      expect(written(list)).toBe(0b11);
      const before = [feedOf(list, 0), feedOf(list, 1)];
      world().chain.nextSlot();
      expect(written(list)).toBe(0);
      expect(written(list, { signature: { s: new Uint8Array(32), commitment: new Uint8Array(20) } })).toBe(0);
      expect([feedOf(list, 0), feedOf(list, 1)]).toEqual(before);
    });

    it('orders values by the time of observation, over lists and single rounds', () => {
      const list = world().list({ sources: 2 });
      expect(written(list, { observedAtMs: START_MS + 500n })).toBe(0b11);
      const single = { ...memberOf(list, 0), value: memberOf(list, 1).value };
      world().chain.must(world().submit(single, { observedAtMs: START_MS + 400n }), stranger);
      expect(feedOf(list, 0).value).toEqual(memberOf(list, 0).value);
      world().chain.must(world().submit(single, { observedAtMs: START_MS + 600n }), stranger);
      expect(feedOf(list, 0).value).toEqual(single.value);
    });

    it('takes a list of 32 in transactions of one group each', () => {
      const list = world().list({ sources: 32 });
      for (let group = 0; group < 8; group++) expect(written(list, {}, [group])).toBe(0b1111 * 16 ** group);
      for (let place = 0; place < 32; place++) expect(feedOf(list, place).value).toEqual(list.entries[place]!.value);
    });

    it('takes a list of 32 in four transactions with a lookup table of its accounts', () => {
      const { chain } = world();
      const list = world().list({ sources: 32 });
      chain.must(world().createSignerSet(list), stranger);
      const bring = (groups: number[]) => world().submitMany(list, { keyForm: world().signerSet(list) }, groups);
      const table = namedKeypair('table').publicKey;
      const all = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((group) => bring([group]).keys.filter(({ isSigner }) => !isSigner));
      chain.addLookupTable(table, [...new Map(all.map(({ pubkey }) => [pubkey.toBase58(), pubkey])).values()]);
      for (const first of [0, 2, 4, 6]) {
        const outcome = chain.sendWithTable(bring([first, first + 1]), table, stranger);
        expectAccepted(outcome);
        expect(outcome.bytes).toBeLessThanOrEqual(1_232);
      }
      for (let place = 0; place < 32; place++)
        expect(feedOf(list, place)).toMatchObject({ value: list.entries[place]!.value, form: 1, observedAtMs: START_MS });
    });

    it('refuses a time of more than 2 seconds ahead, a quorum that is too small, and a version that is over', () => {
      const list = world().list({ sources: 2 });
      expectRefused(send(list, { observedAtMs: START_MS + 2_001n }), 'AttestationAhead');
      expectRefused(send(world().list({ signers: [0], signaturesRequired: 1 })), 'QuorumOutOfRange');
    });

    it('refuses the feed of another place, source or owner', () => {
      const list = world().list({ sources: 2 });
      const [first, second] = [feedAddress(memberOf(list, 0)), feedAddress(memberOf(list, 1))];
      expectRefused(send(list, { feeds: [second, first] }), 'WrongAddress');
      expectAccepted(send(list));
      const later = world().list({ sources: 2, timestampSeconds: START + 1n });
      expectRefused(send(later, { feeds: [second, first] }), 'WrongAddress');
      expectRefused(send(later, { feeds: [first, gatewayAddress(gatewayAuthority.publicKey)] }), 'WrongAccountKind');
      expectRefused(send(later, { feedOwner: stranger.publicKey.toBytes() }), 'WrongAddress');
    });

    it('refuses too few and too many feeds', () => {
      const list = world().list({ sources: 2 });
      const feeds = [feedAddress(memberOf(list, 0)), feedAddress(memberOf(list, 1))];
      expectRefused(send(list, { feeds: feeds.slice(1) }), 'WrongAccountCount');
      expectRefused(send(list, { feeds: [...feeds, programId] }), 'WrongAccountCount');
    });

    it('wants the signature of the payer, writable feeds, and the accounts of the deployment', () => {
      const { chain } = world();
      const instruction = () => world().submitMany(world().list());
      expectRefused(chain.send(withAccount(instruction(), ACCOUNTS.payer, { isSigner: false }), gatewayAuthority), 'MissingSignature');
      expectRefused(chain.send(withAccount(instruction(), ACCOUNTS.firstFeed, { isWritable: false }), stranger), 'NotWritable');
      expectRefused(chain.send(withAccount(instruction(), ACCOUNTS.system, { pubkey: programId }), stranger), 'WrongProgram');
      const copy = namedKeypair('copy').publicKey;
      for (const [position, original] of [
        [ACCOUNTS.config, configAddress],
        [ACCOUNTS.registry, registryAddress(1n)],
      ] as const) {
        chain.setAccount(copy, { owner: programId, data: chain.data(original) });
        expectRefused(chain.send(withAccount(instruction(), position, { pubkey: copy }), stranger), 'WrongAddress');
      }
    });

    it('binds every bit of the data: none can be changed', () => {
      const original = world().submitMany(world().list({ sources: 5, absent: [4] }), {}, [0]);
      fc.assert(
        fc.property(fc.nat({ max: original.data.length * 8 - 1 }), (bit) => {
          const data = Uint8Array.from(original.data);
          data[bit >> 3]! ^= 1 << (bit & 7);
          expect(world().chain.send(withData(original, data), stranger).ok).toBe(false);
        }),
        { numRuns: 150 },
      );
      expectAccepted(world().chain.send(original, stranger));
    });

    it('takes no list for a single value and no single value for a list', () => {
      const list = world().list({ sources: 2 });
      const many = world().submitMany(list);
      const single = world().submit(memberOf(list, 0));
      expect(world().chain.send(withData(single, many.data), stranger).ok).toBe(false);
      expect(world().chain.send(withData(many, single.data), stranger).ok).toBe(false);
    });
  });
});
