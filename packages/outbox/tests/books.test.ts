import { MAX_NODES, formOfList } from '@oracle-gateway/protocol';
import { afterAll, beforeEach, expect, inject, it } from 'vitest';
import { type Books, connectRedis, createBooks, createOutbox, type Outbox, outboxPrefix, type SettlementPayload } from '../src/index.js';
import { sampleAddress, samplePayload, samplePayment, sampleRoundId, sampleSigned } from '../src/testing/index.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

const SIGNATURE = '5'.repeat(88);
const SLOT = 420_000_010;

let prefix: string;
let outbox: Outbox;
let books: Books;
let others: Books;
beforeEach(() => {
  const gateway = sampleAddress();
  prefix = outboxPrefix(gateway);
  outbox = createOutbox({ redis, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60 });
  books = createBooks({ redis, gateway, pulledBy: 'one' });
  others = createBooks({ redis, gateway, pulledBy: 'other' });
});

async function settled(settlement: SettlementPayload) {
  const roundId = sampleRoundId();
  const reserved = await outbox.reserve({ path: 'subscription', roundId, holds: [], deadlineMs: 60_000, maxInFlight: 10_000 });
  if (reserved.outcome !== 'reserved') throw new Error(reserved.outcome);
  await outbox.commit({ roundId, token: reserved.token, settlement, result: '{}' });
  const claim = await outbox.claim({ roundId, workerId: 'worker', leaseMs: 60_000 });
  if (claim === null) throw new Error('not claimed');
  await outbox.settle(claim, { signature: SIGNATURE, slot: SLOT, seenAtSlot: SLOT, readings: [] });
  return roundId;
}

async function final(settlement: SettlementPayload) {
  const roundId = await settled(settlement);
  await outbox.finalize({ roundId, seenAtSlot: SLOT });
  return roundId;
}

/** Signers of a registry of as many nodes as one has. */
const SIGNERS = { registryVersion: 4_711n, signersBitmap: new Uint8Array(32).fill(0xab, 32 - MAX_NODES / 8) };

/** A row with a delegate, of the largest registry. */
function largest(): SettlementPayload {
  const charge = { kind: 'subscription', subscriptionOwner: sampleAddress(), feedOwner: sampleAddress() } as const;
  return samplePayload({ charge, form: formOfList(32), ...SIGNERS });
}

async function paying() {
  const roundId = sampleRoundId();
  const reserved = await outbox.reserve({ path: 'x402', roundId, holds: [], deadlineMs: 60_000, maxInFlight: 10_000 });
  if (reserved.outcome !== 'reserved') throw new Error(reserved.outcome);
  const ticket = { roundId, token: reserved.token };
  const payment = samplePayment({ amountAtomic: 10n ** 12n });
  const signed = sampleSigned({ form: formOfList(32), ...SIGNERS });
  await outbox.beginPayment({ ...ticket, payment, signed, result: '{}', leaseMs: 60_000 });
  return ticket;
}

const ROWS: readonly (readonly [name: string, conclude: () => Promise<unknown>])[] = [
  ['a subscription, with a delegate', () => final(largest())],
  [
    'an escrow',
    () =>
      final(
        samplePayload({
          charge: { kind: 'escrow', payer: sampleAddress(), amountAtomic: 10n ** 12n, requestSignature: new Uint8Array(64) },
          ...SIGNERS,
        }),
      ),
  ],
  ['a payment', async () => outbox.pay(await paying(), { signature: SIGNATURE, slot: SLOT, text: null })],
  [
    'a payment that was given up',
    async () => {
      const ticket = await paying();
      await outbox.refusePayment(ticket, { reason: 'expired' });
      await outbox.overturn({ roundId: ticket.roundId, signature: SIGNATURE, slot: SLOT });
    },
  ],
  [
    'a settlement that was rolled back',
    async () => outbox.rollBack({ roundId: await settled(largest()), seenAtSlot: SLOT, reason: 'block lost' }),
  ],
];

it.each(ROWS)('a row takes at most 300 bytes of the server: of %s', async (_of, conclude) => {
  const rows = 500;
  for (let batch = 0; batch < rows / 50; batch += 1) await Promise.all(Array.from({ length: 50 }, conclude));
  expect(await redis.xlen(`${prefix}:books`)).toBe(rows);
  const bytes = Number(await redis.memory('USAGE', `${prefix}:books`, 'SAMPLES', 0));
  expect(bytes / rows).toBeLessThanOrEqual(300);
});

it('a row of a list tells owner, delegate, units and signers', async () => {
  const settlement = largest();
  const round = await final(settlement);
  const pulled = await books.pull({ limit: 10, leaseMs: 60_000 });
  if (pulled.outcome === 'busy' || settlement.charge.kind !== 'subscription') throw new Error('no rows');
  expect(pulled.rows[0]?.row).toMatchObject({
    seq: 1n,
    kind: 'final',
    round,
    path: 'subscription',
    owner: settlement.charge.subscriptionOwner,
    delegate: settlement.charge.feedOwner,
    units: 32n,
    amount: 0n,
    unpaid: 0n,
    registryVersion: 4_711n,
    signersBitmap: settlement.signersBitmap,
    signature: SIGNATURE,
    slot: BigInt(SLOT),
  });
});

it('one process has the books until it gives them back or its lease is over, and another one is told who has them', async () => {
  await final(samplePayload());
  const pulled = await books.pull({ limit: 10, leaseMs: 60_000 });
  expect(await others.pull({ limit: 10, leaseMs: 60_000 })).toMatchObject({ outcome: 'busy', pulledBy: 'one' });
  const ids = pulled.outcome === 'rows' ? pulled.rows.map(({ id }) => id) : [];
  expect(await others.drop(ids, { isLast: true })).toBe(false);
  expect((await outbox.statistics()).books.waiting).toBe(1);
  expect(await books.drop(ids, { isLast: true })).toBe(true);
  expect(await others.pull({ limit: 10, leaseMs: 0 })).toMatchObject({ outcome: 'rows', rows: [] });
  expect(await books.pull({ limit: 10, leaseMs: 60_000 })).toMatchObject({ outcome: 'rows', rows: [] });
  expect(await others.drop([], { isLast: true })).toBe(false);
});

it('a round does not conclude while its row cannot be written, and concludes with one row afterwards', async () => {
  const roundId = await settled(samplePayload());
  const paid = { roundId: sampleRoundId(), token: '' };
  const reserved = await outbox.reserve({ path: 'x402', roundId: paid.roundId, holds: [], deadlineMs: 60_000, maxInFlight: 10 });
  const ticket = { ...paid, token: reserved.outcome === 'reserved' ? reserved.token : '' };
  await outbox.beginPayment({ ...ticket, payment: samplePayment(), signed: sampleSigned(), result: '{}', leaseMs: 60_000 });
  const both = [
    { finish: () => outbox.rollBack({ roundId, seenAtSlot: SLOT, reason: 'block lost' }), of: roundId, state: 'settled' },
    { finish: () => outbox.finalize({ roundId, seenAtSlot: SLOT }), of: roundId, state: 'settled' },
    { finish: () => outbox.pay(ticket, { signature: SIGNATURE, slot: 1, text: null }), of: ticket.roundId, state: 'settling' },
  ] as const;
  for (const damage of [() => redis.set(`${prefix}:books`, 'no stream'), () => redis.xadd(`${prefix}:books`, '9-0', 'row', 'x')]) {
    await redis.del(`${prefix}:books`);
    await damage();
    for (const { finish, of, state } of both) {
      await expect(finish()).rejects.toThrow(/WRONGTYPE|smaller/);
      const record = await outbox.read(of);
      expect([record?.state, record?.settlement?.final ?? false]).toEqual([state, false]);
    }
  }
  await redis.del(`${prefix}:books`);
  await outbox.finalize({ roundId, seenAtSlot: SLOT });
  await outbox.pay(ticket, { signature: SIGNATURE, slot: 1, text: null });
  const pulled = await books.pull({ limit: 10, leaseMs: 60_000 });
  expect(pulled.outcome === 'rows' && pulled.rows.map(({ row }) => [row?.seq, row?.kind])).toEqual([
    [1n, 'final'],
    [2n, 'paid'],
  ]);
});

it('rows without room become one row, which has their number and times and stands before the rows after them', async () => {
  const gateway = sampleAddress();
  outbox = createOutbox({ redis, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60, mostBookRows: 1 });
  books = createBooks({ redis, gateway, pulledBy: 'one' });
  const startMs = await serverMs();
  for (let round = 0; round < 4; round += 1) await final(samplePayload());
  const endMs = await serverMs();
  const pulled = await books.pull({ limit: 10, leaseMs: 60_000 });
  await final(samplePayload());
  const ids = pulled.outcome === 'rows' ? pulled.rows.map(({ id }) => id) : [];
  await books.drop(ids, { isLast: false });
  const rest = await books.pull({ limit: 10, leaseMs: 60_000 });
  const rows = [pulled, rest].flatMap((pull) => (pull.outcome === 'rows' ? pull.rows.map(({ row }) => row) : []));
  expect(rows).toMatchObject([
    { seq: 1n, kind: 'final' },
    { seq: 2n, kind: 'gap', count: 3n },
    { seq: 3n, kind: 'gap', count: 1n },
  ]);
  const [, gap] = rows;
  if (gap?.kind !== 'gap') throw new Error('no gap');
  expect([startMs <= gap.sinceMs, gap.sinceMs <= gap.atMs, gap.atMs <= endMs]).toEqual([true, true, true]);
  expect((await outbox.statistics()).books).toMatchObject({ waiting: 1, lost: 4 });
});

async function serverMs(): Promise<number> {
  const [seconds = 0, microseconds = 0] = await redis.time();
  return seconds * 1_000 + Math.floor(microseconds / 1_000);
}

it('a row that is damaged on the server is answered as its text', async () => {
  await final(samplePayload());
  const good = (await redis.xrangeBuffer(`${prefix}:books`, '-', '+'))[0]?.[1][1]?.toString('latin1') ?? '';
  const damaged = ['', 'g', 'g 1 2', good.slice(0, -1), `${good}x`, good.replace('f', 'F'), good.replace('subscription', '')];
  for (const [place, text] of damaged.entries()) await redis.xadd(`${prefix}:books`, `0-${place + 2}`, 'row', Buffer.from(text, 'latin1'));
  const pulled = await books.pull({ limit: 10, leaseMs: 60_000 });
  const rows = pulled.outcome === 'rows' ? pulled.rows.slice(1) : [];
  expect(rows.map(({ row, text }) => [row, text])).toEqual(damaged.map((text) => [null, text]));
});
