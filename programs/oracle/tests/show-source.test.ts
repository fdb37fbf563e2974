import { describe, expect, it } from 'vitest';

import { startingFrom } from './built-program.js';
import { be32, concat, u8 } from './bytes.js';
import { gatewayAddress, gatewayAuthority, owner, programId, START, stranger, VALUE } from './deployment.js';
import { expectAccepted, expectRefused } from './expectations.js';
import { withAccount, withData } from './instructions.js';
import { feedIdOf, keccak, sha256 } from './signer.js';
import { feedAddress, worldInUse, type Round, type World } from './world.js';

const ACCOUNTS = { payer: 0, feed: 1, system: 2 };
const EXACT = concat('{"method":"GET","url":"https://api.example.com/v1/price?symbol=BTC"}');
const TOLERANCE = concat(
  '{"aggregation":{"maxAgeMs":2000,"maxDeviation":"0.5","maxDeviationBps":50,"mode":"tolerance","numeric":{"decimals":8,"type":"int256"},"rule":"median"},',
  '"method":"GET","url":"https://api.example.com/v1/price?symbol=BTC"}',
);
/** The preimage of an index of three sources with eight decimals. */
const INDEX = concat('SVC_INDEX_V1', u8(3), u8(2), Uint8Array.of(50, 0), be32(0n), Uint8Array.of(208, 7, 0, 0), u8(8), ...idsOf(3));

function idsOf(count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, place) => concat(u8(place), sha256('source').slice(1)));
}

describe('show_source', () => {
  startingFrom(worldInUse, (world) => {
    const roundOf = (text: Uint8Array, changes: Partial<Round> = {}) => world().round({ apiConfigHash: keccak(text), ...changes });
    const show = (text: Uint8Array, ...[round = roundOf(text), claimed]: [Round?, Parameters<World['showSource']>[2]?]) =>
      world().chain.send(world().showSource(round, text, claimed), stranger);

    it.each([
      ['exact', EXACT, { mode: 1, decimals: 18, form: 1 }],
      ['tolerance', TOLERANCE, { mode: 2, decimals: 8, form: 1 }],
      ['an index', INDEX, { mode: 2, decimals: 8, form: 3 }],
    ])('creates a feed without a value, with mode, decimals and form: %s', (_name, text, packing) => {
      expectAccepted(show(text));
      const round = roundOf(text);
      expect(world().feed(round)).toMatchObject({
        ...packing,
        signaturesRequired: 3,
        feedId: feedIdOf({ ...round, owner: owner.publicKey.toBytes() }),
        owner: owner.publicKey.toBytes(),
        sourceId: keccak(text),
        value: new Uint8Array(32),
        timestampMs: 0n,
        observedAtMs: 0n,
        registryVersion: 0n,
        slot: 0n,
      });
    });

    it('sets the mode of a feed that has a value, and changes nothing else; later values keep it', () => {
      const { chain } = world();
      chain.must(world().submit(roundOf(TOLERANCE)), stranger);
      const before = world().feed(roundOf(TOLERANCE));
      expectAccepted(show(TOLERANCE));
      expect(world().feed(roundOf(TOLERANCE))).toEqual({ ...before, mode: 2, decimals: 8 });
      chain.must(world().submit(roundOf(TOLERANCE, { timestampSeconds: START + 1n })), stranger);
      expect(world().feed(roundOf(TOLERANCE))).toMatchObject({ mode: 2, decimals: 8, form: 1, value: VALUE });
    });

    it('is taken again without a change', () => {
      expectAccepted(show(EXACT));
      const before = world().feed(roundOf(EXACT));
      expectAccepted(show(EXACT));
      expect(world().feed(roundOf(EXACT))).toEqual(before);
    });

    it('takes a text of full length', () => {
      const text = concat(`{"method":"GET","url":"https://api.example.com/${'a'.repeat(800)}"}`);
      expectAccepted(show(text));
      expect(world().feed(roundOf(text))).toMatchObject({ mode: 1, sourceId: keccak(text) });
    });

    it('refuses the feed of another source, owner or quorum', () => {
      const round = roundOf(EXACT);
      expectRefused(show(EXACT, round, { feed: feedAddress(roundOf(TOLERANCE)) }), 'WrongAddress');
      expectRefused(show(EXACT, round, { feedOwner: stranger.publicKey.toBytes() }), 'WrongAddress');
      expectRefused(show(EXACT, round, { signaturesRequired: 4 }), 'WrongAddress');
      world().chain.must(world().submit(roundOf(TOLERANCE)), stranger);
      expectRefused(show(EXACT, round, { feed: feedAddress(roundOf(TOLERANCE)) }), 'WrongAddress');
    });

    it.each([
      ['no text', ''],
      ['spaces', '{"method": "GET","url":"https://a.example/"}'],
      ['another order', '{"url":"https://a.example/","method":"GET"}'],
      ['a cut index', INDEX.slice(0, -1)],
      ['a list', concat('SVC_LIST_V1', u8(2), u8(2), ...idsOf(2))],
    ])('refuses a text that is neither canonical nor an index: %s', (_name, text) => {
      expectRefused(show(concat(text)), 'InvalidSourceText');
    });

    it('wants the signature of the payer, a writable feed, and the accounts of its table', () => {
      const { chain } = world();
      const instruction = () => world().showSource(roundOf(EXACT), EXACT);
      expectRefused(chain.send(withAccount(instruction(), ACCOUNTS.payer, { isSigner: false }), owner), 'MissingSignature');
      expectRefused(chain.send(withAccount(instruction(), ACCOUNTS.feed, { isWritable: false }), stranger), 'NotWritable');
      expectRefused(chain.send(withAccount(instruction(), ACCOUNTS.system, { pubkey: programId }), stranger), 'WrongProgram');
      const gateway = gatewayAddress(gatewayAuthority.publicKey);
      expectRefused(chain.send(withAccount(instruction(), ACCOUNTS.feed, { pubkey: gateway }), stranger), 'WrongAccountKind');
      const fewer = instruction();
      fewer.keys.pop();
      expectRefused(chain.send(fewer, stranger), 'WrongAccountCount');
      expectRefused(chain.send(withData(instruction(), instruction().data.subarray(0, 33)), stranger), 'InvalidInstruction');
    });
  });
});
