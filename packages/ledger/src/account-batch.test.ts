import { formatAddress, toAddress, type Address } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';

import { accountAnswer, atSlot, scriptedRpc } from '../tests/scripted-rpc.js';
import { createAccountBatch } from './account-batch.js';
import { LedgerUnavailableError } from './errors.js';
import { createRpcClient } from './rpc/rpc-client.js';

const system = '11111111111111111111111111111111';
function address(fill: number): Address {
  return toAddress(new Uint8Array(32).fill(fill));
}

/** Every account holds its position in the answer. */
function batch(
  accountsOf = (addresses: readonly string[]): unknown => addresses.map((_, index) => accountAnswer(system, new Uint8Array([index]))),
) {
  const rpc = scriptedRpc({
    getAccountInfo: () => atSlot(5, null),
    getMultipleAccounts: ([addresses]) => atSlot(6, accountsOf(addresses as string[])),
  });
  const call = createRpcClient({ rpcUrl: 'http://ledger.test', timeoutMs: 1_000, maxAnswerBytes: 10_000, fetch: rpc.fetch });
  return { read: createAccountBatch({ rpc: call, commitment: 'confirmed' }), calls: rpc.calls };
}

describe('reads of the same turn', () => {
  it('are one call, and each gets its own account', async () => {
    const { read, calls } = batch();
    const reads = await Promise.all([1, 2, 1].map((fill) => read(address(fill))));
    expect(reads.map(({ account, slot }) => [account?.data[0], slot])).toEqual([
      [0, 6],
      [1, 6],
      [0, 6],
    ]);
    expect(calls).toEqual([
      {
        method: 'getMultipleAccounts',
        params: [[1, 2].map((fill) => formatAddress(address(fill))), { encoding: 'base64', commitment: 'confirmed' }],
      },
    ]);
  });

  it('fail together when the server gives no usable answer, and the next turn asks again', async () => {
    const answers: unknown[] = [[null], [null, null]];
    const { read, calls } = batch(() => answers.shift());
    const ask = () => Promise.allSettled([read(address(1)), read(address(2))]);
    const failed = await ask();
    expect(failed.map((outcome) => outcome.status === 'rejected' && outcome.reason instanceof LedgerUnavailableError)).toEqual([
      true,
      true,
    ]);
    expect((await ask()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
    expect(calls).toHaveLength(2);
  });
});

it('a read that is alone asks for its account alone', async () => {
  const { read, calls } = batch();
  expect(await read(address(1))).toEqual({ account: null, slot: 5 });
  expect(calls.map(({ method }) => method)).toEqual(['getAccountInfo']);
});
