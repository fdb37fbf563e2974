import { CLOCK_TOLERANCE } from '@oracle-gateway/ledger';
import { connectRedis, createOutbox, type Outbox } from '@oracle-gateway/outbox';
import { sampleAddress, sampleRoundId } from '@oracle-gateway/outbox/testing';
import { NO_OWNER, type RoundId } from '@oracle-gateway/protocol';
import type { SettleOutcome } from '@oracle-gateway/x402';
import fc from 'fast-check';
import { afterAll, expect, inject, it } from 'vitest';
import { GatewayError } from '../src/errors/gateway-error.js';
import { createPaymentSearch } from '../src/payments/find-payment.js';
import { createPaymentSweep } from '../src/payments/payment-sweep.js';
import { createPayRound, type PaidAnswer } from '../src/payments/conclude-paid-round.js';
import { releaseReservation } from '../src/engine/testing.js';
import type { Events } from '../src/telemetry/events.js';
import { oneHistory } from '../src/ledger/with-history.js';
import { type FaultyProcess, faultyProcess, type StepFault } from './fakes/faulty-process.js';
import { BLOCKHASH_LIFE, type LedgerFaults, ModelLedger } from './fakes/model-ledger.js';
import { paidReservation, refuseUnpaid } from './fakes/paid-reservation.js';
import { silentEvents } from './fakes/silent-events.js';
import { paymentTransaction } from './fakes/payment-transaction.js';
import { engineEvents } from './fakes/engine-ports.js';

const SCHEDULES = Number(process.env['PAYMENT_SCHEDULES'] ?? 2_000);
const AT_ONCE = 100;
const SIGNATURE = '5'.repeat(88);
const FOREIGN = '4'.repeat(88);
const OUTLASTS_MS = 600_000;
const FAULTY_SWEEPS = 3;
/** Checks of what was given up become rare. */
const MAX_SWEEPS = 150;
/** Slots by which an answer that a gateway believes may be wrong. */
const BELIEVED_OFF = CLOCK_TOLERANCE;
/** Blocks that pass before the first sweep: most of a blockhash's life. */
const BEFORE_SWEEPS = 120;

/** Fate of a payment at a facilitator, and the facilitator's word: anything, if it is somewhere else. */
interface Settlement {
  readonly by: 'remote' | 'local';
  /** Blocks until the payment lands; null: it is never sent. */
  readonly landsIn: number | null;
  readonly succeeds: boolean;
  readonly says: SettleOutcome['kind'] | 'nothing';
  readonly names: 'its signature' | 'another' | 'none';
}

interface Schedule {
  readonly settlement: Settlement;
  readonly request: readonly StepFault[];
  readonly sweeper: readonly StepFault[];
  readonly isLeaseOver: boolean;
  readonly isReservationOver: boolean;
  /** Blocks that pass between one sweep and the next. */
  readonly sweepEvery: number;
  readonly ledger: LedgerFaults;
  /** Slots and blocks by which the ledger's tip is wrong as the admission reads it. */
  readonly admissionOff: number;
}

function stepFault(kinds: readonly StepFault['kind'][], lastStep: number): fc.Arbitrary<StepFault> {
  return fc.record({ at: fc.nat({ max: lastStep }), kind: fc.constantFrom(...kinds) });
}
const schedule: fc.Arbitrary<Schedule> = fc.record({
  settlement: fc.record({
    by: fc.constantFrom('remote', 'local'),
    landsIn: fc.oneof(fc.constant(null), fc.constant(0), fc.nat({ max: 10 }), fc.integer({ min: 100, max: 155 })),
    succeeds: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, fc.boolean()),
    says: fc.constantFrom('settled', 'not-broadcast', 'duplicate', 'uncertain', 'nothing'),
    names: fc.constantFrom('its signature', 'another', 'none'),
  }),
  request: fc.array(stepFault(['dies-before', 'dies-after', 'answer-lost', 'not-sent', 'caller-leaves', 'others-sweep'], 6), {
    maxLength: 3,
  }),
  sweeper: fc.array(stepFault(['dies-before', 'dies-after', 'answer-lost', 'not-sent'], 12), { maxLength: 3 }),
  isLeaseOver: fc.boolean(),
  isReservationOver: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
  sweepEvery: fc.constantFrom(70, 8),
  ledger: fc.record({
    unanswered: fc.oneof(fc.constant(0), fc.nat({ max: 6 })),
    confirmation: fc.nat({ max: 4 }),
    finality: fc.nat({ max: 32 }),
    indexLag: fc.oneof(fc.constant(0), fc.nat({ max: 60 })),
    forgetful: fc.oneof(fc.constant(0), fc.nat({ max: 12 }), fc.integer({ min: 8, max: 20 })),
    saysSo: fc.boolean(),
    lie: fc.oneof(
      fc.constant(null),
      fc.record({
        call: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 24 })),
        kind: fc.constantFrom('slot', 'absent', 'failed'),
        off: fc.oneof(fc.integer({ min: -BELIEVED_OFF, max: BELIEVED_OFF }), fc.constantFrom(-BELIEVED_OFF, BELIEVED_OFF)),
      }),
    ),
    losesFailedIn: fc.oneof(fc.constant(null), fc.nat({ max: 12 })),
  }),
  admissionOff: fc.oneof(fc.constant(0), fc.integer({ min: -BELIEVED_OFF, max: BELIEVED_OFF }), fc.constant(BELIEVED_OFF)),
});

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

let overturned = 0;
const events: Events = {
  ...silentEvents,
  paymentOverturned: () => void (overturned += 1),
  paymentContradicted: (told: unknown) => {
    throw new Error(`two processes concluded differently: ${JSON.stringify(told)}`);
  },
};

/** A facilitator in this process tells the truth; what is sent was noted before. */
function settle({ settlement }: Schedule, ledger: ModelLedger, wire: Uint8Array, { step }: FaultyProcess, shutdown: AbortController) {
  const { by, landsIn, succeeds, says, names } = settlement;
  const send = (inBlocks: number): void => ledger.send({ wire, succeeds }, SIGNATURE, inBlocks);
  const silence = (): Promise<never> => {
    shutdown.abort();
    return new Promise(() => undefined);
  };
  return (_input: unknown, noteSignature: (signature: string) => Promise<void>): Promise<SettleOutcome> =>
    step<SettleOutcome>(async () => {
      if (by === 'local') {
        if (says === 'not-broadcast') return { kind: 'not-broadcast', reason: 'refused', words: '' };
        try {
          await noteSignature(SIGNATURE);
        } catch {
          return { kind: 'not-broadcast', reason: 'not noted', words: '' };
        }
        if (says === 'settled' && succeeds) {
          send(0);
          return { kind: 'settled', signature: SIGNATURE };
        }
        if (landsIn !== null) send(landsIn);
        return says === 'nothing' ? silence() : { kind: 'uncertain', signature: SIGNATURE, reason: 'no answer', words: '' };
      }
      if (landsIn !== null) send(landsIn);
      const signature = { 'its signature': SIGNATURE, another: FOREIGN, none: null }[names];
      switch (says) {
        case 'settled':
          return { kind: 'settled', signature: signature ?? FOREIGN };
        case 'not-broadcast':
          return { kind: 'not-broadcast', reason: 'refused', words: '' };
        case 'duplicate':
          return { kind: 'duplicate', reason: 'duplicate_settlement', words: '' };
        case 'uncertain':
          return { kind: 'uncertain', signature, reason: 'no answer', words: '' };
        case 'nothing':
          return silence();
      }
    }).catch((): SettleOutcome => ({ kind: 'uncertain', signature: null, reason: 'the answer was lost', words: '' }));
}

type Answer = PaidAnswer | GatewayError | 'dead';

/** One paid round under these faults, until its outcome is known to all. */
async function run(schedule: Schedule): Promise<void> {
  const gateway = sampleAddress();
  const outbox = createOutbox({ redis, gateway, identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 });
  const roundId = sampleRoundId();
  const { wire, messageHash } = paymentTransaction(1);
  const ledger = new ModelLedger(schedule.ledger);
  const authorization = { name: 'authorization:a', lifeMs: OUTLASTS_MS, refusal: 'authorization_used' as const };
  const identifier = { name: 'identifier:a', lifeMs: OUTLASTS_MS, refusal: 'payment_identifier_used' as const };
  const holds = (['settled', 'answered'] as const).map((until) => ({ quotaKey: until, units: 1, available: 1n, slot: null, until }));
  const deadlineMs = schedule.isReservationOver ? 0 : OUTLASTS_MS;
  const terms = { path: 'x402' as const, exclusive: [identifier, authorization], holds, maxInFlight: 10 };
  const reserved = await outbox.reserve({ ...terms, roundId, deadlineMs });
  if (reserved.outcome !== 'reserved') throw new Error('expected a reservation');
  const { token, redisTimeMs } = reserved;
  ledger.startedAtMs = redisTimeMs;
  const { admissionOff } = schedule;
  const payment = {
    messageHash,
    earliestSlot: Math.max(0, ledger.slot + admissionOff),
    facilitator: schedule.settlement.by,
    expiry: expiryOf(ledger, admissionOff),
  };
  const reservation = paidReservation({ roundId, token, redisTimeMs, payment });

  // Money moves only for what is on record.
  const paidFor: Promise<string | undefined>[] = [];
  ledger.onPaid = () => void paidFor.push(outbox.read(roundId).then((record) => record?.state));

  const findPayment = createPaymentSearch({ withHistory: oneHistory(ledger.history), nowMs: Date.now });
  const wait = (): Promise<void> => {
    ledger.advance(1);
    return Promise.resolve();
  };
  const sweeps = (faults: readonly StepFault[]) => {
    const process = faultyProcess(outbox, faults, { leaseMs: 0 });
    const sweep = createPaymentSweep({ outbox: process.outbox, findPayment, events, processName: 'another', wait });
    const sweepBoth = async (): Promise<void> => {
      if (schedule.isReservationOver) await outbox.expireReservations({ limit: 10 });
      await sweep();
    };
    return () => Promise.race([sweepBoth(), process.death.then(() => undefined)]);
  };
  const leaseMs = schedule.isLeaseOver || leavesThePayment(schedule.request) ? 0 : OUTLASTS_MS;
  const process = faultyProcess(outbox, schedule.request, { leaseMs, leave: reservation.leave, sweep: sweeps([]) });
  const shutdown = new AbortController();
  const conclude = createPayRound(
    { facilitator: { settle: settle(schedule, ledger, wire, process, shutdown) }, policy: { refuseUnpaid } },
    { outbox: process.outbox, findPayment, events, wait, gateway, shutdown: shutdown.signal },
  );
  const serve = async (): Promise<Answer> => {
    try {
      return await conclude(reservation.input);
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      await releaseReservation({ ...terms, roundId, requester: NO_OWNER, feedOwner: NO_OWNER }, token, error, {
        records: process.outbox,
        events: engineEvents(),
      });
      return error;
    }
  };
  const answer = await Promise.race([serve(), process.death]);
  reservation.dispose();

  const faulty = sweeps(schedule.sweeper);
  const sound = sweeps([]);
  for (let pass = 0; pass < MAX_SWEEPS && !(await isOver(outbox, roundId, ledger)); pass += 1) {
    ledger.advance(pass === 0 ? BEFORE_SWEEPS : schedule.sweepEvery);
    await (pass < FAULTY_SWEEPS ? faulty : sound)();
  }
  ledger.advance(BLOCKHASH_LIFE + 2 * BELIEVED_OFF);
  await judge({ outbox, roundId, ledger, answer, settlement: schedule.settlement, states: await Promise.all(paidFor) });
  const reserveAgain = async (exclusive: typeof terms.exclusive): Promise<string> => {
    const again = await outbox.reserve({ ...terms, exclusive, holds: [], roundId: sampleRoundId(), deadlineMs: OUTLASTS_MS });
    return again.outcome;
  };
  expect(await reserveAgain([authorization]), 'an authorization whose payment was begun is never used again').toBe('used');
  const another = { ...authorization, name: 'authorization:b' };
  expect(await reserveAgain([identifier, another]), 'nor is its name, with another authorization').toBe('used');
}

/**
 * Whether another process has to conclude the payment, once the lease is over: this one dies, or three of its writes do not arrive, which can be
 * all its attempts.
 */
function leavesThePayment(faults: readonly StepFault[]): boolean {
  return faults.some(({ kind }) => kind.startsWith('dies')) || faults.filter(({ kind }) => kind === 'not-sent').length === 3;
}

/** The expiry of an admission: later by as much as the height that it reads may be too low. */
function expiryOf({ lastValidBlockHeight }: ModelLedger, off: number) {
  return { kind: 'height', lastValidBlockHeight: lastValidBlockHeight + BELIEVED_OFF + off } as const;
}

/** Nothing waits for a sweep any more: what was given up waits for it while the ledger has the payment. */
async function isOver(outbox: Outbox, roundId: RoundId, ledger: ModelLedger): Promise<boolean> {
  const record = await outbox.read(roundId);
  if (record?.state === 'unpaid') return ledger.payments === 0;
  return record?.state !== 'settling' && record?.state !== 'payment_unknown';
}

interface Outcome {
  readonly outbox: Outbox;
  readonly roundId: RoundId;
  readonly ledger: ModelLedger;
  readonly answer: Answer;
  readonly settlement: Settlement;
  readonly states: readonly (string | undefined)[];
}

async function judge({ outbox, roundId, ledger, answer, settlement, states }: Outcome): Promise<void> {
  const record = await outbox.read(roundId);
  if (record === null) throw new Error('the record is gone');
  const wasPaid = ledger.payments === 1;
  expect(ledger.payments, 'money moves at most once').toBeLessThanOrEqual(1);
  for (const state of states) expect(['settling', 'payment_unknown', 'paid'], 'money moves only with a result on record').toContain(state);
  expect(record.state === 'paid', 'the record says what the ledger says').toBe(wasPaid);
  expect(['settling', 'payment_unknown'], 'every payment is concluded').not.toContain(record.state);
  expect(record.result !== undefined, 'a result is read exactly when it is paid for').toBe(wasPaid);
  if (record.state !== 'reserved') {
    for (const quotaKey of ['settled', 'answered']) expect((await outbox.holdTotals(quotaKey, { holders: 0 })).committed).toBe(0n);
  }
  if (answer === 'dead') return;
  if (!(answer instanceof GatewayError)) {
    expect(wasPaid, 'a caller that gets the result has paid').toBe(true);
    expect(JSON.parse(record.result ?? '')).toEqual(answer.result);
    return;
  }
  const isRefusalOfAnother = settlement.by === 'remote' && settlement.says === 'not-broadcast';
  switch (answer.code) {
    case 'payment_not_made':
      expect(answer.details.headers).toMatchObject({ 'PAYMENT-REQUIRED': 'terms', 'PAYMENT-RESPONSE': expect.any(String) as string });
      // Only where a facilitator elsewhere refuses and pays later, and then the answer says where the result is.
      if (wasPaid) expect([isRefusalOfAnother, answer.message.includes(`GET /v1/rounds/${roundId} has the result`)]).toEqual([true, true]);
      return;
    case 'payment_unknown':
      return;
    case 'client_gone':
    case 'reservation_ended':
      expect(wasPaid, 'who was told that nothing is charged is not charged').toBe(false);
      return;
    default:
      expect.fail(`an answer of another kind: ${answer.code}`);
  }
}

it(`under ${SCHEDULES} schedules of faults money moves at most once, never without a result on record, and answers stay true`, async () => {
  let done = 0;
  const runAll = async (schedules: readonly Schedule[]): Promise<void> => {
    done += schedules.length;
    await Promise.all(
      schedules.map((one) =>
        run(one).catch((error: unknown) => {
          throw new Error(`${JSON.stringify(one)}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
        }),
      ),
    );
  };
  const batches = fc.array(schedule, { minLength: AT_ONCE, maxLength: AT_ONCE });
  await fc.assert(fc.asyncProperty(batches, runAll), { numRuns: Math.ceil(SCHEDULES / AT_ONCE), endOnFailure: true });
  expect(done).toBeGreaterThanOrEqual(SCHEDULES);
  expect(overturned, 'what never happens is not tested').toBeGreaterThan(0);
});
