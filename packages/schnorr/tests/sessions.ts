import { type Curve, portableCurve } from '../src/index.js';
import {
  createNoncePair,
  createSigningKey,
  generateSecretKey,
  type NoncePair,
  type SessionSigner,
  type SigningKey,
  type SigningSession,
} from '../src/signing/index.js';
import { countingRandom, filled } from './bytes.js';

export interface TestNode {
  readonly secretKey: Uint8Array;
  readonly signingKey: SigningKey;
  readonly pair: NoncePair;
  readonly listed: SessionSigner;
}

export const SESSION_ID = filled(32, 0xa1);

/** Nodes with fresh keys, and nonce pairs for the first attempt of `SESSION_ID`, at the given indices. */
export function testNodes(
  indices: readonly number[],
  { seed = 1, curve = portableCurve }: { seed?: number; curve?: Curve } = {},
): TestNode[] {
  return indices.map((index) => {
    const random = countingRandom(seed * 101 + index);
    const secretKey = generateSecretKey(random);
    const signingKey = createSigningKey(secretKey, { curve });
    const { pair, commitment } = createNoncePair({ signingKey, sessionId: SESSION_ID, attempt: 0 }, { random });
    return { secretKey, signingKey, pair, listed: { index, publicKey: signingKey.publicKey, ...commitment } };
  });
}

/** A session of these nodes in exact mode; `overrides` change what a test is about. */
export function sessionOf(nodes: readonly TestNode[], overrides: Partial<SigningSession> = {}): SigningSession {
  return {
    sessionId: SESSION_ID,
    attempt: 0,
    message: filled(32, 0xb2),
    setHash: filled(32, 0),
    signers: nodes.map(({ listed }) => listed),
    ...overrides,
  };
}

/** The node at a place of the list, for tests that know it is there. */
export function nodeAt(nodes: readonly TestNode[], place: number): TestNode {
  const node = nodes[place];
  if (node === undefined) throw new Error(`no node at place ${place}`);
  return node;
}
