import fc from 'fast-check';
import { expect, it } from 'vitest';
import { memo, transferChecked, unsigned } from '../tests/transactions.js';
import { AuthorizationError } from './authorization-error.js';
import { readPaymentAuthorization } from './authorization.js';

const BYTES = Buffer.from(unsigned([transferChecked(), memo('m')]), 'base64');

it('a damaged transaction is refused by name, or has another key; it never fails otherwise', () => {
  const { key } = readPaymentAuthorization(BYTES.toString('base64'));
  const damage = fc.tuple(fc.integer({ min: 129, max: BYTES.length - 1 }), fc.integer({ min: 1, max: 255 }));
  fc.assert(
    fc.property(damage, ([at, flip]) => {
      const damaged = Buffer.from(BYTES);
      damaged[at] = damaged[at]! ^ flip;
      try {
        expect(readPaymentAuthorization(damaged.toString('base64')).key).not.toEqual(key);
      } catch (error) {
        expect(error).toBeInstanceOf(AuthorizationError);
      }
    }),
    { numRuns: 2_000 },
  );
});

it('whatever is no transaction is refused by name', () => {
  fc.assert(
    fc.property(fc.oneof(fc.base64String(), fc.string()), (text) => {
      expect(() => readPaymentAuthorization(text)).toThrow(AuthorizationError);
    }),
    { numRuns: 2_000 },
  );
});
