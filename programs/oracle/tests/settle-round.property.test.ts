import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { startingFrom } from './built-program.js';
import { gatewayAuthority, ROUNDS } from './deployment.js';
import { withData } from './instructions.js';
import { worldInUse } from './world.js';

describe('settle_round', () => {
  startingFrom(worldInUse, (world) => {
    it('binds every bit of its data: none can be changed', () => {
      const original = world().settle(world().round());
      fc.assert(
        fc.property(fc.nat({ max: original.data.length * 8 - 1 }), (bit) => {
          const data = Uint8Array.from(original.data);
          data[bit >> 3]! ^= 1 << (bit & 7);
          expect(world().chain.send(withData(original, data), gatewayAuthority).ok).toBe(false);
        }),
        { numRuns: 150 },
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
