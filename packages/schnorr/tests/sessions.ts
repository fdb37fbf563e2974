import {
  createNoncePair,
  generateSecretKey,
  type NoncePair,
  publicKeyOf,
  type SessionSigner,
  type SigningSession,
} from '../src/signing/index.js';
import { countingRandom, filled } from './bytes.js';

export interface TestNode {
  readonly secretKey: Uint8Array;
  readonly pair: NoncePair;
  readonly listed: SessionSigner;
}

/** Nodes with fresh keys and nonce pairs at the given indices. */
export const testNodes = (indices: readonly number[], seed = 1): TestNode[] =>
  indices.map((index) => {
    const random = countingRandom(seed * 101 + index);
    const secretKey = generateSecretKey(random);
    const { pair, commitment } = createNoncePair(random);
    return { secretKey, pair, listed: { index, publicKey: publicKeyOf(secretKey), ...commitment } };
  });

/** A session of these nodes in exact mode; `overrides` change what a test is about. */
export const sessionOf = (nodes: readonly TestNode[], overrides: Partial<SigningSession> = {}): SigningSession => ({
  sessionId: filled(32, 0xa1),
  attempt: 0,
  message: filled(32, 0xb2),
  setHash: filled(32, 0),
  signers: nodes.map(({ listed }) => listed),
  ...overrides,
});

/** The node at a place of the list, for tests that know it is there. */
export const nodeAt = (nodes: readonly TestNode[], place: number): TestNode => {
  const node = nodes[place];
  if (node === undefined) throw new Error(`no node at place ${place}`);
  return node;
};
