import { getEventListeners } from 'node:events';
import { expect, it } from 'vitest';
import { wait } from './wait.js';

it('waits the time given', async () => {
  const startedAtMs = performance.now();
  await wait(20);
  expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(19);
});

it('ends early when the signal is aborted, without an error, also if that was before', async () => {
  const end = new AbortController();
  const waiting = wait(3_600_000, end.signal);
  end.abort(new Error('over'));
  await waiting;
  await wait(3_600_000, end.signal);
});

it('leaves no listener on the signal, after a thousand waits', async () => {
  const { signal } = new AbortController();
  await Promise.all(Array.from({ length: 1_000 }, () => wait(0, signal)));
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});
