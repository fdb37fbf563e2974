import {
  LedgerBusyError,
  LedgerUnavailableError,
  type LedgerCluster,
  type OwnedAccount,
  type ProgramAccountsInput,
} from '@oracle-gateway/ledger';
import { sampleAddress } from '@oracle-gateway/outbox/testing';
import { roundIdOf, type Address } from '@oracle-gateway/protocol';
import { expect, it } from 'vitest';
import { scanReceipts, type FoundReceipt } from './scan-receipts.js';

const programId = sampleAddress();
const gateway = sampleAddress();

function account(kind: string, firstByte: number, of: { owner?: Address; gateway?: Address; bytes?: number } = {}): OwnedAccount {
  const data = new Uint8Array(of.bytes ?? 80);
  data.set(new TextEncoder().encode(kind), 0);
  data[8] = firstByte;
  data.set(of.gateway ?? gateway, 40);
  new DataView(data.buffer).setBigUint64(72, 1_800_000_000n, true);
  return { address: sampleAddress(), owner: of.owner ?? programId, lamports: 5n, data };
}

/** A server that has `accounts` and refuses each answer of more than `most`. */
function clusterOf(accounts: readonly OwnedAccount[], most: number) {
  const asked: ProgramAccountsInput[] = [];
  const programAccounts: LedgerCluster['programAccounts'] = (input) => {
    asked.push(input);
    const { startsWith } = input;
    const found = accounts.filter(({ data }) => Buffer.compare(data.subarray(0, startsWith.length), startsWith) === 0);
    return found.length > most
      ? Promise.reject(new LedgerUnavailableError('getProgramAccounts', 'answer of more than 9 bytes'))
      : Promise.resolve(found);
  };
  return { asked, cluster: { programAccounts } };
}

async function scan(cluster: Pick<LedgerCluster, 'programAccounts'>): Promise<readonly FoundReceipt[]> {
  const found: FoundReceipt[] = [];
  for await (const page of scanReceipts({ cluster, programId, gateway })) found.push(...page);
  return found;
}

it('both kinds of receipts are asked for once each, by gateway and length', async () => {
  const [receipt, agentRound] = [account('SVC_RCT1', 1), account('SVC_AGR1', 2)];
  const { asked, cluster } = clusterOf([receipt, agentRound], 9);
  expect(await scan(cluster)).toEqual(
    [receipt, agentRound].map(({ address }) => ({ roundId: roundIdOf(address), timestampSeconds: 1_800_000_000, lamports: 5n })),
  );
  expect(asked).toEqual(
    ['SVC_RCT1', 'SVC_AGR1'].map((kind) => ({
      programId,
      startsWith: new TextEncoder().encode(kind),
      holds: { offset: 40, bytes: gateway },
      dataBytes: 80,
    })),
  );
});

it('receipts that are too many for one answer are asked for in 256 parts, none left out or told twice', async () => {
  const receipts = [0, 1, 1, 127, 128, 255, 255].map((first) => account('SVC_RCT1', first));
  const { asked, cluster } = clusterOf(receipts, 2);
  const ids = receipts.map(({ address }) => roundIdOf(address));
  expect((await scan(cluster)).map(({ roundId }) => roundId).sort()).toEqual(ids.sort());
  expect(asked).toHaveLength(1 + 256 + 1);
});

it('a part that the server does not tell ends the scan with what the server said', async () => {
  const { asked, cluster } = clusterOf(
    [1, 1, 1].map((first) => account('SVC_RCT1', first)),
    2,
  );
  await expect(scan(cluster)).rejects.toThrow('answer of more than 9 bytes');
  expect(asked).toHaveLength(1 + 2);
});

it('a server that wants fewer calls is not asked for parts', async () => {
  let calls = 0;
  const programAccounts = () => {
    calls += 1;
    return Promise.reject(new LedgerBusyError('getProgramAccounts', 'too many calls', null));
  };
  await expect(scan({ programAccounts })).rejects.toThrow(LedgerBusyError);
  expect(calls).toBe(1);
});

it.each<[string, OwnedAccount]>([
  ['of another gateway', account('SVC_RCT1', 1, { gateway: sampleAddress() })],
  ['of another program', account('SVC_RCT1', 1, { owner: sampleAddress() })],
  ['of another length', account('SVC_RCT1', 1, { bytes: 81 })],
])('an account %s is passed over, whatever the server was asked for', async (_name, stranger) => {
  expect(await scan(clusterOf([stranger], 9).cluster)).toEqual([]);
});
