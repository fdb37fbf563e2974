import { randomBytes } from 'node:crypto';
import { EXACT_SET_HASH, toHex } from '@oracle-gateway/protocol';
import { createAggregateKeyCache, portableCurve, verifySignature } from '@oracle-gateway/schnorr';
import { createNoncePair, createSigningKey } from '@oracle-gateway/schnorr/signing';
import { describe, expect, it } from 'vitest';
import { stageRound, withPorts } from '../../../tests/fakes/staged-round.js';
import { prepareSigning } from './aggregate-signature.js';
import type { RoundSigner } from '../observing/round-run.js';

/** Order of secp256k1. */
const N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
/** Three keys of one owner: 1 + 2 − 3 = 0. The fourth has another owner. */
const SECRETS = [1n, 2n, N - 3n, 77n];

function signerOf(secret: bigint, index: number): RoundSigner {
  const signingKey = createSigningKey(Buffer.from(secret.toString(16).padStart(64, '0'), 'hex'));
  const { commitment } = createNoncePair({ signingKey, sessionId: new Uint8Array(32), attempt: 0 }, { random: (n) => randomBytes(n) });
  return {
    node: { index, publicKey: signingKey.publicKey, origin: '', encryptionKey: null },
    nonce: { d: toHex(commitment.D), e: toHex(commitment.E) },
  };
}

const { round, session, ports } = stageRound({ nodes: [{}, {}, {}, {}], quorum: 3 });
const all = SECRETS.map(signerOf);

function prepare(signers: readonly RoundSigner[]) {
  return prepareSigning(
    { round, session, value: `0x${'00'.repeat(31)}01`, setHash: EXACT_SET_HASH, attempt: 0, signers },
    withPorts(ports, {
      curve: { curve: portableCurve, verify: verifySignature, aggregateKeys: createAggregateKeyCache({ maxEntries: 1 }) },
    }),
  );
}

describe('signers', () => {
  it('lose their last where their keys add up to nothing, so that the spare takes its place', () => {
    expect(prepare(all.slice(0, 3))).toEqual({ fault: { nodeIndex: 2, step: 'observe', fault: 'bad_answer', isProven: true } });
    expect(prepare([all[0]!, all[1]!, all[3]!])).toHaveProperty('session');
  });

  it('are like any others where their sum meets the next key on the way: the program adds them up as well', () => {
    // 1 + 2 = 3, and the key of N − 3 has its x coordinate.
    expect(prepare(all)).toHaveProperty('session');
  });

  it('lose their last where their commitments cancel out', () => {
    const [first, second, , last] = all as [RoundSigner, RoundSigner, RoundSigner, RoundSigner];
    const negated = (point: string): string => (point.startsWith('0x02') ? point.replace('0x02', '0x03') : point.replace('0x03', '0x02'));
    const echo = { ...second, nonce: { d: negated(first.nonce.d), e: negated(first.nonce.e) } };
    expect(prepare([first, echo])).toEqual({ fault: { nodeIndex: 1, step: 'observe', fault: 'bad_answer', isProven: true } });
    expect(prepare([first, echo, last])).toHaveProperty('session');
  });
});
