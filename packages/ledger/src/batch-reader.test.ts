import { formatAddress, toAddress } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';

import { accountAnswer, atSlot, scriptedRpc } from '../tests/scripted-rpc.js';
import { createBatchReader } from './batch-reader.js';
import { LedgerUnavailableError } from './errors.js';
import { createRpcClient } from './rpc/rpc-client.js';

function address(fill: number) {
  return toAddress(new Uint8Array(32).fill(fill));
}
function readerOver(answer: (addresses: readonly string[]) => unknown) {
  const rpc = scriptedRpc({ getMultipleAccounts: ([addresses]) => answer(addresses as string[]) });
  const client = createRpcClient({ rpcUrl: 'http://ledger.test', timeoutMs: 1_000, maxAnswerBytes: 100_000, fetch: rpc.fetch });
  return { rpc, read: createBatchReader({ rpc: client }) };
}

it('reads accounts of one moment in one call, in the order asked for', async () => {
  const owner = formatAddress(address(9));
  const { rpc, read } = readerOver(([, second]) => atSlot(5, [null, accountAnswer(owner, new TextEncoder().encode(second))]));
  const { slot, accounts } = await read([address(1), address(2)], 'finalized');
  expect(slot).toBe(5);
  expect(accounts).toEqual([null, { owner: address(9), lamports: 1n, data: new TextEncoder().encode(formatAddress(address(2))) }]);
  expect(rpc.calls).toEqual([
    {
      method: 'getMultipleAccounts',
      params: [[formatAddress(address(1)), formatAddress(address(2))], { encoding: 'base64', commitment: 'finalized' }],
    },
  ]);
});

it('takes at most a hundred addresses', async () => {
  const { read } = readerOver(() => atSlot(5, []));
  await expect(
    read(
      Array.from({ length: 101 }, () => address(1)),
      'confirmed',
    ),
  ).rejects.toThrow(RangeError);
});

it.each([
  ['fewer accounts than asked for', []],
  ['an account without lamports', [{ owner: formatAddress(address(9)), data: ['', 'base64'] }]],
  ['no list', {}],
])('an answer with %s is no answer', async (_what, value) => {
  await expect(readerOver(() => atSlot(5, value)).read([address(1)], 'confirmed')).rejects.toBeInstanceOf(LedgerUnavailableError);
});
