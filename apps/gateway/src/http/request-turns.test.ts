import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Tenant } from '@oracle-gateway/fair-share';
import { describe, expect, it } from 'vitest';
import { createRequestTurns } from './request-turns.js';

const NEVER = new AbortController().signal;

function tenant(name: string): Tenant {
  return { name: `address:${name}`, isStranger: false };
}
function newRequest(): IncomingMessage {
  return new IncomingMessage(new Socket());
}
function loopTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Requests whose work takes as long as the test says, on a clock of its own. */
function start() {
  const clock = { ms: 0 };
  const turns = createRequestTurns({ monotonicMs: () => clock.ms });
  const begun: string[] = [];
  const ask = async (name: string, { takesMs = 1, signal = NEVER, request = newRequest() } = {}): Promise<number> => {
    await turns.take(request, tenant(name), signal);
    begun.push(name);
    clock.ms += takesMs;
    return turns.usedMs(request);
  };
  return { clock, turns, begun, ask };
}

describe('requests', () => {
  it('are begun one in each turn of the event loop, however many are there at once', async () => {
    const { begun, ask } = start();
    const asked = Array.from({ length: 50 }, () => ask('flood'));
    let loops = 0;
    let most = 0;
    for (let before = 0; before < 50; before = begun.length) {
      await loopTurn();
      most = Math.max(most, begun.length - before);
      loops += 1;
    }
    await Promise.all(asked);
    expect([most, loops >= 50]).toEqual([1, true]);
  });

  it('of a sender that took less of the thread come before those of one that took more', async () => {
    const { begun, ask } = start();
    const flood = Array.from({ length: 50 }, () => ask('flood', { takesMs: 6 }));
    await flood[9];
    for (let round = 0; round < 5; round += 1) await ask('honest');
    const between = begun.slice(begun.indexOf('honest'), begun.lastIndexOf('honest') + 1);
    expect(between.filter((name) => name === 'flood').length).toBeLessThanOrEqual(5);
    await Promise.all(flood);
    expect(begun.length).toBe(55);
  });

  it('are measured with all that runs before the thread is free again', async () => {
    const { clock, turns, ask } = start();
    const request = newRequest();
    const taken = ask('a', { takesMs: 5, request }).then((ms) => {
      clock.ms += 2;
      return ms;
    });
    expect(await taken).toBe(5);
    await loopTurn();
    clock.ms += 100;
    expect(turns.usedMs(request)).toBe(7);
    expect(await ask('a', { takesMs: 3, request })).toBe(10);
  });

  it('keep their turn once they have it', async () => {
    const { turns, clock } = start();
    const request = newRequest();
    const order: string[] = [];
    const other = turns.take(newRequest(), tenant('b'), NEVER).then(() => order.push('b'));
    const first = (async () => {
      await turns.take(request, tenant('a'), NEVER);
      clock.ms += 1;
      await turns.take(request, tenant('a'), NEVER);
      order.push('a');
    })();
    await Promise.all([other, first]);
    expect(order).toEqual(['b', 'a']);
    expect(turns.usedMs(request)).toBe(1);
  });

  it('are not begun where their client leaves while they wait', async () => {
    const { begun, ask } = start();
    const leaving = new AbortController();
    const first = ask('a');
    const left = ask('a', { signal: leaving.signal });
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'client_gone' });
    await expect(ask('a', { signal: leaving.signal })).rejects.toMatchObject({ code: 'client_gone' });
    await first;
    await ask('b');
    expect(begun).toEqual(['a', 'b']);
  });
});
