import { expect, it } from 'vitest';

import { LedgerUnavailableError, ProtocolNotInitialisedError } from './errors.js';
import { untilLedgerAnswers } from './until-ledger-answers.js';

function attempts(...outcomes: (Error | string)[]) {
  let made = 0;
  return () => {
    const outcome = outcomes[made++] ?? 'too often';
    return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
  };
}
const DOWN = new LedgerUnavailableError('getAccountInfo', 'no answer');

function until(attempt: () => Promise<string>, ending = new AbortController()) {
  const failures: Error[] = [];
  const outcome = untilLedgerAnswers(attempt, { signal: ending.signal, onFailure: (error) => failures.push(error), firstPauseMs: 1 });
  return { outcome, failures };
}

it('goes on while the ledger does not answer, and tells each failure', async () => {
  const { outcome, failures } = until(attempts(DOWN, DOWN, 'answer'));
  expect([await outcome, failures]).toEqual(['answer', [DOWN, DOWN]]);
});

it('what time does not mend ends it', async () => {
  const wrong = new ProtocolNotInitialisedError('config');
  await expect(until(attempts(DOWN, wrong)).outcome).rejects.toBe(wrong);
});

it('ends with its signal', async () => {
  const ending = new AbortController();
  const { outcome } = until(() => {
    ending.abort();
    return Promise.reject(DOWN);
  }, ending);
  await expect(outcome).rejects.toMatchObject({ name: 'AbortError' });
});
