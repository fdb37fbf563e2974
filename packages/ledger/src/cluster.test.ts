import { formatAddress, toAddress } from '@oracle-gateway/protocol';
import { base58 } from '@scure/base';
import { describe, expect, it } from 'vitest';

import { accountAnswer, atSlot, scriptedRpc } from '../tests/scripted-rpc.js';
import { createLedgerCluster, type LedgerCluster } from './cluster.js';
import { LedgerUnavailableError } from './errors.js';
import { createRpcClient } from './rpc/rpc-client.js';

function address(fill: number) {
  return toAddress(new Uint8Array(32).fill(fill));
}
function clusterOver(handlers: Parameters<typeof scriptedRpc>[0]) {
  const rpc = scriptedRpc(handlers);
  const client = createRpcClient({ rpcUrl: 'http://ledger.test', timeoutMs: 1_000, maxAnswerBytes: 100_000, fetch: rpc.fetch });
  return { calls: rpc.calls, cluster: createLedgerCluster({ rpc: client }) };
}
const wire = Uint8Array.of(1, ...new Uint8Array(64), 7, 8, 9);

describe('what a cluster says of itself', () => {
  it("a network's id is what CAIP-2 takes of the genesis hash", async () => {
    const { cluster } = clusterOver({ getGenesisHash: () => 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' });
    expect(await cluster.network()).toBe('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1');
  });

  it('the fee is asked for the message, without its signature', async () => {
    const { calls, cluster } = clusterOver({ getFeeForMessage: () => atSlot(1, 5_000) });
    expect(await cluster.fee({ wire })).toBe(5_000n);
    expect(calls[0]?.params[0]).toBe(Buffer.from([7, 8, 9]).toString('base64'));
  });

  it('a fee that the server does not know is no fee of nothing', async () => {
    const { cluster } = clusterOver({ getFeeForMessage: () => atSlot(1, null) });
    await expect(cluster.fee({ wire })).rejects.toBeInstanceOf(LedgerUnavailableError);
  });

  it("a program's accounts come in the order of their addresses, chosen by their first bytes", async () => {
    const owner = formatAddress(address(9));
    const entry = (fill: number) => ({ pubkey: formatAddress(address(fill)), account: accountAnswer(owner, Uint8Array.of(fill)) });
    const { calls, cluster } = clusterOver({ getProgramAccounts: () => [entry(2), entry(1)] });
    const startsWith = Uint8Array.of(1, 2, 3);
    const found = await cluster.programAccounts({ programId: address(9), startsWith, withoutData: true });
    expect(found.map((account) => account.address)).toEqual([address(1), address(2)]);
    expect(found[0]).toEqual({ address: address(1), owner: address(9), lamports: 1n, data: Uint8Array.of(1) });
    expect(calls[0]?.params[1]).toMatchObject({
      filters: [{ memcmp: { offset: 0, bytes: base58.encode(startsWith) } }],
      dataSlice: { offset: 0, length: 0 },
    });
  });

  it("a program's accounts are chosen by their length and by bytes at a further place, too", async () => {
    const { calls, cluster } = clusterOver({ getProgramAccounts: () => [] });
    const [startsWith, bytes] = [Uint8Array.of(1, 2, 3), address(7)];
    await cluster.programAccounts({ programId: address(9), startsWith, holds: { offset: 40, bytes }, dataBytes: 80 });
    expect(calls[0]?.params[1]).toMatchObject({
      filters: [
        { dataSize: 80 },
        { memcmp: { offset: 0, bytes: base58.encode(startsWith) } },
        { memcmp: { offset: 40, bytes: base58.encode(bytes) } },
      ],
    });
  });

  it.each<[string, unknown, (cluster: LedgerCluster) => Promise<unknown>]>([
    ['getGenesisHash', 5, (cluster) => cluster.network()],
    ['getMinimumBalanceForRentExemption', 'much', (cluster) => cluster.minimumRent(10)],
    ['getFeeForMessage', atSlot(1, -1), (cluster) => cluster.fee({ wire })],
    [
      'getProgramAccounts',
      [{ pubkey: 'x', account: null }],
      (cluster) => cluster.programAccounts({ programId: address(1), startsWith: wire }),
    ],
  ])('a malformed answer of %s is no answer', async (method, answer, ask) => {
    const { cluster } = clusterOver({ [method]: () => answer });
    await expect(ask(cluster)).rejects.toBeInstanceOf(LedgerUnavailableError);
  });
});
