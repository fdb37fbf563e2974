import { type DeploymentId, type RegistrySnapshot, registrySnapshotMessage, signersBitmap, unixSeconds } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import { countingRandom, filled } from '../tests/bytes.js';
import { portableCurve } from './curve-noble.js';
import { createSigningKey } from './signing/signing-key.js';
import { signSingle } from './signing/single-signer.js';
import { enoughToVouch, verifyRegistrySnapshot } from './verify-registry-snapshot.js';

const deploymentId = filled(32, 1) as DeploymentId;
const signingKey = createSigningKey(filled(32, 7), { curve: portableCurve });
const { publicKey } = signingKey;
const negated = createSigningKey(negatedSecret(filled(32, 7)), { curve: portableCurve }).publicKey;

function negatedSecret(secret: Uint8Array): Uint8Array {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const value = order - BigInt(`0x${[...secret].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`);
  return Uint8Array.from(
    value
      .toString(16)
      .padStart(64, '0')
      .match(/../g)!
      .map((pair) => Number.parseInt(pair, 16)),
  );
}

const snapshot: RegistrySnapshot = {
  deploymentId,
  signerVersion: 1n,
  version: 2n,
  oldestAcceptedVersion: 0n,
  signedAtSeconds: unixSeconds(1_763_683_200),
  minSigners: 1,
  keys: [publicKey],
};

function judge(keys: readonly (Uint8Array | null)[], signers: readonly number[], options?: Parameters<typeof verifyRegistrySnapshot>[1]) {
  const { s, commitment } = signSingle({ signingKey, message: registrySnapshotMessage(snapshot) }, { random: countingRandom(3) });
  const signed = { snapshot, signersBitmap: signersBitmap(signers), s, commitment };
  const verdict = verifyRegistrySnapshot({ deploymentId, registry: { version: 1n, minSigners: 1, keys }, signed }, options);
  return verdict.ok ? null : verdict.reason;
}

describe('verifyRegistrySnapshot', () => {
  it('takes the only node of a version for more than two thirds of it', () => {
    expect(judge([publicKey, null], [0])).toBeNull();
  });

  it('refuses a version without a key', () => {
    expect(judge([null], [])).toBe('too_few_signers');
  });

  it('refuses keys that cancel', () => {
    expect(judge([publicKey, negated], [0, 1])).toBe('infinity');
  });

  it('refuses a key that is off the curve', () => {
    expect(judge([filled(64, 5)], [0])).toBe('off_curve');
  });

  it('leaves the signature to the verifier that it is given', () => {
    expect(judge([publicKey], [0], { verify: () => false })).toBe('signature');
  });

  it('throws for keys of another width', () => {
    expect(() => judge([filled(33, 2)], [0])).toThrow(TypeError);
  });
});

describe('enoughToVouch', () => {
  it.each([
    [1, 1, true],
    [2, 3, false],
    [3, 3, true],
    [3, 4, true],
    [4, 6, false],
    [5, 6, true],
    [42, 64, false],
    [43, 64, true],
    [0, 0, false],
  ])('judges %d of %d nodes: %s', (signers, active, enough) => {
    expect(enoughToVouch(signers, active)).toBe(enough);
  });
});
