import type { HttpClient } from '@oracle-gateway/gateway-api';
import { describe, expect, it } from 'vitest';

import { awaitSettlement } from './await-settlement.js';
import { DemoFailure } from './demo-failure.js';

/** Answers these records one after the other, and fails when asked once more. */
function clientAnswering(...answers: readonly { readonly status: number; readonly data?: object }[]): HttpClient {
  const left = [...answers];
  return {
    call: () => {
      const next = left.shift();
      if (next === undefined) return Promise.reject(new Error('asked once too often'));
      return Promise.resolve({ status: next.status, headers: new Headers(), body: { status: 'ok', data: next.data } } as never);
    },
  };
}

describe('following a round', () => {
  it('waits while it is pending and tells its transaction', async () => {
    const settlement = { signature: 'sig', slot: 9 };
    const client = clientAnswering({ status: 200, data: { state: 'pending' } }, { status: 200, data: { state: 'settled', settlement } });
    expect(await awaitSettlement(client, 'round')).toEqual(settlement);
  });

  it.each([
    ['a round that ended otherwise', { status: 200, data: { state: 'lapsed' } }],
    ['a record that is gone', { status: 404 }],
    ['a settlement by an unknown transaction', { status: 200, data: { state: 'settled', settlement: { signature: null, slot: 9 } } }],
  ])('fails at once for %s', async (_what, answer) => {
    await expect(awaitSettlement(clientAnswering(answer), 'round')).rejects.toBeInstanceOf(DemoFailure);
  });
});
