import { ROUND_STATES, toHex } from '@oracle-gateway/protocol';
import fc from 'fast-check';
import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/stored-record.json' with { type: 'json' };
import { CorruptRecordError } from '../records/errors.js';
import { isRoundId } from '../records/round-id.js';
import { decodeRoundPayment, encodeRoundPayment } from '../records/round-payment.js';
import { decodeSettlementPayload, encodeSettlementPayload } from '../records/settlement-payload.js';
import { decodeBody, encodeBody } from './record-body.js';
import { readBodyText, RECORD_VERSION, type RecordFields } from './record-fields.js';
import { decodeRoundRecord } from './round-record.js';

const STORED = file.records.map(({ name, roundId, fields, record }) => {
  if (!isRoundId(roundId)) throw new TypeError('the vector names a round');
  return { name, roundId, fields: fieldsOf(fields), record };
});
const BODIES = STORED.flatMap(({ name, fields }) => {
  const text = readBodyText(fields);
  return text === undefined ? [] : [{ name, text }];
});

/** The head of a zlib stream with a dictionary (RFC 1950): two bytes, and the dictionary's id. */
const HEAD_BYTES = 6;
/** Adler-32, which notices another dictionary and most other changes. */
const CHECKSUM_BYTES = 4;

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'latin1');
}

/** The fields that a record has: TypeScript gives each object of a JSON file the names of all. */
function fieldsOf(fields: Readonly<Record<string, string | undefined>>): RecordFields {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

/** A record as the vector has it: bytes as hex, 64-bit integers as decimals. */
function plain(value: unknown): unknown {
  const write = (_name: string, member: unknown): unknown =>
    member instanceof Uint8Array ? toHex(member) : typeof member === 'bigint' ? member.toString() : member;
  return JSON.parse(JSON.stringify(value, write));
}

it('each state has a stored record', () => {
  expect(new Set(STORED.map(({ record }) => record.state))).toEqual(new Set(ROUND_STATES));
});

it.each(STORED)('a stored record is read as it was written: $name', ({ roundId, fields, record }) => {
  expect(plain(decodeRoundRecord(roundId, fields))).toEqual(record);
});

it.each(STORED)('a record of another version is refused by its version, and by no other field: $name', ({ roundId, fields }) => {
  for (const version of ['3', '5', '']) {
    const refusal = new CorruptRecordError(`a round record has version "${version}"`);
    expect(() => decodeRoundRecord(roundId, { ...fields, version, state: 'of another version' })).toThrow(refusal);
  }
  expect(file.version).toBe(RECORD_VERSION);
});

it.each(BODIES)('a payload is stored in the form in which it is read: $name', ({ text }) => {
  const { payload } = decodeBody(text);
  const again = payload.includes('"charge"')
    ? encodeSettlementPayload(decodeSettlementPayload(payload))
    : encodeRoundPayment(decodeRoundPayment(payload));
  expect(again).toBe(payload);
});

it.each(BODIES)('a body is stored with the dictionary of the vector: $name', ({ text }) => {
  const body = decodeBody(text);
  const stored = bytesOf(encodeBody(body));
  expect(stored.readUInt32BE(2)).toBe(file.dictionaryId);
  expect(inflateSync(stored, { dictionary: Buffer.from(file.dictionary) }).toString()).toBe(`${body.payload}\n${body.result}`);
});

it('no stored body is read with a dictionary that was edited', () => {
  const edits = fc.record({
    at: fc.nat(file.dictionary.length),
    removed: fc.nat(3),
    added: fc.string({ maxLength: 12 }),
    body: fc.constantFrom(...BODIES),
  });
  fc.assert(
    fc.property(edits, ({ at, removed, added, body }) => {
      const dictionary = file.dictionary.slice(0, at) + added + file.dictionary.slice(at + removed);
      fc.pre(dictionary !== file.dictionary);
      expect(() => inflateSync(bytesOf(body.text), { dictionary: Buffer.from(dictionary) })).toThrow('Bad dictionary');
    }),
  );
});

it('a stored body with a bit that changed is refused by name, or read', () => {
  const flips = fc.record({ body: fc.constantFrom(...BODIES), at: fc.nat(), bit: fc.nat(7) });
  fc.assert(
    fc.property(flips, ({ body, at, bit }) => {
      const bytes = bytesOf(body.text);
      const place = at % bytes.length;
      const isGuard = place < HEAD_BYTES || place >= bytes.length - CHECKSUM_BYTES;
      bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
      try {
        decodeBody(bytes.toString('latin1'));
        expect(isGuard).toBe(false);
      } catch (error) {
        expect(error).toBeInstanceOf(CorruptRecordError);
      }
    }),
    { numRuns: 1_000 },
  );
});

it.each([0, 1, 2, 3, 4, 5, -1, -2, -3, -4])(
  'a stored body is refused when a bit of byte %i, of its head or its checksum, changed',
  (at) => {
    for (const { text } of BODIES) {
      for (let bit = 0; bit < 8; bit += 1) {
        const bytes = bytesOf(text);
        const place = at < 0 ? bytes.length + at : at;
        bytes[place] = (bytes[place] ?? 0) ^ (1 << bit);
        expect(() => decodeBody(bytes.toString('latin1'))).toThrow(CorruptRecordError);
      }
    }
  },
);
