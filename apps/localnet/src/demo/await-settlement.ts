import { setTimeout as delay } from 'node:timers/promises';

import { operations, type HttpClient } from '@oracle-gateway/gateway-api';

import { DemoFailure } from './demo-failure.js';

const DEADLINE_MS = 30_000;
const POLL_MS = 100;

export interface Settlement {
  /** Base58. */
  readonly signature: string;
  /** null: unknown. */
  readonly slot: number | null;
}

/** Polls a round's record until it is settled. Throws DemoFailure. */
export async function awaitSettlement(client: HttpClient, roundId: string): Promise<Settlement> {
  const deadline = performance.now() + DEADLINE_MS;
  let state = 'unknown';
  while (performance.now() < deadline) {
    const answer = await client.call(operations.getRound, { path: { roundId } });
    if (answer.status !== 200) throw new DemoFailure(`the gateway answered ${answer.status} when asked for its own round`);
    const { settlement } = answer.body.data;
    state = answer.body.data.state;
    if (state === 'settled') {
      const signature = settlement?.signature ?? null;
      if (settlement === undefined || signature === null)
        throw new DemoFailure('the round is settled, but its record has no transaction signature');
      return { signature, slot: settlement.slot };
    }
    if (state !== 'pending') break;
    await delay(POLL_MS);
  }
  throw new DemoFailure(`the round was not settled within ${DEADLINE_MS / 1_000} s; its state is ${state}`);
}
