import { LedgerUnavailableError, type OwnedAccount, type ProgramAccountsInput } from '@oracle-gateway/ledger';
import { connectRedis } from '@oracle-gateway/outbox';
import { sampleAddress, sampleRoundId } from '@oracle-gateway/outbox/testing';
import type { Address } from '@oracle-gateway/protocol';
import { afterAll, beforeEach, expect, inject, it } from 'vitest';
import { createReceiptIndex, type ReceiptIndex } from '../reclaim/receipt-index.js';
import { reclaimRent } from './reclaim-rent.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

const programId = sampleAddress();
let gateway: Address;
let receipts: ReceiptIndex;
beforeEach(() => {
  gateway = sampleAddress();
  receipts = createReceiptIndex({ redis, gateway, mostReceipts: 2 });
});

function receiptAccounts(count: number): readonly OwnedAccount[] {
  return Array.from({ length: count }, () => {
    const data = new Uint8Array(80);
    data.set(new TextEncoder().encode('SVC_RCT1'), 0);
    data.set(gateway, 40);
    return { address: sampleAddress(), owner: programId, lamports: 7n, data };
  });
}
function isAgents({ startsWith }: ProgramAccountsInput): boolean {
  return new TextDecoder().decode(startsWith).startsWith('SVC_AGR1');
}
function reclaim(programAccounts: (input: ProgramAccountsInput) => Promise<readonly OwnedAccount[]>): Promise<string> {
  return reclaimRent({ scan: { cluster: { programAccounts }, programId, gateway }, receipts });
}

it('what finds no room in the index is told and counts as forgotten until a later run finds room for it', async () => {
  const found = receiptAccounts(5);
  for (let count = 0; count < 5; count += 1) await receipts.add([{ roundId: sampleRoundId(), timestampSeconds: 1 }]);
  const programAccounts = (input: ProgramAccountsInput) => Promise.resolve(isAgents(input) ? [] : found);
  expect(await reclaim(programAccounts)).toBe(
    '5 receipts are open and hold 35 lamports\n' +
      '0 were in the index, 0 were added to it, 5 found no room\n' +
      'the index is full: run the command again when workers have closed receipts\n',
  );
  expect(await receipts.statistics()).toEqual({ open: 2, forgotten: 5 });

  const closed = await receipts.due({ beforeSeconds: 2, limit: 9 });
  await receipts.remove(closed.map(({ roundId }) => roundId));
  expect(await reclaim(programAccounts)).toContain('0 were in the index, 2 were added to it, 3 found no room\n');
  expect(await receipts.statistics()).toEqual({ open: 2, forgotten: 3 });
});

it('a scan that ends early keeps what it has found, and takes nothing from what is forgotten', async () => {
  for (let count = 0; count < 3; count += 1) await receipts.add([{ roundId: sampleRoundId(), timestampSeconds: 1 }]);
  const closed = await receipts.due({ beforeSeconds: 2, limit: 9 });
  await receipts.remove(closed.map(({ roundId }) => roundId));
  const found = receiptAccounts(2);
  const programAccounts = (input: ProgramAccountsInput) =>
    isAgents(input) ? Promise.reject(new LedgerUnavailableError('getProgramAccounts', 'no answer')) : Promise.resolve(found);
  await expect(reclaim(programAccounts)).rejects.toThrow(
    /^ledger getProgramAccounts: no answer\. .* 2 receipts were found, and 2 of them were added to the index$/,
  );
  expect(await receipts.statistics()).toEqual({ open: 2, forgotten: 1 });
});

it('more receipts than one script takes are put in by several', async () => {
  receipts = createReceiptIndex({ redis, gateway, mostReceipts: 2_400 });
  const found = receiptAccounts(2_500);
  const report = await reclaim((input) => Promise.resolve(isAgents(input) ? [] : found));
  expect(report).toContain('0 were in the index, 2400 were added to it, 100 found no room\n');
  expect(await receipts.statistics()).toEqual({ open: 2_400, forgotten: 100 });
});
