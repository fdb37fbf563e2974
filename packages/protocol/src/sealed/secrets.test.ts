import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAddress } from '../address.js';
import { unixSeconds } from '../units.js';
import { SealedSecretsError } from './sealed-secrets-error.js';
import { decodeSecrets, encodeSecrets } from './secrets.js';

describe('secrets', () => {
  it('come back as they were encoded', () => {
    const name = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);
    const values = fc.array(fc.tuple(name, fc.string({ unit: 'grapheme', maxLength: 40 })), { maxLength: 8 });
    const owner = fc.option(fc.uint8Array({ minLength: 32, maxLength: 32 }).map(toAddress));
    fc.assert(
      fc.property(values, fc.nat(), owner, (entries, notAfter, ownedBy) => {
        const secrets = { values: new Map(entries), notAfter: unixSeconds(notAfter), owner: ownedBy };
        expect(decodeSecrets(encodeSecrets(secrets))).toEqual(secrets);
      }),
      { numRuns: 200 },
    );
  });

  it('larger than a bundle are refused', () => {
    const secrets = { values: new Map([['a', 'x'.repeat(8_200)]]), notAfter: unixSeconds(1), owner: null };
    expect(() => encodeSecrets(secrets)).toThrow('at most 8192 bytes');
  });

  it('of any bytes are decoded or refused as malformed, never with what they hold', () => {
    const mixed = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json().map((text) => new TextEncoder().encode(text)),
    );
    fc.assert(
      fc.property(mixed, (plaintext) => {
        try {
          decodeSecrets(plaintext);
        } catch (error) {
          expect(error).toBeInstanceOf(SealedSecretsError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
