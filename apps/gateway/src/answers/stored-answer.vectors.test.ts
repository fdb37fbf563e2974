import { expect, it } from 'vitest';
import examples from '@oracle-gateway/vectors/api-examples.json' with { type: 'json' };
import file from '@oracle-gateway/vectors/stored-record.json' with { type: 'json' };
import { readStoredAnswer, type StoredAnswer, writeStoredAnswer } from './stored-answer.js';

it.each(Object.entries(file.results))('a result that is on record is read and written in its stored form: %s', (name, text) => {
  const answer = readStoredAnswer(text);
  const { data, ...rest } = answer.result;
  expect(data.fresh).toBe(false);
  const told = { ...rest, data: { ...data, fresh: true } } as StoredAnswer['result'];
  expect(writeStoredAnswer({ ...answer, result: told })).toBe(text);
  expect(answer.readers).toEqual(name.includes('readers') ? expect.arrayContaining([expect.any(String)]) : null);
  expect(answer.list === null).toBe(!name.includes('list'));
  expect('values' in data ? data.values : undefined).toEqual(name.includes('list') ? examples.list.answer.data.values : undefined);
  expect(answer.evidence === null).toBe(!name.includes('evidence'));
});
