import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { startingFrom } from './built-program.js';
import { gatewayAuthority, ROUNDS, stranger } from './deployment.js';
import { withData } from './instructions.js';
import { worldInUse } from './world.js';

describe('settle_round', () => {
  startingFrom(worldInUse, (world) => {
    it.each(['sum', 'slopes', 'signer set'] as const)('binds every bit of its data, with the keys as %s: none can be changed', (form) => {
      const round = world().round();
      if (form === 'signer set') world().chain.must(world().createSignerSet(round), stranger);
      const others = form === 'sum' ? {} : { keyForm: form === 'slopes' ? world().slopes(round) : world().signerSet(round) };
      const original = world().settle(round, others);
      fc.assert(
        fc.property(fc.nat({ max: original.data.length * 8 - 1 }), (bit) => {
          const data = Uint8Array.from(original.data);
          data[bit >> 3]! ^= 1 << (bit & 7);
          expect(world().chain.send(withData(original, data), gatewayAuthority).ok).toBe(false);
        }),
        { numRuns: 100 },
      );
      expect(world().subscription().roundsLeft).toBe(ROUNDS);
      expect(world().chain.send(original, gatewayAuthority).ok).toBe(true);
    });

    it('accepts no data of chance', () => {
      const original = world().settle(world().round());
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 220 }), (data) => {
          expect(world().chain.send(withData(original, data), gatewayAuthority).ok).toBe(false);
        }),
        { numRuns: 100 },
      );
    });
  });
});
