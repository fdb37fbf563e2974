import { connectRedis, createOutbox, outboxPrefix } from '@oracle-gateway/outbox';
import { sampleAddress, samplePayload } from '@oracle-gateway/outbox/testing';
import { parseAddress, roundIdOf, type RoundId } from '@oracle-gateway/protocol';
import fc from 'fast-check';
import { afterAll, expect, inject, it } from 'vitest';
import { createEscrowFunds, type EscrowFunds } from '../src/paths/agent/escrow-funds.js';
import { coversRound } from '../src/paths/agent/payment-required.js';
import { escrowHold } from '../src/paths/agent/policy.js';
import { stagePath } from './fakes/staged-path.js';
import { CACHED_FOR_MS, type EscrowLie, ModelEscrow } from './fakes/model-escrow.js';

const SCHEDULES = Number(process.env['READING_SCHEDULES'] ?? 100);
const AT_ONCE = 25;
const PRICE = 2_500n;
/** A reading gives way after so long. */
const READING_LIFE_MS = 60_000;
/** Every check of the ledger is so long after the last. */
const CHECK_MS = 500;
const MOST_ROUNDS = 40;

type Step = 'ask' | 'settle' | 'deposit' | 'wait';

interface Schedule {
  readonly prices: number;
  readonly steps: readonly Step[];
  readonly lie: EscrowLie | null;
}
const schedule: fc.Arbitrary<Schedule> = fc.record({
  prices: fc.integer({ min: 1, max: 4 }),
  steps: fc.array(fc.constantFrom<Step>('ask', 'ask', 'ask', 'settle', 'settle', 'deposit', 'wait'), { minLength: 8, maxLength: 25 }),
  lie: fc.oneof(
    { weight: 1, arbitrary: fc.constant(null) },
    {
      weight: 9,
      arbitrary: fc.record({
        reading: fc.integer({ min: 1, max: 12 }),
        kind: fc.constantFrom('slot', 'balance', 'absent'),
        off: fc.oneof(fc.constantFrom(1, -1), fc.double({ min: -1, max: 1, noNaN: true })),
      }),
    },
  ),
});

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

/** A gateway and a worker over one escrow, on the real outbox. */
class World {
  readonly ledger: ModelEscrow;
  /** Rounds that were served and cannot be settled, by the time at which they were served. */
  readonly unpayable: number[] = [];
  readonly #gateway = sampleAddress();
  readonly #payer = sampleAddress();
  readonly #mint = sampleAddress();
  readonly #outbox = createOutbox({
    redis,
    gateway: this.#gateway,
    identityTtlSeconds: 600,
    resultTtlSeconds: 600,
    reservationMarginMs: 0,
  });
  readonly #funds;
  readonly #pending: { readonly roundId: RoundId; readonly servedAtMs: number }[] = [];

  constructor({ prices, lie }: Pick<Schedule, 'prices' | 'lie'>) {
    this.ledger = new ModelEscrow(BigInt(prices) * PRICE, this.#payer, this.#mint, lie);
    const ports = stagePath({
      deployment: { gateway: this.#gateway, mint: this.#mint },
      ledger: this.ledger.reader,
      records: this.#outbox,
      clock: { monotonicMs: () => this.ledger.nowMs },
    });
    this.#funds = createEscrowFunds(ports);
  }

  /** Asks for a round, as a payer does. */
  async ask(): Promise<boolean> {
    const checked = await this.#funds.remembered(this.#payer);
    await this.pass(CHECK_MS);
    const funds = coversRound(checked, PRICE) ? checked : await this.#afresh();
    const roundId = roundIdOf(sampleAddress());
    const isServed =
      coversRound(funds, PRICE) && ((await this.#serve(roundId, funds)) || (await this.#serve(roundId, await this.#afresh())));
    if (isServed) this.#pending.push({ roundId, servedAtMs: this.ledger.nowMs });
    return isServed;
  }

  /** Settles what was served, as a worker does: it reads the ledger once, and brings the reading along. */
  async settle(): Promise<void> {
    for (const { roundId, servedAtMs } of this.#pending.splice(0)) {
      const claim = await this.#outbox.claim({ roundId, workerId: 'worker', leaseMs: 600_000 });
      if (claim === null) throw new Error('not claimed');
      const round = parseAddress(roundId);
      if (!this.ledger.settle(round, claim.settlement.message, PRICE)) {
        this.unpayable.push(servedAtMs);
        await this.#outbox.lapse(claim, 'EscrowUnderfunded');
        continue;
      }
      const { slot, balance } = this.ledger.read();
      const readings = claim.holds.map(({ quotaKey }) => ({ quotaKey, available: balance ?? 0n, slot }));
      await this.#outbox.settle(claim, { signature: null, slot: null, seenAtSlot: slot, readings });
    }
  }

  /** Lets time pass, for Redis too. */
  async pass(ms: number): Promise<void> {
    this.ledger.nowMs += ms;
    for (const { quotaKey } of await this.#outbox.storedReadings({ limit: 9 }))
      await redis.hincrby(`${outboxPrefix(this.#gateway)}:account:${quotaKey}`, 'readingAtMs', -ms);
  }

  async #afresh(): Promise<EscrowFunds> {
    await this.pass(CHECK_MS);
    return this.#funds.afresh(this.#payer);
  }

  async #serve(roundId: RoundId, funds: EscrowFunds): Promise<boolean> {
    if (!coversRound(funds, PRICE)) return false;
    const hold = escrowHold(PRICE, funds);
    const reserved = await this.#outbox.reserve({ path: 'agent', roundId, holds: [hold], deadlineMs: 600_000, maxInFlight: 1_000 });
    if (reserved.outcome !== 'reserved') return false;
    await this.#outbox.commit({ roundId, token: reserved.token, settlement: samplePayload(), result: '{}' });
    return true;
  }
}

async function run({ steps, ...terms }: Schedule): Promise<void> {
  const world = new World(terms);
  for (const step of steps) {
    if (step === 'ask') await world.ask();
    if (step === 'settle') await world.settle();
    if (step === 'deposit') world.ledger.balance += PRICE;
    if (step === 'wait') await world.pass(CACHED_FOR_MS);
  }
  await world.settle();
  const { liedAtMs } = world.ledger;
  // A wrong reading is used while it is remembered, for the check and the reservation after it.
  const isOfTheLie = (servedAtMs: number): boolean =>
    liedAtMs !== null && servedAtMs >= liedAtMs && servedAtMs <= liedAtMs + CACHED_FOR_MS + 2 * CHECK_MS;
  expect(
    world.unpayable.filter((servedAtMs) => !isOfTheLie(servedAtMs)),
    `no round is served that cannot be settled, but what one lie makes in flight (told at ${liedAtMs})`,
  ).toEqual([]);

  world.ledger.beTruthful();
  await world.pass(READING_LIFE_MS + CACHED_FOR_MS);
  const before = world.unpayable.length;
  const payable = Number(world.ledger.balance / PRICE);
  let served = 0;
  while (served < MOST_ROUNDS && (await world.ask())) served += 1;
  expect(served, 'a minute later the gateway serves what the escrow holds').toBe(payable);
  await world.settle();
  expect([world.unpayable.length - before, world.ledger.balance < PRICE]).toEqual([0, true]);
}

it(`under ${SCHEDULES} schedules with one wrong reading of an escrow no more is served than it holds, and a minute later no less`, async () => {
  const runAll = async (schedules: readonly Schedule[]): Promise<void> => {
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
});
