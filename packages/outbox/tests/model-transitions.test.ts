import type { RoundId } from '@oracle-gateway/protocol';
import { afterAll, expect, inject, it } from 'vitest';
import { type BegunPayment, connectRedis, createOutbox, type Outbox, outboxPrefix, type RoundState } from '../src/index.js';
import { sampleAddress, samplePayload, samplePayment, sampleSigned, sampleRoundId } from '../src/testing/index.js';
import { LossyAnswers } from './support/lossy-answers.js';

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

const SIGNATURE = '5'.repeat(88);
const SEEN = 5;
const OVER = { leaseMs: 0 };
const LIVES = { identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 };

/** Which process sends a command: the holder of the reservation or the claim, one that was overtaken, one that never held it, or any. */
type Sender = 'holder' | 'overtaken' | 'stranger' | 'any';

interface Ticket {
  readonly roundId: RoundId;
  readonly token: string;
}

/** A round in some state. Every reservation and lease is over, so that another process may take it over at once. */
interface Placed {
  readonly roundId: RoundId;
  readonly holder: Ticket | null;
  readonly overtaken: Ticket | null;
}

/**
 * The actions of `models/PaidRound.tla` and `models/ChargedRound.tla` that change the state of a record, as state, sender, command and next state.
 * Every other command leaves the state as it is.
 */
const TRANSITIONS: ReadonlySet<string> = new Set([
  'reserved holder fail failed',
  'reserved any expire expired',
  'reserved holder commit pending',
  'reserved any withdraw gone',
  'reserved holder beginPayment settling',
  'settling holder pay paid',
  'settling holder refusePayment unpaid',
  'settling holder doubtPayment payment_unknown',
  'payment_unknown holder pay paid',
  'payment_unknown holder refusePayment unpaid',
  'unpaid any overturn paid',
  'pending holder settle settled',
  'pending holder lapse lapsed',
  'settled any rollBack pending',
  'expired any reserve reserved',
]);

class Bench {
  private readonly gateway = sampleAddress();
  readonly prefix = outboxPrefix(this.gateway);
  private readonly answers = new LossyAnswers(redis, ['outbox:reserveBuffer']);
  readonly outbox = createOutbox({ redis, gateway: this.gateway, ...LIVES });
  /** Another process, which may lose an answer. */
  private readonly other = createOutbox({ redis: this.answers.connection, gateway: this.gateway, ...LIVES });

  reserve(roundId: RoundId, path: string, outbox: Outbox = this.outbox) {
    const hold = { quotaKey: `quota:${roundId}`, units: 1, available: 1n, slot: path === 'x402' ? null : 1, until: 'settled' } as const;
    return outbox.reserve({ path, roundId, holds: [hold], deadlineMs: 0, maxInFlight: 100 });
  }

  async reserved(path: string): Promise<Ticket> {
    const roundId = sampleRoundId();
    const reserved = await this.reserve(roundId, path);
    if (reserved.outcome !== 'reserved') throw new Error(reserved.outcome);
    return { roundId, token: reserved.token };
  }

  /** A reservation that its process never heard of. */
  async unheard(): Promise<RoundId> {
    const roundId = sampleRoundId();
    this.answers.lose = 'the answer';
    await this.reserve(roundId, 'subscription', this.other).catch(() => undefined);
    this.answers.lose = 'nothing';
    return roundId;
  }

  withdraw(): Promise<void> {
    return this.other.withdrawUnanswered();
  }

  claimPayment(roundId: RoundId): Promise<Ticket | null> {
    return this.outbox.claimPayment({ roundId, claimedBy: 'sweep', ...OVER });
  }

  claim(roundId: RoundId): Promise<Ticket | null> {
    return this.outbox.claim({ roundId, workerId: 'worker', early: true, ...OVER });
  }
}

type Place = (bench: Bench) => Promise<Placed>;

function own(ticket: Ticket): Placed {
  return { roundId: ticket.roundId, holder: ticket, overtaken: null };
}

function left({ roundId, holder, overtaken }: Placed): Placed {
  return { roundId, holder: null, overtaken: holder ?? overtaken };
}

function taken({ roundId, holder, overtaken }: Placed, claim: Ticket | null): Placed {
  return {
    roundId,
    holder: claim,
    overtaken: holder ?? overtaken,
  };
}

const reservedPaid: Place = async (bench) => own(await bench.reserved('x402'));
const settling: Place = async (bench) => {
  const placed = await reservedPaid(bench);
  await bench.outbox.beginPayment(begun(holderOf(placed)));
  return placed;
};
const doubted: Place = async (bench) => {
  const placed = await settling(bench);
  await bench.outbox.doubtPayment(holderOf(placed), { reason: 'no answer' });
  return left(placed);
};
const pending: Place = async (bench) => {
  const placed = own(await bench.reserved('subscription'));
  await bench.outbox.commit({ ...holderOf(placed), settlement: samplePayload(), result: '{}' });
  return left(placed);
};
const held: Place = async (bench) => {
  const placed = own(await bench.reserved('subscription'));
  await bench.outbox.commit({ ...holderOf(placed), settlement: samplePayload(), result: '{}', held: true });
  return left(placed);
};
const claimed: Place = async (bench) => {
  const placed = await pending(bench);
  return { ...placed, holder: await bench.claim(placed.roundId) };
};
const settled: Place = async (bench) => {
  const placed = await claimed(bench);
  await bench.outbox.settle({ ...holderOf(placed), holds: [] }, { signature: SIGNATURE, slot: SEEN, seenAtSlot: SEEN, readings: [] });
  return left(placed);
};

function begun(ticket: Ticket): BegunPayment {
  return { ...ticket, payment: samplePayment(), signed: sampleSigned(), result: '{}', ...OVER };
}

const STATES: Readonly<Record<string, Place>> = {
  'reserved, paid per request': reservedPaid,
  settling,
  'settling, taken over': async (bench) => {
    const placed = await settling(bench);
    return taken(placed, await bench.claimPayment(placed.roundId));
  },
  payment_unknown: doubted,
  'payment_unknown, claimed': async (bench) => {
    const placed = await doubted(bench);
    return { ...placed, holder: await bench.claimPayment(placed.roundId) };
  },
  paid: async (bench) => {
    const placed = await settling(bench);
    await bench.outbox.pay(holderOf(placed), { signature: SIGNATURE, slot: 1, text: null });
    return left(placed);
  },
  unpaid: async (bench) => {
    const placed = await settling(bench);
    await bench.outbox.refusePayment(holderOf(placed), { reason: 'expired' });
    return left(placed);
  },
  failed: async (bench) => {
    const placed = await reservedPaid(bench);
    await bench.outbox.fail({ ...holderOf(placed), reason: 'no value' });
    return left(placed);
  },
  reserved: async (bench) => own(await bench.reserved('subscription')),
  'reserved, unheard': async (bench) => ({ roundId: await bench.unheard(), holder: null, overtaken: null }),
  pending,
  'pending, held': held,
  'pending, held and claimed': async (bench) => {
    const placed = await held(bench);
    return { ...placed, holder: await bench.claim(placed.roundId) };
  },
  'pending, claimed': claimed,
  'pending, taken over': async (bench) => {
    const placed = await claimed(bench);
    return taken(placed, await bench.claim(placed.roundId));
  },
  settled,
  final: async (bench) => {
    const placed = await settled(bench);
    await bench.outbox.finalize({ roundId: placed.roundId, seenAtSlot: SEEN });
    return placed;
  },
  lapsed: async (bench) => {
    const placed = await claimed(bench);
    await bench.outbox.lapse({ ...holderOf(placed), holds: [] }, 'window passed');
    return left(placed);
  },
  expired: async (bench) => {
    const placed = own(await bench.reserved('subscription'));
    await bench.outbox.expireReservations({ limit: 100 });
    return left(placed);
  },
};

function holderOf({ holder }: Placed): Ticket {
  if (holder === null) throw new Error('no process holds the round');
  return holder;
}

const HELD_COMMANDS: Readonly<Record<string, (outbox: Outbox, ticket: Ticket) => Promise<unknown>>> = {
  beginPayment: (outbox, ticket) => outbox.beginPayment(begun(ticket)),
  fail: (outbox, ticket) => outbox.fail({ ...ticket, reason: 'no value' }),
  pay: (outbox, ticket) => outbox.pay(ticket, { signature: SIGNATURE, slot: 1, text: null }),
  refusePayment: (outbox, ticket) => outbox.refusePayment(ticket, { reason: 'expired' }),
  doubtPayment: (outbox, ticket) => outbox.doubtPayment(ticket, { reason: 'no answer' }),
  noteSignature: (outbox, ticket) => outbox.noteSignature(ticket, SIGNATURE),
  renewPayment: (outbox, ticket) => outbox.renewPayment(ticket, OVER),
  commit: (outbox, ticket) => outbox.commit({ ...ticket, settlement: samplePayload(), result: '{}' }),
  settle: (outbox, ticket) => outbox.settle({ ...ticket, holds: [] }, { signature: SIGNATURE, slot: SEEN, seenAtSlot: SEEN, readings: [] }),
  lapse: (outbox, ticket) => outbox.lapse({ ...ticket, holds: [] }, 'window passed'),
  refuse: (outbox, ticket) => outbox.refuse({ ...ticket, holds: [] }, { reason: 'no', retryAfterMs: 0, maxAttempts: 9 }),
  postpone: (outbox, ticket) => outbox.postpone({ ...ticket, holds: [] }, { retryAfterMs: 0, reason: 'waits' }),
  recordBroadcast: (outbox, ticket) =>
    outbox.recordBroadcast({ ...ticket, holds: [] }, { signature: SIGNATURE, lastValidBlockHeight: 9, wire: null }),
  renew: (outbox, ticket) => outbox.renew({ ...ticket, holds: [] }, OVER),
};

const FREE_COMMANDS: Readonly<Record<string, (bench: Bench, roundId: RoundId) => Promise<unknown>>> = {
  overturn: ({ outbox }, roundId) => outbox.overturn({ roundId, signature: SIGNATURE, slot: 1 }),
  expire: ({ outbox }) => outbox.expireReservations({ limit: 100 }),
  claimPayment: (bench, roundId) => bench.claimPayment(roundId),
  claim: (bench, roundId) => bench.claim(roundId),
  finalize: ({ outbox }, roundId) => outbox.finalize({ roundId, seenAtSlot: SEEN }),
  rollBack: ({ outbox }, roundId) => outbox.rollBack({ roundId, seenAtSlot: SEEN, reason: 'block lost' }),
  requeue: ({ outbox }, roundId) => outbox.requeue([roundId]),
  release: ({ outbox }, roundId) => outbox.release([roundId]),
  withdraw: (bench) => bench.withdraw(),
  reserve: async (bench, roundId) => bench.reserve(roundId, 'subscription'),
};

/** Sends one command to a round in one state, and returns its transition; null: nothing did. */
async function transitionOf(place: Place, sender: Sender, command: string): Promise<string | null> {
  const bench = new Bench();
  const placed = await place(bench);
  const { roundId } = placed;
  const stateNow = async (): Promise<RoundState | 'gone'> => (await bench.outbox.read(roundId))?.state ?? 'gone';
  const stranger = { roundId, token: 'a stranger' };
  const ticket = { holder: placed.holder, overtaken: placed.overtaken, stranger, any: stranger }[sender];
  if (ticket === null) return null;
  const before = await stateNow();
  const sent = sender === 'any' ? FREE_COMMANDS[command]?.(bench, roundId) : HELD_COMMANDS[command]?.(bench.outbox, ticket);
  await sent?.catch(() => undefined);
  const after = await stateNow();
  return before === after ? null : `${before} ${sender} ${command} ${after}`;
}

it('the scripts change a record as the models do, and in no other way: by its holder, an overtaken holder, a stranger and any process', async () => {
  const senders = ['holder', 'overtaken', 'stranger'] as const;
  const made = new Set<string>();
  for (const [name, place] of Object.entries(STATES)) {
    const held = senders.flatMap((sender) => Object.keys(HELD_COMMANDS).map((command) => [sender, command] as const));
    const free = Object.keys(FREE_COMMANDS).map((command) => ['any', command] as const);
    const transitions = await Promise.all([...held, ...free].map(([sender, command]) => transitionOf(place, sender, command)));
    for (const transition of transitions) if (transition !== null) made.add(name === 'final' ? `final: ${transition}` : transition);
  }
  // A reservation that is over is first expired, then taken: two transitions of the models in one command, which leaves the record reserved.
  expect([...made].filter((transition) => !TRANSITIONS.has(transition))).toEqual([]);
  expect([...TRANSITIONS].filter((transition) => !made.has(transition))).toEqual([]);
});
