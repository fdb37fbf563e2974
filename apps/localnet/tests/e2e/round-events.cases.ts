import { readServerSentEvents } from '@oracle-gateway/gateway-api/events';
import type { RoundEvent } from '@oracle-gateway/gateway-api';
import { parseRoundEvent } from '@oracle-gateway/gateway-api/testing';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';

import { gatedWorkerWorld, workerGate } from './gated-worker-world.js';
import type { RpcGate } from './rpc-gate.js';
import { control, serve, type TestWorld } from './test-world.js';

/** More slots than a receipt needs to be finalized. */
const FINALIZED_SLOTS = 40;

let test: TestWorld;
let gate: RpcGate;
beforeAll(() => {
  test = gatedWorkerWorld();
  gate = workerGate();
});
afterEach(() => gate.release());

/** The events of a round, as a client reads them. */
async function watch(roundId: string, lastEventId?: string) {
  const leaving = new AbortController();
  const response = await fetch(`${test.world.manifest.gatewayUrl}/v1/rounds/${roundId}/events`, {
    headers: lastEventId === undefined ? {} : { 'last-event-id': lastEventId },
    signal: leaving.signal,
  });
  const events = response.body === null ? null : readServerSentEvents(response.body);
  return {
    status: response.status,
    leave: () => leaving.abort(),
    async next(): Promise<{ readonly id: string; readonly round: RoundEvent } | null> {
      const event = await events?.next();
      return event === undefined || event.done === true
        ? null
        : { id: event.value.id, round: parseRoundEvent(JSON.parse(event.value.data)) };
    },
  };
}

describe('a client that watches a round', () => {
  it('is told that it is served, settled and final, over the restart of its gateway, each once', async () => {
    const asked = gate.hold('sendTransaction');
    const { roundId, answer } = await serve(test, { quorum: 2 });
    await asked;
    const first = await watch(roundId);
    const served = await first.next();
    expect(served).toMatchObject({
      id: '3',
      round: { roundId, state: 'pending', result: { ...answer, data: { ...answer.data, fresh: false } } },
    });

    process.kill(test.world.manifest.pids.gateway, 'SIGKILL');
    // The stream breaks in the middle, as no end of a round does.
    await expect(first.next()).rejects.toThrow();
    await control(test, '/restart', { what: 'gateway' });

    const again = await watch(roundId, served?.id);
    gate.release();
    const settled = await again.next();
    expect(settled).toMatchObject({
      id: '4',
      round: { state: 'settled', settlement: { final: false }, result: { ...answer, data: { ...answer.data, fresh: false } } },
    });
    expect(test.world.ledger.transactions.find(settled?.round.settlement?.signature ?? '')?.execution.err).toBeNull();

    test.world.ledger.advanceSlots(FINALIZED_SLOTS);
    expect(await again.next()).toMatchObject({ id: '5', round: { state: 'settled', settlement: { final: true } } });
    expect(await again.next()).toBeNull();
    expect((await watch(roundId, '5')).status).toBe(204);
  });

  it('is one of many who watch one round, and each is told', async () => {
    const asked = gate.hold('sendTransaction');
    const { roundId } = await serve(test, { quorum: 2 });
    await asked;
    const watchers = await Promise.all(Array.from({ length: 20 }, () => watch(roundId)));
    expect(new Set(await Promise.all(watchers.map(async (watcher) => (await watcher.next())?.id)))).toEqual(new Set(['3']));
    gate.release();
    expect(new Set(await Promise.all(watchers.map(async (watcher) => (await watcher.next())?.round.state)))).toEqual(new Set(['settled']));
    for (const watcher of watchers) watcher.leave();
  });
});
