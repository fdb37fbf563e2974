import { describe, expect, it } from 'vitest';
import { attestationCases } from '../tests/attestations.js';
import { verifyBackends } from '../tests/verify-backends.js';
import { createAggregateKeyCache } from './aggregate-key-cache.js';
import { verifyAttestation } from './verify-attestation.js';

const accepted = attestationCases.filter(({ refusal }) => refusal === null);
const refused = attestationCases.filter(({ refusal }) => refusal !== null);
const cache = createAggregateKeyCache({ maxEntries: 8 });

const settings = [
  ['without options', {}],
  ['with a cache', { cache }],
  ...verifyBackends.map(([name, verify]) => [`by ${name}`, { verify, cache }] as const),
] as const;

describe.each(settings)('verifyAttestation %s', (_setting, options) => {
  it.each(accepted)('accepts: $name', ({ message, ...check }) => {
    const verdict = verifyAttestation(check, options);
    expect(verdict).toMatchObject({ ok: true, message });
    expect(verdict.ok && verdict.signers.length).toBe(check.attestation.signaturesRequired);
  });

  it.each(refused)('refuses: $name', ({ refusal, ...check }) => {
    expect(verifyAttestation(check, options)).toEqual({ ok: false, reason: refusal });
  });
});

it('the vectors break every rule once at least', () => {
  const reasons = new Set(refused.map(({ refusal }) => refusal));
  expect(reasons).toEqual(
    new Set(['form', 'registry_version', 'below_min_signers', 'signer_count', 'unknown_signer', 'infinity', 'signature']),
  );
});
