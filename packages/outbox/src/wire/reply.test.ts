import { expect, it } from 'vitest';
import { CorruptRecordError, IllegalTransitionError, StaleTokenError, UnknownRoundError } from '../records/errors.js';
import { sampleRoundId } from '../testing/index.js';
import { readInteger, readOutcome, readState, readText, readTexts } from './reply.js';

it('each refusal of a command is an error of its own', () => {
  const roundId = sampleRoundId();
  expect(() => readOutcome(['unknown'], roundId, 'settle')).toThrow(new UnknownRoundError(roundId));
  expect(() => readOutcome(['stale'], roundId, 'settle')).toThrow(new StaleTokenError(roundId));
  expect(() => readOutcome(['illegal', 'lapsed'], roundId, 'settle')).toThrow(new IllegalTransitionError(roundId, 'settle', 'lapsed'));
  expect(readOutcome(['ok'], roundId, 'settle')).toBe('ok');
});

it.each([[null], ['ok'], [[null]], [[1.5]], [[['nested']]]])('an answer of another shape is refused: %j', (reply) => {
  expect(() => readTexts(reply)).toThrow(CorruptRecordError);
});

it('an answer in bytes is read as texts of a character for each of them', () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  expect(readTexts([bytes, 'ok', 7]).map((text) => Buffer.from(text, 'latin1'))).toEqual([bytes, Buffer.from('ok'), Buffer.from('7')]);
});

it('what is missing or no integer or no state is refused', () => {
  expect(() => readText([], 0)).toThrow(CorruptRecordError);
  for (const text of ['', 'x', '1.5', '1e400']) expect(() => readInteger(text)).toThrow(CorruptRecordError);
  expect(() => readState('parked')).toThrow(CorruptRecordError);
});
