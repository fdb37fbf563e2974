import { describe, expect, it } from 'vitest';
import { prepareSession, type SessionSigner, signPartial } from '../../src/signing/index.js';
import { curves } from '../curves.js';
import { nodeAt, sessionOf, testNodes } from '../sessions.js';

/**
 * A gateway chooses the list that every signer sees. A signer whose nonces appear anywhere but once at its own index would answer
 * for a sum that counts them twice, or not at all.
 */
describe.each(curves)('a list of nonces made by a hostile gateway, on %s', (_form, curve) => {
  const lists: [what: string, make: (own: SessionSigner, other: SessionSigner) => SessionSigner[], refusal: RegExp][] = [
    ["the victim's nonces at another index too", (own, other) => [own, { ...other, D: own.D, E: own.E }], /repeated_nonce/],
    ["the victim's D as another node's E", (own, other) => [own, { ...other, E: own.D }], /repeated_nonce/],
    ["the victim's D and E exchanged", (own, other) => [{ ...own, D: own.E, E: own.D }, other], /foreign_nonces/],
    [
      "the victim's nonces swapped with another node's",
      (own, other) => [
        { ...own, D: other.D, E: other.E },
        { ...other, D: own.D, E: own.E },
      ],
      /foreign_nonces/,
    ],
    ["the victim's index left out", (_own, other) => [other], /not_a_signer/],
    ["another key at the victim's index", (own, other) => [{ ...own, publicKey: other.publicKey }, other], /foreign_key/],
  ];

  it.each(lists)('gets no signature for %s', (_what, make, refusal) => {
    const nodes = testNodes([0, 1], { curve });
    const victim = nodeAt(nodes, 0);
    const signers = make(victim.listed, nodeAt(nodes, 1).listed);
    const attack = (): Uint8Array => {
      const prepared = prepareSession(sessionOf(nodes, { signers }), { curve });
      return signPartial({ prepared, ownIndex: 0, signingKey: victim.signingKey, pair: victim.pair });
    };
    expect(attack).toThrow(refusal);
  });
});
