import { formatAddress, parseAddress, roundIdOf, toAddress, x402RoundIdOf } from '@oracle-gateway/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CONCLUSIONS, readRow, rowJson } from '../records/book-row.js';
import { CorruptRecordError } from '../records/errors.js';
import { type BookEntry, decodeBookEntry, decodeBookRow, encodeBookEntry } from './book-entry.js';

const u64 = fc.oneof(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), fc.bigInt({ min: 0n, max: 300n }));
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const address = bytes32.map((bytes) => parseAddress(formatAddress(toAddress(bytes))));
const MARKER = 'ab'.repeat(8);
const SIGNATURE = '5'.repeat(88);

const anyEntry: fc.Arbitrary<BookEntry> = fc.record({
  round: fc.oneof(
    address.map((from) => roundIdOf(from)),
    fc.uint8Array({ minLength: 16, maxLength: 16 }).map((random) => x402RoundIdOf(random)),
  ),
  owner: address,
  delegate: fc.option(address),
  units: fc.bigInt({ min: 0n, max: 127n }),
  price: u64,
  registryVersion: u64,
  signersBitmap: fc.oneof(
    bytes32,
    fc.nat({ max: 255 }).map((low) => new Uint8Array(32).fill(low, 31)),
  ),
});

it('any entry is read back from its text, a character for each byte', () => {
  fc.assert(
    fc.property(anyEntry, (entry) => {
      const text = encodeBookEntry(entry);
      expect(Buffer.from(text, 'latin1').toString('latin1')).toBe(text);
      expect(decodeBookEntry(text)).toEqual(entry);
    }),
  );
});

it('a text that is cut, or goes on, is no entry', () => {
  fc.assert(
    fc.property(anyEntry, fc.nat({ max: 300 }), (entry, place) => {
      const text = encodeBookEntry(entry);
      expect(() => decodeBookEntry(text.slice(0, place % text.length))).toThrow(CorruptRecordError);
      expect(() => decodeBookEntry(`${text}xx`)).toThrow(CorruptRecordError);
    }),
  );
});

it('a row of any text is refused, or is one that a reader of the files takes', () => {
  const sometimes = <Value>(usual: Value, other: fc.Arbitrary<Value>) => fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, other);
  const parts = fc.tuple(
    fc.oneof(fc.constantFrom(...CONCLUSIONS.map((kind) => kind.charAt(0))), fc.string({ maxLength: 2 })),
    sometimes('1764000000000', fc.string({ maxLength: 14 })),
    sometimes('x402', fc.string({ maxLength: 33 })),
    sometimes('420000010', fc.string({ maxLength: 21 })),
    sometimes(SIGNATURE, fc.string({ maxLength: 89 })),
    fc.oneof(anyEntry.map(encodeBookEntry), fc.string({ maxLength: 150 })),
  );
  let taken = 0;
  fc.assert(
    fc.property(parts, (texts) => {
      let row;
      try {
        row = decodeBookRow(MARKER, '0-7', texts.join(' '));
      } catch (error) {
        expect(error).toBeInstanceOf(CorruptRecordError);
        return;
      }
      taken += 1;
      expect(readRow(rowJson(row))).toEqual(row);
    }),
    { numRuns: 1_000 },
  );
  expect(taken).toBeGreaterThan(50);
});
