import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeBroadcasts, encodeBroadcast, encodeWire } from './broadcast.js';
import { CorruptRecordError } from './errors.js';

const BASE58 = Array.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz');
const broadcast = fc.record({
  signature: fc.string({ unit: fc.constantFrom(...BASE58), minLength: 64, maxLength: 88 }),
  lastValidBlockHeight: fc.nat({ max: 10 ** 15 }),
});
const wire = fc.option(fc.uint8Array({ minLength: 1, maxLength: 1_232 }));

it('any list of broadcasts is read back in order, the newest with its bytes', () => {
  fc.assert(
    fc.property(fc.array(broadcast, { maxLength: 16 }), wire, (broadcasts, newest) => {
      const read = decodeBroadcasts(broadcasts.map(encodeBroadcast).join('\n'), encodeWire(newest));
      expect(read).toEqual(broadcasts.map((sent, index) => ({ ...sent, wire: index === broadcasts.length - 1 ? newest : null })));
    }),
  );
});

it('a line of any other form is refused', () => {
  expect(() => encodeBroadcast({ signature: 'short', lastValidBlockHeight: 1 })).toThrow(TypeError);
  expect(() => encodeBroadcast({ signature: '5'.repeat(88), lastValidBlockHeight: 1.5 })).toThrow(TypeError);
  expect(() => decodeBroadcasts(`${'5'.repeat(88)} -1`, '')).toThrow(CorruptRecordError);
  expect(() => decodeBroadcasts('', 'not base64')).toThrow(CorruptRecordError);
  expect(() => encodeWire(new Uint8Array(1_233))).toThrow(TypeError);
  expect(() => encodeWire(new Uint8Array())).toThrow(TypeError);
});
