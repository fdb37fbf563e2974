import { formatAddress, parseAddress, roundIdOf, toAddress } from '@oracle-gateway/protocol';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CONCLUSIONS, readRow, rowJson, type BookRow } from './book-row.js';
import { CorruptRecordError } from './errors.js';
import { parseMembers } from './payload-form.js';

const BASE58 = Array.from('123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz');
const u64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const address = bytes32.map((bytes) => parseAddress(formatAddress(toAddress(bytes))));
const booked = {
  marker: fc.string({ unit: fc.constantFrom(...Array.from('0123456789abcdef')), minLength: 16, maxLength: 16 }),
  seq: u64,
  atMs: fc.nat({ max: 2 ** 45 }),
};
const late = { late: fc.constant(true as const) };
const concluded = fc.record(
  {
    ...booked,
    ...late,
    kind: fc.constantFrom(...CONCLUSIONS),
    round: address.map((from) => roundIdOf(from)),
    path: fc.constantFrom('subscription', 'agent', 'x402', 'a_way_2'),
    owner: address,
    delegate: fc.option(address),
    units: u64,
    amount: u64,
    unpaid: u64,
    registryVersion: u64,
    signersBitmap: fc.oneof(
      bytes32,
      fc.nat({ max: 255 }).map((low) => new Uint8Array(32).fill(low, 31)),
    ),
    signature: fc.option(fc.string({ unit: fc.constantFrom(...BASE58), minLength: 64, maxLength: 88 })),
    slot: fc.option(u64),
  },
  {
    requiredKeys: [
      'marker',
      'seq',
      'atMs',
      'kind',
      'round',
      'path',
      'owner',
      'delegate',
      'units',
      'amount',
      'unpaid',
      'registryVersion',
      'signersBitmap',
      'signature',
      'slot',
    ],
  },
);
const gap = fc.record(
  { ...booked, ...late, kind: fc.constant('gap' as const), sinceMs: fc.nat({ max: 2 ** 45 }), count: u64 },
  { requiredKeys: ['marker', 'seq', 'atMs', 'kind', 'sinceMs', 'count'] },
);
const anyRow: fc.Arbitrary<BookRow> = fc.oneof(concluded, gap);

it('any row is read back from its line, which has no line break', () => {
  fc.assert(
    fc.property(anyRow, (row) => {
      const line = rowJson(row);
      expect(line).not.toContain('\n');
      expect(readRow(line)).toEqual(row);
    }),
  );
});

it('a line that lacks a member, or has it in another form, is refused by the name of the member', () => {
  const optional = new Set(['delegate', 'unpaid', 'signature', 'slot', 'late']);
  fc.assert(
    fc.property(anyRow, fc.nat({ max: 20 }), fc.constantFrom(null, '', 'x y', -1, [], true), (row, place, wrong) => {
      const members: Record<string, unknown> = Object.fromEntries(parseMembers(rowJson(row)));
      const names = Object.keys(members).filter((name) => name !== 'late');
      const name = names[place % names.length] ?? 'marker';
      const { [name]: _left, ...without } = members;
      const refused = (line: object) => () => readRow(JSON.stringify(line));
      expect(refused({ ...members, [name]: wrong })).toThrow(new RegExp(`no ${name} `));
      if (!optional.has(name)) expect(refused(without)).toThrow(CorruptRecordError);
    }),
  );
});

it('the first bytes of a line are no row', () => {
  fc.assert(
    fc.property(anyRow, fc.nat({ max: 600 }), (row, place) => {
      const line = rowJson(row);
      expect(() => readRow(line.slice(0, place % line.length))).toThrow(CorruptRecordError);
    }),
  );
});

it('a line of one row is read alike, whatever the order of its members', () => {
  fc.assert(
    fc.property(anyRow, (row) => {
      const members = [...parseMembers(rowJson(row))].toReversed();
      expect(readRow(JSON.stringify(Object.fromEntries(members)))).toEqual(row);
    }),
  );
});

it('a line that differs from a row by one character is refused, or is the row that its JSON says', () => {
  fc.assert(
    fc.property(anyRow, fc.nat({ max: 600 }), fc.constantFrom('0', '9', 'z', '"', ',', '}', ' ', '\\'), (row, place, other) => {
      const line = rowJson(row);
      const at = place % line.length;
      const changed = line.slice(0, at) + other + line.slice(at + 1);
      const read = (text: string) => {
        try {
          return readRow(text);
        } catch (error) {
          expect(error).toBeInstanceOf(CorruptRecordError);
          return null;
        }
      };
      // Blanks around the object keep its meaning, and no fast way reads them.
      expect(read(changed)).toEqual(read(` ${changed}`));
    }),
    { numRuns: 500 },
  );
});
