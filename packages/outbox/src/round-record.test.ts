import { expect, it } from 'vitest';
import { CorruptRecordError } from './errors.js';
import { decodeRoundRecord } from './round-record.js';
import { sampleRoundId } from './testing/index.js';

const fields = {
  version: '1',
  path: 'subscription',
  state: 'reserved',
  holds0: 'subscription:any 1 sl',
  createdAtMs: '1',
  updatedAtMs: '2',
  attempts: '0',
};

it('a young record has no more members than facts', () => {
  const record = decodeRoundRecord(sampleRoundId(), fields);
  expect(Object.keys(record).sort()).toEqual(
    ['attempts', 'broadcasts', 'createdAtMs', 'holds', 'parked', 'path', 'roundId', 'state', 'updatedAtMs'].sort(),
  );
});

it('a settlement that none of our transactions made has no signature', () => {
  const record = decodeRoundRecord(sampleRoundId(), { ...fields, state: 'settled', signature: '', slot: '9' });
  expect(record.settlement).toEqual({ signature: null, slot: 9, final: false });
});

it('a settlement of an unknown slot has none, and is final once that was seen', () => {
  const record = decodeRoundRecord(sampleRoundId(), { ...fields, state: 'settled', signature: '', slot: '', finalAtMs: '3' });
  expect(record.settlement).toEqual({ signature: null, slot: null, final: true });
});

it.each(Object.keys(fields))('a record without %s is refused', (field) => {
  const others = Object.entries(fields).filter(([name]) => name !== field);
  expect(() => decodeRoundRecord(sampleRoundId(), Object.fromEntries(others))).toThrow(CorruptRecordError);
});

it.each(['', 'Agent', 'a-b', '1st', `a${'b'.repeat(32)}`])('a record whose path is %j is refused', (path) => {
  expect(() => decodeRoundRecord(sampleRoundId(), { ...fields, path })).toThrow(CorruptRecordError);
});

it('any path that a gateway may name is read back', () => {
  expect(decodeRoundRecord(sampleRoundId(), { ...fields, path: 'x402' })).toMatchObject({ path: 'x402' });
});

it.each(['', '0', '2'])('a record of version %j is refused', (version) => {
  expect(() => decodeRoundRecord(sampleRoundId(), { ...fields, version })).toThrow(CorruptRecordError);
});
