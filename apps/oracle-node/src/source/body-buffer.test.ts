import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createBodyBuffer } from './body-buffer.js';

it('gives the pieces as one, up to the limit and not a byte more', () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 60 });
  fc.assert(
    fc.property(pieces, fc.nat({ max: 20_000 }), (all, maxBytes) => {
      const buffer = createBodyBuffer(maxBytes);
      const taken: Uint8Array[] = [];
      for (const piece of all) {
        if (!buffer.add(piece)) break;
        taken.push(piece);
      }
      const whole = Buffer.concat(taken);
      expect(Buffer.from(buffer.bytes()).equals(whole)).toBe(true);
      expect(taken.length === all.length || whole.length + (all[taken.length]?.length ?? 0) > maxBytes).toBe(true);
      expect(whole.length).toBeLessThanOrEqual(maxBytes);
    }),
  );
});

it('keeps no object for each piece: a body of single bytes takes twice its size at most', () => {
  const buffer = createBodyBuffer(262_144);
  for (let count = 0; count < 100_000; count += 1) buffer.add(Uint8Array.of(count));
  expect(buffer.bytes()).toHaveLength(100_000);
  expect(buffer.bytes().buffer.byteLength).toBeLessThanOrEqual(200_000);
});

it('does not copy the only piece', () => {
  const buffer = createBodyBuffer(10);
  const piece = Uint8Array.of(1, 2);
  buffer.add(piece);
  expect(buffer.bytes()).toBe(piece);
});
