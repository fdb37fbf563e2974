import { afterAll, beforeAll, expect, it } from 'vitest';

import { inTurn, setup } from './start-turns.js';

let port = 0;
let close: () => Promise<void>;
beforeAll(async () => {
  close = await setup({ provide: (_name, value) => void (port = value) });
});
afterAll(() => close());

it('one starts after the other, whether or not the one before succeeds', async () => {
  const events: string[] = [];
  const start = (name: string, end: () => void) => async (): Promise<string> => {
    events.push(`${name} begins`);
    await new Promise((resolve) => setImmediate(resolve));
    events.push(`${name} ends`);
    end();
    return name;
  };
  const fail = (): void => {
    throw new Error('it does not start');
  };
  const outcomes = await Promise.allSettled([
    inTurn(
      start('first', () => undefined),
      port,
    ),
    inTurn(start('second', fail), port),
    inTurn(
      start('third', () => undefined),
      port,
    ),
  ]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(events).toHaveLength(6);
  for (let begin = 0; begin < events.length; begin += 2) {
    expect(events[begin + 1]).toBe(events[begin]?.replace('begins', 'ends'));
  }
});
