import { expect, it } from 'vitest';
import { CorruptRecordError } from '../records/errors.js';
import { encodeRoundPayment } from '../records/round-payment.js';
import { encodeSettlementPayload } from '../records/settlement-payload.js';
import { samplePayload, samplePayment, sampleRoundId } from '../testing/index.js';
import { encodeBody } from './record-body.js';
import type { RecordFields } from './record-fields.js';
import { decodeRoundRecord } from './round-record.js';

const RESULT = '{"value":"1"}';

/** The payload stays in one piece: a reader does not mind how long it is. */
function bodyOf(payload: string): RecordFields {
  return { b0: encodeBody({ payload, result: RESULT }) };
}

const fields = {
  version: '4',
  path: 'subscription',
  state: 'reserved',
  holds0: 'subscription:any 1 sl',
  createdAtMs: '1',
};

it('a young record has no more members than facts', () => {
  const record = decodeRoundRecord(sampleRoundId(), fields);
  expect(Object.keys(record).sort()).toEqual(
    ['attempts', 'broadcasts', 'createdAtMs', 'holds', 'parked', 'path', 'roundId', 'state'].sort(),
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

it.each(['token', 'token 1', 'token soon worker'])('a record whose claim is %j is refused', (claim) => {
  expect(() => decodeRoundRecord(sampleRoundId(), { ...fields, claim })).toThrow(CorruptRecordError);
});

it('the process of a claim has any name, or none, and an ended claim has no process', () => {
  const read = (claim: string) => decodeRoundRecord(sampleRoundId(), { ...fields, claim });
  expect(read('token 7 worker 1:\n2')).toMatchObject({ claimUntilMs: 7, claimedBy: 'worker 1:\n2' });
  expect(read('token 7 ')).toMatchObject({ claimUntilMs: 7 });
  expect(read('token 7 ')).not.toHaveProperty('claimedBy');
  expect(read('')).not.toHaveProperty('claimUntilMs');
});

it('any path that a gateway may name is read back', () => {
  expect(decodeRoundRecord(sampleRoundId(), { ...fields, path: 'x402' })).toMatchObject({ path: 'x402' });
});

it.each(['settling', 'payment_unknown', 'paid', 'unpaid'])('a record that is %s and has no payment is refused', (state) => {
  expect(() => decodeRoundRecord(sampleRoundId(), { ...fields, state, slot: '1', signature0: 'x' })).toThrow(CorruptRecordError);
});

it('whatever a record holds, only the states of a served round show its result', () => {
  const settled = bodyOf(encodeSettlementPayload(samplePayload()));
  const paid = { ...bodyOf(encodeRoundPayment(samplePayment())), slot: '', signature0: '5'.repeat(64) };
  const shown = (state: string, body: RecordFields) => decodeRoundRecord(sampleRoundId(), { ...fields, ...body, state }).result;
  for (const state of ['pending', 'settled', 'lapsed']) expect(shown(state, settled)).toBe(RESULT);
  expect(shown('paid', paid)).toBe(RESULT);
  for (const state of ['reserved', 'failed', 'expired', 'settling', 'payment_unknown', 'unpaid']) {
    expect(shown(state, paid), state).toBeUndefined();
  }
});

it.each(['', '0', '3', '5'])('a record of version %j is refused', (version) => {
  expect(() => decodeRoundRecord(sampleRoundId(), { ...fields, version })).toThrow(CorruptRecordError);
});
