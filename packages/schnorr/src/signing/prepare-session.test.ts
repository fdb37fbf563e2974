import { describe, expect, it } from 'vitest';
import { filled, keyBeyondOrder } from '../../tests/bytes.js';
import { curves } from '../../tests/curves.js';
import { nodeAt, sessionOf, testNodes } from '../../tests/sessions.js';
import { createAggregateKeyCache } from '../aggregate-key-cache.js';
import { encodePublicKey, Point } from '../secp256k1.js';
import { groupCommitmentOf, prepareSession } from './prepare-session.js';
import type { PreparedSession, PreparedSigner, SessionSigner, SigningSession } from './session.js';
import { SigningSessionError, type SigningSessionFault } from './session-error.js';

const nodes = testNodes([1, 4, 9]);
const honest = sessionOf(nodes);
const [first, second, third] = [0, 1, 2].map((place) => nodeAt(nodes, place).listed) as [SessionSigner, SessionSigner, SessionSigner];

const refusals: [rule: string, signers: SessionSigner[], reason: SigningSessionFault, index?: number][] = [
  ['no signer', [], 'signer_count'],
  ['256 signers', testNodes(Array.from({ length: 256 }, (_, index) => index)).map(({ listed }) => listed), 'signer_count'],
  ['a descending list', [second, first], 'signer_order', 1],
  ['an index twice', [first, { ...second, index: 1 }], 'signer_order', 1],
  ['an index beyond a byte', [first, { ...second, index: 256 }], 'signer_order', 256],
  ['a negative index', [{ ...first, index: -1 }], 'signer_order', -1],
  ['a fractional index', [{ ...first, index: 1.5 }], 'signer_order', 1.5],
  ['a key off the curve', [first, { ...second, publicKey: filled(64, 7) }], 'bad_point', 4],
  ['a D off the curve', [first, { ...second, D: Uint8Array.of(2, ...filled(31, 0), 5) }], 'bad_point', 4],
  ['an E of zero bytes', [{ ...first, E: filled(33, 0) }], 'bad_point', 1],
  ['a D twice', [first, { ...second, D: first.D }], 'repeated_nonce', 4],
  ['an E twice', [first, second, { ...third, E: first.E }], 'repeated_nonce', 9],
  ["a D that is another node's E", [first, { ...second, D: first.E }], 'repeated_nonce', 4],
  ['D and E of one node equal', [{ ...first, E: first.D }], 'repeated_nonce', 1],
  ['keys that cancel', [first, { ...second, publicKey: negated(first.publicKey) }], 'key_sum'],
  ['a sum of keys with Px ≥ n', [{ ...first, publicKey: keyBeyondOrder }], 'key_sum'],
];

describe.each(curves)('prepareSession on %s', (_form, curve) => {
  it('prepares an honest session', () => {
    expect(prepareSession(honest, { curve }).signers.map(({ index }) => index)).toEqual([1, 4, 9]);
  });

  it.each(refusals)('refuses %s', (_rule, signers, reason, index) => {
    expect(() => prepareSession({ ...honest, signers }, { curve })).toThrow(new SigningSessionError(reason, index));
  });

  it('binds every part of the session into b', () => {
    const changes: Partial<SigningSession>[] = [
      { sessionId: filled(32, 1) },
      { attempt: 1 },
      { message: filled(32, 1) },
      { setHash: filled(32, 1) },
      { signers: [first, second] },
      { signers: [first, second, { ...third, index: 10 }] },
      { signers: [first, second, { ...third, publicKey: negated(third.publicKey) }] },
      { signers: [first, second, { ...third, D: third.E, E: third.D }] },
    ];
    const factors = [{}, ...changes].map((change) => prepareSession({ ...honest, ...change }, { curve }).bindingFactor);
    expect(new Set(factors).size).toBe(changes.length + 1);
  });

  it('keeps nothing that the caller can change afterwards', () => {
    const mutable = sessionOf(testNodes([1, 4, 9]));
    const prepared = prepareSession(mutable, { curve });
    const before = { commitment: prepared.commitment.slice(), D: prepared.signers[0]?.D.toBytes(true) };
    for (const { publicKey, D, E } of mutable.signers) [publicKey, D, E].forEach((bytes) => bytes.fill(0));
    mutable.message.fill(0);
    expect({ commitment: prepared.commitment, D: prepared.signers[0]?.D.toBytes(true) }).toEqual(before);
    expect(Object.isFrozen(prepared)).toBe(true);
  });

  it.each([
    ['sessionId', { sessionId: filled(31, 1) }],
    ['message', { message: filled(33, 1) }],
    ['setHash', { setHash: filled(0, 1) }],
    ['signers[1].publicKey', { signers: [{ ...first, publicKey: filled(33, 1) }] }],
    ['signers[1].D', { signers: [{ ...first, D: filled(32, 1) }] }],
    ['signers[1].E', { signers: [{ ...first, E: filled(64, 1) }] }],
  ])('throws a TypeError for a %s of another width', (field, change) => {
    expect(() => prepareSession({ ...honest, ...change }, { curve })).toThrow(TypeError);
    expect(() => prepareSession({ ...honest, ...change }, { curve })).toThrow(`${field}: expected`);
  });

  it('throws a TypeError for a fourth attempt', () => {
    const fourth = { ...honest, attempt: 3 } as unknown as SigningSession;
    expect(() => prepareSession(fourth, { curve })).toThrow(new TypeError('attempt: must be 0, 1 or 2'));
  });
});

describe.each(curves)('what prepareSession is spared on %s', (_form, curve) => {
  const keys = Array.from({ length: 10 }, (_, index) => nodes.find(({ listed }) => listed.index === index)?.listed.publicKey ?? null);
  const registry = { version: 1n, minSigners: 1, keys };
  const knownKeys = { registry, sums: createAggregateKeyCache({ maxEntries: 4 }) };
  const ownPair = nodeAt(nodes, 1).pair;
  const bare = numbersOf(prepareSession(honest, { curve }));

  it('gives the same numbers with known keys, with the own pair, and again from the cache', () => {
    for (const known of [{ knownKeys }, { ownPair }, { knownKeys, ownPair }]) {
      expect(numbersOf(prepareSession(honest, { curve, ...known }))).toEqual(bare);
    }
  });

  it('never takes the sum of a registry for signers with other keys, indices or none there', () => {
    const lies = [
      [first, second, { ...third, publicKey: negated(third.publicKey) }],
      [{ ...first, index: 0 }, second, third],
      [first, second, { ...third, index: 200 }],
      [first, { ...second, publicKey: third.publicKey }, { ...third, publicKey: second.publicKey }],
    ];
    for (const signers of lies) {
      const session = { ...honest, signers };
      expect(numbersOf(prepareSession(session, { curve, knownKeys, ownPair }))).toEqual(numbersOf(prepareSession(session, { curve })));
    }
  });

  it.each(refusals)('refuses %s all the same', (_rule, signers, reason, index) => {
    const session = { ...honest, signers };
    expect(() => prepareSession(session, { curve, knownKeys, ownPair })).toThrow(new SigningSessionError(reason, index));
  });

  it('refuses a registry whose keys cancel, as without it', () => {
    const signers = [first, { ...second, publicKey: negated(first.publicKey) }];
    const cancelling = { ...registry, keys: keys.map((key, index) => (index === 4 ? negated(first.publicKey) : key)) };
    const known = { registry: cancelling, sums: knownKeys.sums };
    const session = { ...honest, signers };
    expect(() => prepareSession(session, { curve, knownKeys: known })).toThrow(new SigningSessionError('key_sum'));
  });

  it('takes the points of a pair for its own commitment alone, whatever is written into it', () => {
    const mine = nodeAt(testNodes([4]), 0);
    mine.pair.commitment.D.set(third.E);
    const signers = [first, { ...second, D: third.E }, { ...third, E: second.D }];
    const session = { ...honest, signers };
    expect(numbersOf(prepareSession(session, { curve, ownPair: mine.pair }))).toEqual(numbersOf(prepareSession(session, { curve })));
  });
});

describe.each(curves)('groupCommitmentOf on %s', (_form, curve) => {
  it('is Σ(D_j + b·E_j)', () => {
    const { signers } = prepareSession(honest, { curve });
    const oneByOne = signers.reduce((sum, { D, E }) => sum.add(D).add(E.multiply(7n)), Point.ZERO);
    expect(groupCommitmentOf(signers.map(termsOf), 7n, curve).equals(oneByOne)).toBe(true);
  });

  it('refuses nonces that cancel under b', () => {
    const D = Point.BASE.multiply(21n).negate();
    const E = Point.BASE.multiply(3n);
    const signers = [termsOf({ index: 0, publicKey: Point.BASE, D, E })];
    expect(() => groupCommitmentOf(signers, 7n, curve)).toThrow(new SigningSessionError('nonce_sum'));
    expect(groupCommitmentOf(signers, 8n, curve).equals(E)).toBe(true);
  });
});

function numbersOf({ bindingFactor, groupCommitment, commitment, aggregateKey, challenge }: PreparedSession) {
  return { bindingFactor, groupCommitment: groupCommitment.toHex(true), commitment, aggregateKey, challenge };
}

function termsOf({ index, publicKey, D, E }: Pick<PreparedSigner, 'index' | 'publicKey' | 'D' | 'E'>) {
  return { index, terms: { publicKey: publicKey.toBytes(false), D, E } };
}

function negated(publicKey: Uint8Array): Uint8Array {
  return encodePublicKey(Point.fromBytes(Uint8Array.of(4, ...publicKey)).negate());
}
