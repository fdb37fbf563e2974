import { connectRedis, outboxPrefix } from '@oracle-gateway/outbox';
import { sampleAddress, sampleRoundId } from '@oracle-gateway/outbox/testing';
import type { Address } from '@oracle-gateway/protocol';
import { afterAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { BYTES_PER_RECEIPT, createReceiptIndex, MOST_RESTORED, type OpenReceipt, type ReceiptIndex } from './receipt-index.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

let gateway: Address;
let index: ReceiptIndex;
beforeEach(() => {
  gateway = sampleAddress();
  index = createReceiptIndex({ redis, gateway, mostReceipts: 2 });
});

function receiptOf(timestampSeconds: number): OpenReceipt {
  return { roundId: sampleRoundId(), timestampSeconds };
}
function everything(of = index) {
  return of.due({ beforeSeconds: Number.MAX_SAFE_INTEGER, limit: 100 });
}

it('a full index keeps what it holds and counts what finds no room', async () => {
  const [first, second, third] = [receiptOf(7), receiptOf(5), receiptOf(6)];
  await index.add([first, second, third]);
  expect(await everything()).toEqual([second, first]);
  expect(await index.statistics()).toEqual({ open: 2, forgotten: 1 });
});

it('a receipt that is there is not counted as forgotten, and keeps the time it was postponed to', async () => {
  const [first, second] = [receiptOf(5), receiptOf(6)];
  await index.add([first, second]);
  await index.postpone([first.roundId], 90);
  await index.add([first]);
  expect(await everything()).toEqual([second, { ...first, timestampSeconds: 90 }]);
  expect(await index.statistics()).toEqual({ open: 2, forgotten: 0 });
});

it('no receipts are added without a call', async () => {
  const sent = vi.spyOn(redis, 'eval');
  await index.add([]);
  expect(sent).not.toHaveBeenCalled();
  sent.mockRestore();
});

it('a receipt that is removed makes room for one', async () => {
  const [first, second, third] = [receiptOf(5), receiptOf(6), receiptOf(7)];
  await index.add([first, second]);
  await index.remove([first.roundId]);
  await index.add([third]);
  expect(await everything()).toEqual([second, third]);
  expect(await index.statistics()).toEqual({ open: 2, forgotten: 0 });
});

it('workers that add at once put no more into the index than it may hold, and every other one is counted', async () => {
  const others = createReceiptIndex({ redis, gateway, mostReceipts: 20 });
  await Promise.all(Array.from({ length: 60 }, (_, at) => others.add([receiptOf(at)])));
  expect(await others.statistics()).toEqual({ open: 20, forgotten: 40 });
});

it('what was found on the ledger is put in as far as there is room, and is not counted again', async () => {
  const [held, added, outside] = [receiptOf(5), receiptOf(6), receiptOf(7)];
  await index.add([held]);
  expect(await index.restore([held, added, outside])).toEqual({ added: 1, held: 1, outside: 1 });
  expect(await index.restore([])).toEqual({ added: 0, held: 0, outside: 0 });
  expect(await everything()).toEqual([held, added]);
  expect(await index.statistics()).toEqual({ open: 2, forgotten: 0 });
  const tooMany = Array.from({ length: MOST_RESTORED + 1 }, () => held);
  await expect(index.restore(tooMany)).rejects.toThrow(RangeError);
  await expect(index.add(tooMany)).rejects.toThrow(RangeError);
});

it('a recount replaces what was forgotten before it, and leaves what was forgotten since', async () => {
  await index.add([receiptOf(1), receiptOf(2), receiptOf(3), receiptOf(4), receiptOf(5)]);
  const recount = await index.beginRecount();
  await index.add([receiptOf(6)]);
  await index.endRecount(recount, 2);
  expect(await index.statistics()).toEqual({ open: 2, forgotten: 1 + 2 });
});

it('of two recounts at once the first to end counts: what was forgotten is taken away once', async () => {
  await index.add([receiptOf(1), receiptOf(2), receiptOf(3), receiptOf(4)]);
  const [one, other] = [await index.beginRecount(), await index.beginRecount()];
  await index.endRecount(one, 0);
  await index.add([receiptOf(5)]);
  await index.endRecount(other, 0);
  expect(await index.statistics()).toEqual({ open: 2, forgotten: 1 });
});

it('an entry takes no more of Redis than the bound assumes', async () => {
  const large = createReceiptIndex({ redis, gateway, mostReceipts: 20_000 });
  for (let page = 0; page < 20; page += 1)
    await large.restore(Array.from({ length: MOST_RESTORED }, (_, at) => receiptOf(1_800_000_000 + page * MOST_RESTORED + at)));
  expect((await large.statistics()).open).toBe(20_000);
  const bytes = await redis.memory('USAGE', `${outboxPrefix(gateway)}:receipts`, 'SAMPLES', 0);
  expect(Number(bytes) / 20_000).toBeLessThanOrEqual(BYTES_PER_RECEIPT);
});
