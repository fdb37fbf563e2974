import { expect, it } from 'vitest';
import { latestAnswerIn, latestAnswerOf } from './latest-answer.js';

const told = { roundId: 'R', answeredAt: 9, observedAt: 5, value: '1.5', signers: [0, 2], place: 1, result: { status: 'completed' } };

it('an answer keeps what verifies it', () => {
  const answer = { roundId: 'R', observedAtMs: 5, value: '1.5', signers: [0, 2], place: 1, result: { status: 'completed' } };
  expect(latestAnswerIn(told)).toEqual(answer);
  expect(latestAnswerOf(JSON.stringify(told))).toEqual(answer);
});

it('an event that is no answer breaks nothing', () => {
  expect([latestAnswerIn(null), latestAnswerOf('{'), latestAnswerOf('[]'), latestAnswerOf(undefined)]).toEqual(Array(4).fill(undefined));
});
