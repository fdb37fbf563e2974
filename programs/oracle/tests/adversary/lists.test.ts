import { describe, expect, it } from 'vitest';

import { startingFrom } from '../built-program.js';
import { be32, concat } from '../bytes.js';
import { administrator, GRACE, nodeKeys, START, stranger, WINDOW } from '../deployment.js';
import { expectAccepted, expectRefused } from '../expectations.js';
import { withAccount, withData } from '../instructions.js';
import { keccak, pointBytes, sha256, sumOf } from '../signer.js';
import { bitmapOf, feedAddress, groupsOf, memberOf, valueOf, worldInUse, type List, type World } from '../world.js';

const ENTRY = 65;
/** Offsets in the data of `submit_many`. */
const DATA = { sources: 82, shown: 83, groups: 84 };
/** Place of the first feed among the accounts, without a signer set. */
const FIRST_FEED = 4;
const START_MS = START * 1000n;

/** Strangers who bring a list that was signed, and want another value in a feed than its nodes saw. */
describe('a list of values', () => {
  startingFrom(worldInUse, (world) => {
    const send = (...args: Parameters<World['submitMany']>) => world().chain.send(world().submitMany(...args), stranger);
    const valueAt = (list: List, place: number) => {
      const account = world().chain.account(feedAddress(memberOf(list, place)));
      return account === undefined ? undefined : world().feed(memberOf(list, place)).value;
    };

    it.each([
      ['first', 0],
      ['second', 1],
    ])('writes no value to the feed of another source, though one account stands for both and no feed exists: the %s', (_name, place) => {
      const list = world().list({ sources: 2 });
      const feed = feedAddress(memberOf(list, place));
      expectRefused(send(list, { feeds: [feed, feed] }), 'WrongAddress');
      expect(valueAt(list, place)).toBeUndefined();
      expectAccepted(send(list));
      expect(valueAt(list, place)).toEqual(list.entries[place]!.value);
    });

    it('writes no value to the feed of another source, though one account stands for both and the feed is older', () => {
      const list = world().list({ sources: 2 });
      expectAccepted(send(list));
      const later = world().list({ sources: 2, timestampSeconds: START + 1n });
      for (const place of [0, 1]) {
        const feed = feedAddress(memberOf(list, place));
        expectRefused(send(later, { feeds: [feed, feed] }), 'WrongAddress');
      }
    });

    it('leaves the later of two values whose nodes signed one source twice', () => {
      const list = world().list({ sources: 2 });
      const [first, second] = list.entries;
      const twice: List = { ...list, entries: [first!, { ...second!, sourceId: first!.sourceId }] };
      expectAccepted(send(twice));
      expect(valueAt(twice, 0)).toEqual(second!.value);
    });

    describe('is bound to its entries and their order', () => {
      const entriesOf = (list: List) => {
        const bytes = concat(...groupsOf(list));
        return list.entries.map((_, place) => bytes.slice(ENTRY * place, ENTRY * (place + 1)));
      };
      const groupsFrom = (entries: readonly Uint8Array[]) =>
        Array.from({ length: Math.ceil(entries.length / 4) }, (_, group) => ({
          shown: concat(...entries.slice(4 * group, 4 * group + 4)),
        }));

      it('so none may change places, within a group or between two', () => {
        const list = world().list({ sources: 8 });
        for (const [a, b] of [
          [0, 1],
          [0, 7],
        ] as const) {
          const entries = entriesOf(list);
          [entries[a], entries[b]] = [entries[b]!, entries[a]!];
          const feeds = entries.map((_, place) => feedAddress(memberOf(list, place === a ? b : place === b ? a : place)));
          expectRefused(send(list, { groups: groupsFrom(entries), feeds }), 'InvalidAttestation');
        }
      });

      it('so none takes the place of one that is absent, and none is left out', () => {
        const list = world().list({ sources: 3, absent: [1] });
        const [present, absent, last] = entriesOf(list);
        const filled = absent!.slice();
        filled[32] = 1;
        const feeds = [0, 1, 2].map((place) => feedAddress(memberOf(list, place)));
        expectRefused(send(list, { groups: groupsFrom([present!, filled, last!]), feeds }), 'InvalidAttestation');
        const emptied = present!.slice();
        emptied[32] = 0;
        expectRefused(send(list, { groups: groupsFrom([emptied, absent!, last!]), feeds: feeds.slice(2) }), 'InvalidAttestation');
        const other = absent!.slice();
        other[32] = 2;
        expectRefused(send(list, { groups: groupsFrom([present!, other, last!]) }), 'InvalidInstruction');
      });

      it('so no group of another list of the same second may be shown, and no hash of one hide it', () => {
        const list = world().list({ sources: 8 });
        const cheap: List = { ...list, entries: list.entries.map((entry) => ({ ...entry, value: be32(1n) })) };
        const [first, second] = groupsOf(list);
        const forged = groupsOf(cheap)[0]!;
        const feeds = [0, 1, 2, 3].map((place) => feedAddress(memberOf(list, place)));
        expectRefused(send(list, { groups: [{ shown: forged }, { hash: keccak(second!) }], feeds }), 'InvalidAttestation');
        expectRefused(send(list, { groups: [{ shown: first! }, { hash: keccak(forged) }], feeds }), 'InvalidAttestation');
      });

      it('so its length and the groups that are shown cannot be told otherwise', () => {
        const list = world().list({ sources: 5 });
        const original = world().submitMany(list);
        for (const [offset, byte] of [
          [DATA.sources, 4],
          [DATA.sources, 6],
          [DATA.sources, 1],
          [DATA.sources, 33],
          [DATA.sources, 0],
          [DATA.shown, 0b01],
          [DATA.shown, 0b111],
          [DATA.shown, 0],
        ] as const) {
          const data = Uint8Array.from(original.data);
          data[offset] = byte;
          expectRefused(world().chain.send(withData(original, data), stranger), 'InvalidInstruction');
        }
        expect(original.data[DATA.sources]).toBe(5);
        expect(original.data.subarray(DATA.groups, DATA.groups + 32)).toEqual(Buffer.from(list.entries[0]!.sourceId));
      });
    });

    it.each([
      ['another owner', { owner: stranger.publicKey.toBytes() }],
      ['another list', { apiConfigHash: sha256('another list') }],
      ['another quorum', { signaturesRequired: 2 }],
      ['another time of the request', { timestampMs: START_MS - 1n }],
      ['another registry version', { registryVersion: 2n }],
      ['another deployment', { deploymentId: sha256('another deployment') }],
      ['an index of as many', { form: 2 }],
      ['one source', { form: 1 }],
      ['a longer list', { form: 128 + 3 }],
    ])('takes no attestation of %s', (_name, attested) => {
      const list = world().list({ sources: 2 });
      expectRefused(send(list, {}, undefined, attested), 'InvalidAttestation');
    });

    it('has a value that is no feed: neither as a list nor as one source, and no single value is a list', () => {
      const list = world().list({ sources: 2 });
      const whole = { ...list, value: valueOf(list) };
      const asSingle = (form: number, signed: number) => world().chain.send(world().submit(whole, { form }, { form: signed }), stranger);
      expectRefused(asSingle(128 + 2, 128 + 2), 'InvalidInstruction');
      for (const form of [1, 2]) expectRefused(asSingle(form, 128 + 2), 'InvalidAttestation');
    });

    it('counts by its quorum of its own version: not of fewer nodes, not of a version that is over', () => {
      const list = world().list({ sources: 2 });
      expectRefused(send(list, { bitmap: Uint8Array.of(0b11) }), 'InvalidBitmap');
      expectRefused(send(list, { bitmap: bitmapOf([0, 1, 2], 5) }), 'WrongAggregateKey');
      const aggregateKey = pointBytes(sumOf([0, 1, 2].map((index) => nodeKeys[index]!.point)));
      expectRefused(send(list, { bitmap: bitmapOf([0, 1, 2], 5), keyForm: { form: 'sum', aggregateKey } }), 'InvalidAttestation');
      const another = { registryVersion: 1n, signers: [0, 1, 2] };
      world().chain.must(world().createSignerSet(another), stranger);
      expectRefused(send(list, { keyForm: world().signerSet(another) }), 'WrongSignerSet');
      world().chain.must(world().changeRegistry({ version: 1n }), administrator);
      world().chain.now = START + WINDOW + GRACE;
      expectAccepted(world().fork().chain.send(world().submitMany(list), stranger));
      world().chain.now += 1n;
      expectRefused(send(list), 'RegistryExpired');
    });

    it('creates no feed for an account that is not the feed’s, and writes none that is read-only', () => {
      const list = world().list({ sources: 2 });
      const original = world().submitMany(list);
      expectRefused(world().chain.send(withAccount(original, FIRST_FEED, { pubkey: stranger.publicKey }), stranger), 'WrongAddress');
      expectAccepted(send(list));
      const later = world().submitMany(world().list({ sources: 2, timestampSeconds: START + 1n }));
      expectRefused(world().chain.send(withAccount(later, FIRST_FEED + 1, { isWritable: false }), stranger), 'NotWritable');
      expect(valueAt(list, 0)).toEqual(list.entries[0]!.value);
    });
  });
});
