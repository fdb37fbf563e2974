import { formatAddress, toAddress } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';

import { atSlot, RpcFailure, scriptedRpc } from '../tests/scripted-rpc.js';
import { LedgerUnavailableError, RpcRefusalError } from './errors.js';
import { createRpcClient } from './rpc/rpc-client.js';
import { createTransactionHistory, readBlockTime, MAX_NAMED_TRANSACTIONS } from './transaction-history.js';

const ACCOUNT = toAddress(new Uint8Array(32).fill(7));
const BLOCKHASH = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';

function historyOver(handlers: Parameters<typeof scriptedRpc>[0]) {
  const rpc = scriptedRpc(handlers);
  const client = createRpcClient({ rpcUrl: 'http://ledger.test', timeoutMs: 1_000, maxAnswerBytes: 1_000_000, fetch: rpc.fetch });
  return { calls: rpc.calls, history: createTransactionHistory({ rpc: client }) };
}
function landed(err: unknown) {
  return { slot: 9, blockTime: 1, meta: { err, fee: 5_000 }, transaction: ['AQID', 'base64'], version: 0 };
}

describe('a transaction in a block', () => {
  it('is asked for at confirmed, of any version, in the bytes it has there', async () => {
    const { calls, history } = historyOver({ getTransaction: () => landed(null) });
    expect(await history.transaction('sig')).toEqual({
      slot: 9,
      blockTimeSeconds: 1,
      succeeded: true,
      wire: Uint8Array.of(1, 2, 3),
    });
    expect(calls[0]?.params).toEqual(['sig', { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }]);
  });

  it('has moved nothing where it failed', async () => {
    const { history } = historyOver({ getTransaction: () => landed({ InstructionError: [2, { Custom: 1 }] }) });
    expect(await history.transaction('sig')).toMatchObject({ succeeded: false });
  });

  it('is null where the server does not know it', async () => {
    const { history } = historyOver({ getTransaction: () => null });
    expect(await history.transaction('sig')).toBeNull();
  });

  it('does not count as a success where the server does not say whether it failed', async () => {
    const { history } = historyOver({ getTransaction: () => ({ ...landed(null), meta: {} }) });
    await expect(history.transaction('sig')).rejects.toBeInstanceOf(LedgerUnavailableError);
  });

  it('is not told by a server without a history, which is no absence', async () => {
    const { history } = historyOver({
      getTransaction: () => new RpcFailure(-32_011, 'Transaction history is not available from this node'),
    });
    await expect(history.transaction('sig')).rejects.toBeInstanceOf(RpcRefusalError);
  });
});

describe('the transactions that name an account', () => {
  it('are listed page by page, of a bank that is not older than is wanted', async () => {
    const entry = { signature: 'sig', slot: 4, err: null, memo: '[2] ab', blockTime: 12, confirmationStatus: 'confirmed' };
    const { calls, history } = historyOver({ getSignaturesForAddress: () => [entry, { ...entry, memo: null, blockTime: null }] });
    expect(await history.naming(ACCOUNT, { limit: 2, before: 'last', minContextSlot: 77 })).toEqual([
      { signature: 'sig', slot: 4, memo: '[2] ab', blockTimeSeconds: 12 },
      { signature: 'sig', slot: 4, memo: null, blockTimeSeconds: null },
    ]);
    expect(calls[0]?.params).toEqual([formatAddress(ACCOUNT), { limit: 2, commitment: 'confirmed', before: 'last', minContextSlot: 77 }]);
  });

  it('are listed in smaller pages where their memos pass the limit of an answer, down to one', async () => {
    // A control character takes six bytes in JSON.
    const memo = `[960] ${'\u0001'.repeat(960)}`;
    const entries = Array.from({ length: 400 }, (_, index) => ({ signature: `sig${index}`, slot: 4, memo, blockTime: null }));
    const list = (params: readonly unknown[]) => entries.slice(0, (params[1] as { limit: number }).limit);
    const { calls, history } = historyOver({ getSignaturesForAddress: list });
    expect(await history.naming(ACCOUNT, { limit: 400, before: 'last' })).toHaveLength(100);
    expect(calls.map(({ params }) => params[1])).toEqual(
      [400, 200, 100].map((limit) => ({ limit, commitment: 'confirmed', before: 'last' })),
    );
    const one = historyOver({ getSignaturesForAddress: (params) => list(params).map((entry) => ({ ...entry, memo: memo.repeat(100) })) });
    expect(await one.history.naming(ACCOUNT, { limit: 5 })).toHaveLength(1);
    const none = historyOver({ getSignaturesForAddress: (params) => list(params).map((entry) => ({ ...entry, memo: memo.repeat(200) })) });
    await expect(none.history.naming(ACCOUNT, { limit: 5 })).rejects.toBeInstanceOf(LedgerUnavailableError);
    expect(none.calls).toHaveLength(4);
  });

  it('are not told by a server that lags behind', async () => {
    const { history } = historyOver({
      getSignaturesForAddress: () => new RpcFailure(-32_016, 'Minimum context slot has not been reached', { contextSlot: 3 }),
    });
    await expect(history.naming(ACCOUNT, { limit: 1, minContextSlot: 4 })).rejects.toBeInstanceOf(LedgerUnavailableError);
  });

  it('are asked for in numbers that an answer can hold', async () => {
    const { history } = historyOver({});
    await expect(history.naming(ACCOUNT, { limit: MAX_NAMED_TRANSACTIONS + 1 })).rejects.toThrow(RangeError);
    await expect(history.naming(ACCOUNT, { limit: 0 })).rejects.toThrow(RangeError);
  });
});

it('the server says where its history begins', async () => {
  const { calls, history } = historyOver({ getFirstAvailableBlock: () => 77 });
  expect(await history.firstSlot()).toBe(77);
  expect(calls.map(({ params }) => params)).toEqual([[]]);
});

it('the server says when a block was made, or that it does not know', async () => {
  const times = [1_700_000_000, null];
  const rpc = (method: string, params: readonly unknown[]) => {
    expect([method, params]).toEqual(['getBlockTime', [77]]);
    return Promise.resolve(times.shift());
  };
  expect([await readBlockTime({ rpc }, 77), await readBlockTime({ rpc }, 77)]).toEqual([1_700_000_000, null]);
});

it('slot and height are of one bank, at the commitment asked for', async () => {
  const { calls, history } = historyOver({
    getEpochInfo: () => ({ absoluteSlot: 30, blockHeight: 20, epoch: 0 }),
    getBlockHeight: () => 21,
  });
  expect(await history.tip('finalized')).toEqual({ slot: 30, blockHeight: 20 });
  expect(await history.blockHeight('confirmed')).toBe(21);
  expect(calls.map(({ params }) => params)).toEqual([[{ commitment: 'finalized' }], [{ commitment: 'confirmed' }]]);
});

it('whether a blockhash is good is asked at the commitment given', async () => {
  const { calls, history } = historyOver({ isBlockhashValid: () => atSlot(1, false) });
  expect(await history.isBlockhashValid(BLOCKHASH, 'finalized')).toBe(false);
  expect(calls[0]?.params).toEqual([BLOCKHASH, { commitment: 'finalized' }]);
});
