import { connectRedis, createOutbox, type Outbox, type OutboxStatistics } from '@oracle-gateway/outbox';
import { sampleAddress, samplePayment, sampleSigned, sampleRoundId } from '@oracle-gateway/outbox/testing';
import type { RoundId } from '@oracle-gateway/protocol';
import { afterAll, beforeEach, expect, inject, it } from 'vitest';
import { silentEvents } from '../../tests/fakes/silent-events.js';
import type { CheckBudget } from './check-budget.js';
import type { PaymentFinding, SoughtPayment } from './payment-finding.js';
import { createPaymentSweep } from './payment-sweep.js';

const SIGNATURE = '5'.repeat(88);
const PAID: PaymentFinding = { kind: 'paid', signature: SIGNATURE, slot: 7 };
const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

let outbox: Outbox;
let told: unknown[];
let calls: number[];
let statistics: (Pick<OutboxStatistics, 'paying' | 'oldestPaymentMs'> | null)[];
beforeEach(() => {
  outbox = createOutbox({ redis, gateway: sampleAddress(), identityTtlSeconds: 60, resultTtlSeconds: 60 });
  told = [];
  calls = [];
  statistics = [];
});

/** A round whose payment was begun by a process that died. */
async function orphan({ leaseMs = 0, signature }: { leaseMs?: number; signature?: string } = {}): Promise<RoundId> {
  const roundId = sampleRoundId();
  const reserved = await outbox.reserve({ path: 'x402', roundId, holds: [], deadlineMs: 60_000, maxInFlight: 1_000 });
  if (reserved.outcome !== 'reserved') throw new Error('expected a reservation');
  const ticket = { roundId, token: reserved.token };
  await outbox.beginPayment({ ...ticket, payment: samplePayment(), signed: sampleSigned(), result: '{}', leaseMs });
  if (signature !== undefined) await outbox.noteSignature(ticket, signature);
  return roundId;
}
function sweepOver(find: (sought: SoughtPayment, budget: CheckBudget) => PaymentFinding | Error, change: Partial<Outbox> = {}) {
  const sought: SoughtPayment[] = [];
  const sweep = createPaymentSweep({
    outbox: { ...outbox, ...change },
    findPayment(payment, budget) {
      sought.push(payment);
      const finding = find(payment, budget);
      return finding instanceof Error ? Promise.reject(finding) : Promise.resolve(finding);
    },
    events: {
      ...silentEvents,
      paymentConcluded: ({ roundId, outcome }) => void told.push([roundId, outcome]),
      paymentOverturned: ({ roundId }) => void told.push([roundId, 'overturned']),
      paymentCalls: (taken) => void calls.push(taken),
      paymentsOpen: (open) => void statistics.push(open),
      sweepFailed: (cause) => void told.push(cause),
      outboxTrouble: ({ action }) => void told.push(action),
      paymentContradicted: () => expect.fail('nothing is concluded twice'),
    },
    processName: 'sweeper',
    wait: () => Promise.resolve(),
  });
  return { sought, sweep };
}
async function stateOf(roundId: RoundId): Promise<string | undefined> {
  return (await outbox.read(roundId))?.state;
}

it('a payment that the ledger has is paid, with its signature and slot', async () => {
  const roundId = await orphan({ signature: SIGNATURE });
  const { sought, sweep } = sweepOver(() => PAID);
  await sweep();
  expect(sought).toMatchObject([{ roundId, signature: SIGNATURE }]);
  expect(await outbox.read(roundId)).toMatchObject({ state: 'paid', receipt: { signature: SIGNATURE, slot: 7, text: null }, result: '{}' });
  expect(told).toEqual([[roundId, 'paid']]);
  await sweep();
  expect(sought).toHaveLength(1);
});

it('a payment that failed on the ledger is unpaid', async () => {
  const roundId = await orphan();
  await sweepOver(() => ({ kind: 'failed', signature: SIGNATURE })).sweep();
  expect([await stateOf(roundId), told]).toEqual(['unpaid', [[roundId, 'unpaid']]]);
});

it('a payment is given up when two sweeps have found it absent, not one', async () => {
  const roundId = await orphan();
  const { sweep } = sweepOver(() => ({ kind: 'absent' }));
  await sweep();
  expect(await stateOf(roundId)).toBe('payment_unknown');
  await sweep();
  expect([await stateOf(roundId), told]).toEqual(['unpaid', [[roundId, 'unpaid']]]);
});

it('a round that was given up becomes paid when the ledger shows its payment after all', async () => {
  const roundId = await orphan();
  let finding: PaymentFinding = { kind: 'absent' };
  const { sweep } = sweepOver(() => finding);
  await sweep();
  await sweep();
  expect(await stateOf(roundId)).toBe('unpaid');
  finding = PAID;
  // Checks of what was given up are rare, and end with the record.
  for (let sweeps = 0; sweeps < 4; sweeps += 1) await sweep();
  expect(await outbox.read(roundId)).toMatchObject({ state: 'paid', receipt: { signature: SIGNATURE, slot: 7 }, result: '{}' });
  expect(told).toEqual([
    [roundId, 'unpaid'],
    [roundId, 'overturned'],
    [roundId, 'paid'],
  ]);
});

it('a payment that failed is searched for no more; one that had landed before its round was admitted, still', async () => {
  const roundIds = [await orphan(), await orphan()];
  const kinds = new Map<unknown, 'failed' | 'earlier'>([
    [roundIds[0], 'failed'],
    [roundIds[1], 'earlier'],
  ]);
  const checks = new Map<'failed' | 'earlier', number>();
  const { sweep } = sweepOver((payment) => {
    const kind = kinds.get('roundId' in payment ? payment.roundId : null) ?? 'failed';
    checks.set(kind, (checks.get(kind) ?? 0) + 1);
    return { kind, signature: SIGNATURE };
  });
  for (let sweeps = 0; sweeps < 8; sweeps += 1) await sweep();
  expect(checks.get('failed')).toBe(1);
  expect(checks.get('earlier')).toBeGreaterThan(1);
  expect(await Promise.all(roundIds.map(async (roundId) => (await outbox.read(roundId))?.reason))).toEqual([
    'the transaction failed on the ledger',
    'the transaction had landed before the round was admitted',
  ]);
});

it('one sweep takes so many calls of the ledger in all, and every payment gets its turn', async () => {
  const roundIds = await Promise.all(Array.from({ length: 12 }, () => orphan()));
  const seen = new Set<unknown>();
  const { sweep } = sweepOver((payment, budget) => {
    if ('roundId' in payment) seen.add(payment.roundId);
    while (budget.take());
    return { kind: 'unknown', reason: 'the search goes on', goesOn: true };
  });
  for (let sweeps = 0; sweeps < 6; sweeps += 1) await sweep();
  expect(seen).toEqual(new Set(roundIds));
  // Payments that were given up have calls of their own.
  expect(calls).toEqual(Array.from({ length: 6 }, () => [80, 0]).flat());
});

it('a payment that stays in doubt is searched for ever less often, one that is searched in each sweep', async () => {
  await orphan();
  let goesOn = false;
  const { sought, sweep } = sweepOver(() => ({ kind: 'unknown', reason: 'the ledger is silent', ...(goesOn ? { goesOn } : {}) }));
  const checksIn = async (sweeps: number): Promise<number> => {
    const before = sought.length;
    for (let each = 0; each < sweeps; each += 1) await sweep();
    return sought.length - before;
  };
  expect(await checksIn(12)).toBe(12);
  expect(await checksIn(130)).toBeLessThan(10);
  goesOn = true;
  await checksIn(64);
  expect(await checksIn(5)).toBe(5);
});

it('a payment without a known outcome stays in doubt, for a reason, and is searched for again', async () => {
  const roundId = await orphan();
  const { sought, sweep } = sweepOver(() => ({ kind: 'unknown', reason: 'the ledger is silent' }));
  await sweep();
  await sweep();
  expect(sought).toHaveLength(2);
  expect(await outbox.read(roundId)).toMatchObject({ state: 'payment_unknown', reason: 'the ledger is silent' });
  expect(statistics).toMatchObject([{ paying: 1 }, { paying: 1, oldestPaymentMs: expect.any(Number) as number }]);
});

it('a payment in the hands of its request is left to it', async () => {
  await orphan({ leaseMs: 60_000 });
  const { sought, sweep } = sweepOver(() => PAID);
  await sweep();
  expect(sought).toEqual([]);
});

it('a fault at one payment keeps none of the others from being concluded', async () => {
  const roundIds = [await orphan(), await orphan(), await orphan()];
  const fault = new Error('a fault of ours');
  const { sweep } = sweepOver((sought) => ('roundId' in sought && sought.roundId === roundIds[1] ? fault : PAID));
  await sweep();
  expect(await Promise.all(roundIds.map(stateOf))).toEqual(['paid', 'settling', 'paid']);
  expect(told).toContain(fault);
});

it('more payments than one sweep takes get their turn, those in doubt too', async () => {
  const roundIds = await Promise.all(Array.from({ length: 130 }, () => orphan()));
  const seen = new Set<unknown>();
  const { sweep } = sweepOver((sought) => {
    if ('roundId' in sought) seen.add(sought.roundId);
    return { kind: 'unknown', reason: 'the ledger is silent' };
  });
  await sweep();
  await sweep();
  expect(seen.size).toBe(roundIds.length);
});

it('an outbox that does not answer leaves no statistic that looks like a true one', async () => {
  const down = new Error('Command timed out');
  const { sweep } = sweepOver(() => PAID, { payments: () => Promise.reject(down), statistics: () => Promise.reject(down) });
  await expect(sweep()).rejects.toBe(down);
  expect(statistics).toEqual([null]);
});
