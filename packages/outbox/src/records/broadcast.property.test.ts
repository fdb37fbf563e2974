import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeBroadcasts, encodeBroadcast, requireWire } from './broadcast.js';
import { CorruptRecordError } from './errors.js';

const BASE58 = Array.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz');
const broadcast = fc.record({
  signature: fc.string({ unit: fc.constantFrom(...BASE58), minLength: 64, maxLength: 88 }),
  lastValidBlockHeight: fc.nat({ max: 10 ** 15 }),
});

it('any list of broadcasts is read back in order', () => {
  fc.assert(
    fc.property(fc.array(broadcast, { maxLength: 16 }), (broadcasts) => {
      expect(decodeBroadcasts(broadcasts.map(encodeBroadcast).join('\n'))).toEqual(broadcasts);
    }),
  );
});

it('a line of any other form is refused', () => {
  expect(() => encodeBroadcast({ signature: 'short', lastValidBlockHeight: 1 })).toThrow(TypeError);
  expect(() => encodeBroadcast({ signature: '5'.repeat(88), lastValidBlockHeight: 1.5 })).toThrow(TypeError);
  expect(() => decodeBroadcasts(`${'5'.repeat(88)} -1`)).toThrow(CorruptRecordError);
  expect(() => requireWire(new Uint8Array(1_233))).toThrow(TypeError);
  expect(() => requireWire(new Uint8Array())).toThrow(TypeError);
});
