import { describe, expect, it } from 'vitest';
import { honestCase, registry } from '../tests/attestations.js';
import { filled } from '../tests/bytes.js';
import type { RegistryKeys } from './registry-keys.js';
import { verifyAttestation } from './verify-attestation.js';

const { deploymentId, attestation } = honestCase;

describe('verifyAttestation', () => {
  it('names the signers in ascending order', () => {
    expect(verifyAttestation(honestCase)).toMatchObject({ ok: true, signers: [0, 2, 4] });
  });

  it("enforces the registry's minSigners", () => {
    const strict = { ...registry, minSigners: 4 };
    expect(verifyAttestation({ deploymentId, registry: strict, attestation })).toEqual({ ok: false, reason: 'below_min_signers' });
  });

  it('throws for a registry that does not say its smallest quorum, which must not mean one', () => {
    const { version, keys } = registry;
    const forgetful = { version, keys } as unknown as RegistryKeys;
    expect(() => verifyAttestation({ deploymentId, registry: forgetful, attestation })).toThrow(
      /^registry.minSigners: must be an integer$/,
    );
  });

  it('refuses keys of another registry under the same version', () => {
    const shifted = { ...registry, keys: [...registry.keys.slice(1), null] };
    expect(verifyAttestation({ deploymentId, registry: shifted, attestation })).toEqual({ ok: false, reason: 'unknown_signer' });
    const swapped = { ...registry, keys: [registry.keys[1] ?? null, registry.keys[0] ?? null, ...registry.keys.slice(2)] };
    expect(verifyAttestation({ deploymentId, registry: swapped, attestation })).toEqual({ ok: false, reason: 'signature' });
  });

  it('refuses a registry that holds a key off the curve', () => {
    const broken = { ...registry, keys: [filled(64, 7), ...registry.keys.slice(1)] };
    expect(verifyAttestation({ deploymentId, registry: broken, attestation })).toEqual({ ok: false, reason: 'off_curve' });
  });

  it('refuses an attestation without signers where the registry asks for none', () => {
    const nobody = { ...attestation, signaturesRequired: 0, signersBitmap: filled(32, 0) };
    const lax = { ...registry, minSigners: 0 };
    expect(verifyAttestation({ deploymentId, registry: lax, attestation: nobody })).toEqual({ ok: false, reason: 'signer_count' });
  });

  it.each(['feedId', 'sourceId', 'value', 'signersBitmap', 's', 'commitment'] as const)('throws for a %s of a wrong width', (field) => {
    const wrong = { ...attestation, [field]: filled(19, 1) };
    expect(() => verifyAttestation({ deploymentId, registry, attestation: wrong })).toThrow(TypeError);
  });

  it('passes on what a verifier or a cache throws', () => {
    const lost = (): never => {
      throw new Error('backend lost');
    };
    expect(() => verifyAttestation(honestCase, { verify: lost })).toThrow('backend lost');
    expect(() => verifyAttestation(honestCase, { cache: { get: lost } })).toThrow('backend lost');
  });
});
