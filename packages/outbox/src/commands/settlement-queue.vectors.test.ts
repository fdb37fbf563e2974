import { expect, it } from 'vitest';
import file from '@oracle-gateway/vectors/stored-form.json' with { type: 'json' };
import { isRoundId } from '../records/round-id.js';
import { roundsOfJob, settlementJobId } from './settlement-queue.js';

it('a wake-up names its rounds in the stored form', () => {
  const { rounds, id, stored } = file.settlementJob;
  const [first = ''] = rounds;
  expect(roundsOfJob(stored)).toEqual(rounds);
  expect(isRoundId(first) && settlementJobId(first)).toBe(id);
});
