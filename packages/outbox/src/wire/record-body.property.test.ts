import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CorruptRecordError } from '../records/errors.js';
import { encodeSettlementPayload } from '../records/settlement-payload.js';
import { samplePayload } from '../testing/index.js';
import { decodeBody, encodeBody } from './record-body.js';

const json = fc.json().map((text) => JSON.stringify(JSON.parse(text)));

it('whatever JSON was answered is read back, byte by byte, in texts of a character a byte', () => {
  fc.assert(
    fc.property(json, (result) => {
      const payload = encodeSettlementPayload(samplePayload());
      const text = encodeBody({ payload, result });
      expect(text).toSatisfy((kept: string) => Buffer.from(kept, 'latin1').toString('latin1') === kept);
      expect(decodeBody(text)).toEqual({ payload, result });
    }),
  );
});

it('a result may be written over several lines', () => {
  expect(decodeBody(encodeBody({ payload: '{}', result: '{\n}' }))).toEqual({ payload: '{}', result: '{\n}' });
});

it('a result longer than any window of it is read back', () => {
  const result = JSON.stringify(Array.from({ length: 8_192 }, (_, number) => number * number));
  expect(decodeBody(encodeBody({ payload: '{}', result }))).toEqual({ payload: '{}', result });
});

it('other bytes are refused, whatever they are', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      try {
        decodeBody(text);
      } catch (error) {
        expect(error).toBeInstanceOf(CorruptRecordError);
      }
    }),
  );
});

it('what inflates beyond all measure is refused', () => {
  const bomb = encodeBody({ payload: '{}', result: ' '.repeat(2 ** 21) });
  expect(() => decodeBody(bomb)).toThrow(CorruptRecordError);
});
