import type { RoundId } from '@oracle-gateway/protocol';
import fc from 'fast-check';
import { afterAll, expect, inject, it } from 'vitest';
import {
  BOOK_KINDS,
  type BookRow,
  type Books,
  type Conclusion,
  connectRedis,
  createBooks,
  createOutbox,
  type Outbox,
  type RoundRecord,
} from '../src/index.js';
import { sampleAddress, samplePayload, samplePayment, sampleRoundId, sampleSigned } from '../src/testing/index.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

const SIGNATURE = '5'.repeat(88);
const OVER = { leaseMs: 0 };
const PRICE = 1_234n;

interface Ticket {
  readonly roundId: RoundId;
  readonly token: string;
}

/** A round, and every token that was ever good for it. */
class Round {
  readonly roundId = sampleRoundId();
  readonly #tokens: string[] = ['a stranger'];
  readonly payer = sampleAddress();

  constructor(readonly isPaidPerRequest: boolean) {}

  hold(token: string | undefined): void {
    if (token !== undefined) this.#tokens.push(token);
  }

  /** The newest token, or one that was overtaken. */
  ticket(isOvertaken: boolean): Ticket {
    return { roundId: this.roundId, token: this.#tokens.at(isOvertaken ? -2 : -1) ?? 'a stranger' };
  }
}

type Command = (outbox: Outbox, round: Round, ticket: Ticket) => Promise<unknown>;

const COMMANDS: Readonly<Record<string, Command>> = {
  reserve: async (outbox, round) => {
    const path = round.isPaidPerRequest ? 'x402' : 'agent';
    const asked = await outbox.reserve({ path, roundId: round.roundId, holds: [], deadlineMs: 0, maxInFlight: 100 });
    round.hold(asked.outcome === 'reserved' ? asked.token : undefined);
  },
  commit: (outbox, { payer, isPaidPerRequest }, ticket) => {
    const charge = { kind: 'escrow', payer, amountAtomic: PRICE, requestSignature: new Uint8Array(64) } as const;
    return isPaidPerRequest ? Promise.resolve() : outbox.commit({ ...ticket, settlement: samplePayload({ charge }), result: '{}' });
  },
  beginPayment: (outbox, { payer, isPaidPerRequest }, ticket) => {
    const payment = samplePayment({ payer, amountAtomic: PRICE });
    return isPaidPerRequest
      ? outbox.beginPayment({ ...ticket, payment, signed: sampleSigned(), result: '{}', ...OVER })
      : Promise.resolve();
  },
  fail: (outbox, _round, ticket) => outbox.fail({ ...ticket, reason: 'no value' }),
  expire: (outbox) => outbox.expireReservations({ limit: 10 }),
  claim: async (outbox, round) => {
    round.hold((await outbox.claim({ roundId: round.roundId, workerId: 'worker', early: true, ...OVER }))?.token);
  },
  settle: (outbox, _round, ticket) =>
    outbox.settle({ ...ticket, holds: [] }, { signature: SIGNATURE, slot: 7, seenAtSlot: 7, readings: [] }),
  refuse: (outbox, _round, ticket) => outbox.refuse({ ...ticket, holds: [] }, { reason: 'no', retryAfterMs: 0, maxAttempts: 9 }),
  lapse: (outbox, _round, ticket) => outbox.lapse({ ...ticket, holds: [] }, 'window passed'),
  finalize: (outbox, { roundId }) => outbox.finalize({ roundId, seenAtSlot: 7 }),
  'finalize another settlement': (outbox, { roundId }) => outbox.finalize({ roundId, seenAtSlot: 8 }),
  rollBack: (outbox, { roundId }) => outbox.rollBack({ roundId, seenAtSlot: 7, reason: 'block lost' }),
  claimPayment: async (outbox, round) => {
    round.hold((await outbox.claimPayment({ roundId: round.roundId, claimedBy: 'sweep', ...OVER }))?.token);
  },
  pay: (outbox, _round, ticket) => outbox.pay(ticket, { signature: SIGNATURE, slot: 7, text: null }),
  refusePayment: (outbox, _round, ticket) => outbox.refusePayment(ticket, { reason: 'expired' }),
  doubtPayment: (outbox, _round, ticket) => outbox.doubtPayment(ticket, { reason: 'no answer' }),
  overturn: (outbox, { roundId }) => outbox.overturn({ roundId, signature: SIGNATURE, slot: null }),
};

/** Ways of a round to each of its ends, and what the ledger does to some. */
const WAYS = {
  charged: [
    ['reserve', 'commit', 'claim', 'lapse'],
    ['reserve', 'commit', 'claim', 'settle', 'finalize'],
    ['reserve', 'commit', 'claim', 'settle', 'rollBack', 'claim', 'settle', 'finalize'],
    ['reserve', 'commit', 'claim', 'settle', 'rollBack', 'claim', 'lapse'],
  ],
  paid: [
    ['reserve', 'beginPayment', 'pay'],
    ['reserve', 'beginPayment', 'doubtPayment', 'claimPayment', 'pay'],
    ['reserve', 'beginPayment', 'refusePayment', 'overturn'],
  ],
} as const;

interface Step {
  readonly command: string;
  readonly round: number;
  readonly isOvertaken: boolean;
}

const ROUNDS = 6;
const anyStep: fc.Arbitrary<Step> = fc.record({
  command: fc.constantFrom(...Object.keys(COMMANDS)),
  round: fc.nat({ max: ROUNDS - 1 }),
  isOvertaken: fc.integer({ min: 0, max: 3 }).map((chance) => chance === 0),
});
const pull: fc.Arbitrary<Step> = fc.constant({ command: 'pull', round: 0, isOvertaken: false });

/** Every step of a way, some of them twice or with others in between. The odd rounds are paid per request. */
function wayOf(round: number): fc.Arbitrary<readonly Step[]> {
  const others = fc.array(fc.oneof({ weight: 4, arbitrary: anyStep }, { weight: 1, arbitrary: pull }), { maxLength: 2 });
  return fc.constantFrom(...(round % 2 === 0 ? WAYS.charged : WAYS.paid)).chain((commands) =>
    fc
      .tuple(
        ...commands.map((command) =>
          fc.tuple(fc.boolean(), others).map(([isRepeated, between]): readonly Step[] => {
            const step = { command, round, isOvertaken: false };
            return [step, ...(isRepeated ? [step] : []), ...between];
          }),
        ),
      )
      .map((steps) => steps.flat()),
  );
}

const history = fc.tuple(...Array.from({ length: ROUNDS }, (_none, round) => wayOf(round))).map((ways) => ways.flat());

/** Conclusion between two reads of a record. */
function conclusionOf(before: RoundRecord | null, after: RoundRecord | null): Conclusion | null {
  if (before?.state === 'pending' && after?.state === 'lapsed') return 'lapsed';
  if (before?.state === 'settled' && after?.state === 'pending') return 'rolled-back';
  if (before?.settlement?.final === false && after?.settlement?.final === true) return 'final';
  if (before?.state !== 'paid' && after?.state === 'paid') return before?.state === 'unpaid' ? 'overturned' : 'paid';
  return null;
}

async function pullAll(books: Books): Promise<readonly BookRow[]> {
  const pulled = await books.pull({ limit: 1_000, leaseMs: 1_000 });
  if (pulled.outcome === 'busy') throw new Error('the books are lent');
  await books.drop(
    pulled.rows.map(({ id }) => id),
    { isLast: true },
  );
  return pulled.rows.map(({ row }) => {
    if (row === null) throw new Error('a row cannot be read');
    return row;
  });
}

const met = new Set<string>();

it('any sequence of commands books each conclusion once, in order, and nothing else; a row without room is counted', async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.constantFrom(1, 3, 1_000), async (steps, mostBookRows) => {
      const gateway = sampleAddress();
      const lives = { identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 };
      const outbox = createOutbox({ redis, gateway, mostBookRows, ...lives });
      const books = createBooks({ redis, gateway, pulledBy: 'test' });
      const rounds = Array.from({ length: ROUNDS }, (_none, round) => new Round(round % 2 === 1));
      const concluded: { kind: Conclusion; round: Round }[] = [];
      const rows: BookRow[] = [];
      for (const { command, round: place, isOvertaken } of steps) {
        const round = rounds[place];
        if (round === undefined || command === 'pull') {
          rows.push(...(await pullAll(books)));
          continue;
        }
        const before = await outbox.read(round.roundId);
        await COMMANDS[command]?.(outbox, round, round.ticket(isOvertaken)).catch(() => undefined);
        const kind = conclusionOf(before, await outbox.read(round.roundId));
        if (kind !== null) concluded.push({ kind, round });
      }
      rows.push(...(await pullAll(books)));

      expect(rows.map(({ seq }) => seq)).toEqual(rows.map((_row, index) => BigInt(index + 1)));
      expect(new Set(rows.map(({ marker }) => marker)).size).toBe(Math.min(1, rows.length));
      let place = 0;
      for (const row of rows) {
        met.add(row.kind);
        if (row.kind === 'gap') {
          place += Number(row.count);
          continue;
        }
        const expected = concluded[place];
        expect([row.kind, row.round]).toEqual([expected?.kind, expected?.round.roundId]);
        const isMoved = row.kind === 'final' || row.kind === 'paid' || row.kind === 'overturned';
        expect([row.amount, row.unpaid]).toEqual(isMoved ? [PRICE, 0n] : [0n, PRICE]);
        expect([row.owner, row.delegate, row.units, row.registryVersion]).toEqual([expected?.round.payer, null, 1n, 1n]);
        expect([row.signature, row.slot]).toEqual(
          row.kind === 'lapsed' ? [null, null] : [SIGNATURE, row.kind === 'overturned' ? null : 7n],
        );
        place += 1;
      }
      expect(place).toBe(concluded.length);
      const { waiting, lost } = (await outbox.statistics()).books;
      expect(waiting).toBe(0);
      expect(lost).toBe(concluded.length - rows.filter(({ kind }) => kind !== 'gap').length);
    }),
    { numRuns: 40 },
  );
  expect([...met].toSorted()).toEqual([...BOOK_KINDS].toSorted());
});
