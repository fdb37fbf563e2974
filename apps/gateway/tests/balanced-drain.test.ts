import { setTimeout as wait } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { startBalancer } from './fakes/balancer.js';
import { startWorld } from './fakes/world.js';

const LANES = 4;
const PAUSE_MS = 5;
/** Served by both, by one of two, and by the other alone. */
const ROUNDS = 20;
/** Longer than the test: the second call of `close` ends the delay, once the balancer has checked. */
const DELAY_MS = 60_000;

it('a gateway that leaves behind a balancer loses no request: unready first, then without new requests, then gone', async () => {
  const world = await startWorld({ nodeCount: 3, server: { shutdownDelayMs: DELAY_MS } });
  const sibling = await world.sibling();
  const balancer = await startBalancer([world.url, sibling.url]);
  let isEnding = false;
  onTestFinished(async () => {
    isEnding = true;
    await balancer.close();
    // The second call ends the delay.
    await Promise.all([sibling.close(), sibling.close(), world.close()]);
  });
  await Promise.all([balancer.sees(world.url, true), balancer.sees(sibling.url, true)]);

  const answers: { readonly status: number; readonly roundId: string | null }[] = [];
  const further = async (count: number): Promise<void> => {
    const reached = answers.length + count;
    await expect.poll(() => answers.length, { interval: PAUSE_MS }).toBeGreaterThanOrEqual(reached);
  };
  const lanes = Array.from({ length: LANES }, async () => {
    while (!isEnding) {
      const body = JSON.stringify(world.subscriber().request());
      const answer = await fetch(`${balancer.url}/v1/round/execute`, { method: 'POST', body });
      await answer.arrayBuffer();
      answers.push({ status: answer.status, roundId: answer.headers.get('x-round-id') });
      await wait(PAUSE_MS);
    }
  });

  await further(ROUNDS);
  const closed = world.gateway.close();
  await balancer.sees(world.url, false);
  await further(ROUNDS);
  await Promise.all([closed, world.gateway.close()]);
  await expect(fetch(`${world.url}/health`)).rejects.toThrow();
  await further(ROUNDS);
  isEnding = true;
  await Promise.all(lanes);

  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  expect(new Set(answers.map(({ roundId }) => roundId)).size).toBe(answers.length);
});
