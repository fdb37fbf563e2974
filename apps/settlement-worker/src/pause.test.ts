import { expect, it } from 'vitest';
import { pause } from './pause.js';

it('ends when its signal is aborted, before or during the wait', async () => {
  const stop = new AbortController();
  const waiting = pause(600_000, stop.signal);
  stop.abort();
  await expect(waiting).resolves.toBeUndefined();
  await expect(pause(600_000, stop.signal)).resolves.toBeUndefined();
});

it('ends by itself', async () => {
  await expect(pause(1, new AbortController().signal)).resolves.toBeUndefined();
});
