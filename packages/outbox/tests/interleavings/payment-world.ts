import type { RoundId } from '@oracle-gateway/protocol';
import type { Redis } from 'ioredis';
import {
  createOutbox,
  IllegalTransitionError,
  StaleTokenError,
  type Outbox,
  type PaymentTicket,
  type RoundState,
} from '../../src/index.js';
import { sampleAddress, samplePayment, sampleSigned, sampleRoundId } from '../../src/testing/index.js';

/**
 * The steps of the gateway that serves a round: it begins the payment, asks the facilitator for it (`send`: the money moves, unless
 * it is too late) and concludes what it heard, which `mishear` has made a failure although the money moved. A sweep runs in each of two
 * processes: it claims and checks the ledger in one step, and concludes what it saw in another; and it checks again for what was given up
 * (`checkAgain`). `expire` is the sweep of reservations. The payment may become `late` for the ledger, whose server may `forget` what has
 * landed, and `recall` it.
 */
export type Step =
  | 'begin'
  | 'note'
  | 'send'
  | 'mishear'
  | 'conclude'
  | 'giveUp'
  | 'checkB'
  | 'concludeB'
  | 'checkC'
  | 'concludeC'
  | 'checkAgain'
  | 'expire'
  | 'late'
  | 'forget'
  | 'recall';

type Conclusion = 'paid' | 'unpaid';
/** One process's part in the payment, and its knowledge of it. */
interface Hand {
  readonly outbox: Outbox;
  ticket: PaymentTicket | null;
  knows: Conclusion | 'nothing';
}

const SIGNATURE = '5'.repeat(88);
const RESULT = '{"value":"64628.31"}';
const HELD = ['payer:any', 'places'] as const;
const LIVES = { identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 };
/** Every lease is over at once, so that takeover may strike at any moment. */
const LEASE_MS = 0;

/** One paid round on a real outbox that two connections share, a facilitator and a ledger. Says what each step has broken, or null. */
export class PaymentWorld {
  readonly roundId: RoundId = sampleRoundId();
  /** The conclusions of the round in this schedule, as its processes were told. */
  readonly concluded = new Set<Conclusion>();
  isOverturned = false;
  private readonly gateway: Hand;
  private readonly sweeps: Readonly<Record<'B' | 'C', Hand>>;
  /** Token of the payment's holder: the last process that began or claimed it. */
  private holder: string | null = null;
  private overtaken: string | null = null;
  private isBegun = false;
  private moved = 0;
  private isLate = false;
  private isForgotten = false;
  private last: RoundState = 'reserved';

  constructor([ours, theirs]: readonly [Redis, Redis]) {
    const gateway = sampleAddress();
    const hand = (redis: Redis): Hand => ({ outbox: createOutbox({ redis, gateway, ...LIVES }), ticket: null, knows: 'nothing' });
    this.gateway = hand(ours);
    this.sweeps = { B: hand(theirs), C: hand(theirs) };
  }

  async reserve(): Promise<void> {
    const holds = [
      { quotaKey: HELD[0], units: 1, available: 1n, slot: null, until: 'settled' },
      { quotaKey: HELD[1], units: 1, available: 1n, slot: null, until: 'answered' },
    ] as const;
    const { outbox } = this.gateway;
    const reserved = await outbox.reserve({ path: 'x402', roundId: this.roundId, holds, deadlineMs: 0, maxInFlight: 1 });
    if (reserved.outcome !== 'reserved') throw new Error(reserved.outcome);
    this.gateway.ticket = { roundId: this.roundId, token: reserved.token };
  }

  async take(step: Step): Promise<string | null> {
    await this.apply(step);
    return this.fault();
  }

  /** Ends what is open as the sweeps do, once nothing can land any more. */
  async wind(): Promise<string | null> {
    this.isLate = true;
    this.isForgotten = false;
    await this.apply('expire');
    await this.apply('checkB');
    await this.apply('concludeB');
    await this.apply('checkAgain');
    const fault = await this.fault();
    if (fault !== null) return fault;
    const isPaid = this.last === 'paid';
    if (isPaid !== this.moved > 0) return `the round is ${this.last}, and the money moved ${this.moved} times`;
    if (!['paid', 'unpaid', 'failed', 'expired'].includes(this.last)) return `the round stays ${this.last}`;
    if (this.concluded.size > 1 && !isPaid) return 'what was paid became unpaid';
    if (isPaid && (await this.gateway.outbox.givenUp({ limit: 1 })).length > 0) return 'a paid round is still searched for';
    const held = await Promise.all(HELD.map((quotaKey) => this.gateway.outbox.holdTotals(quotaKey, { holders: 0 })));
    return held.every(({ committed }) => committed === 0n) ? null : 'units stay held';
  }

  get state(): RoundState {
    return this.last;
  }

  private async apply(step: Step): Promise<void> {
    const { outbox, ticket } = this.gateway;
    if (ticket === null) return;
    switch (step) {
      case 'begin': {
        const begun = { ...ticket, payment: samplePayment(), signed: sampleSigned(), result: RESULT, leaseMs: LEASE_MS };
        this.isBegun = await isCarriedOut(outbox.beginPayment(begun));
        if (this.isBegun) this.holder ??= ticket.token;
        if (this.isBegun && this.holder !== ticket.token) this.overtaken = 'an overtaken process may pay';
        return;
      }
      case 'note':
        if (this.isBegun) await isCarriedOut(outbox.noteSignature(ticket, SIGNATURE));
        return;
      case 'send':
        if (this.isBegun && !this.isLate) this.moved += 1;
        if (this.moved > 0) this.gateway.knows = 'paid';
        return;
      case 'mishear':
        this.gateway.knows = 'nothing';
        return;
      case 'conclude':
        if (this.isBegun) await this.conclude(this.gateway);
        return;
      case 'giveUp':
        await isCarriedOut(outbox.fail({ ...ticket, reason: 'client_gone' }));
        return;
      case 'checkB':
      case 'checkC':
        await this.check(this.sweeps[step === 'checkB' ? 'B' : 'C']);
        return;
      case 'concludeB':
      case 'concludeC':
        await this.conclude(this.sweeps[step === 'concludeB' ? 'B' : 'C']);
        return;
      case 'checkAgain':
        await this.checkAgain(this.sweeps.C);
        return;
      case 'expire':
        await this.sweeps.B.outbox.expireReservations({ limit: 10 });
        return;
      case 'late':
        this.isLate = true;
        return;
      case 'forget':
        this.isForgotten = true;
        return;
      case 'recall':
        this.isForgotten = false;
    }
  }

  private async check(hand: Hand): Promise<void> {
    hand.ticket = null;
    const [roundId] = await hand.outbox.payments({ limit: 1, olderThanMs: 0 });
    if (roundId === undefined) return;
    hand.ticket = await hand.outbox.claimPayment({ roundId, claimedBy: 'sweep', leaseMs: LEASE_MS });
    this.holder = hand.ticket?.token ?? this.holder;
    if (this.isSeen) hand.knows = 'paid';
    else hand.knows = this.isLate ? 'unpaid' : 'nothing';
  }

  private async checkAgain({ outbox }: Hand): Promise<void> {
    const [roundId] = await outbox.givenUp({ limit: 1 });
    if (roundId !== undefined && this.isSeen) await this.overturn(outbox, roundId);
  }

  private async overturn(outbox: Outbox, roundId: RoundId): Promise<void> {
    if (!(await isCarriedOut(outbox.overturn({ roundId, signature: SIGNATURE, slot: 1 })))) return;
    this.isOverturned ||= this.last === 'unpaid';
    this.concluded.add('paid');
  }

  /** The money moved, and the server shows it. */
  private get isSeen(): boolean {
    return this.moved > 0 && !this.isForgotten;
  }

  private async conclude({ outbox, ticket, knows }: Hand): Promise<void> {
    if (ticket === null) return;
    const commands = {
      nothing: () => outbox.doubtPayment(ticket, { reason: 'not seen yet' }),
      paid: () => outbox.pay(ticket, { signature: SIGNATURE, slot: 1, text: null }),
      unpaid: () => outbox.refusePayment(ticket, { reason: 'expired unseen' }),
    };
    if (!(await isCarriedOut(commands[knows]()))) {
      // A sighting stays true, whatever another process has written by then.
      if (knows === 'paid') await this.overturn(outbox, ticket.roundId);
      return;
    }
    if (ticket.token !== this.holder) this.overtaken = `an overtaken process knew ${knows} and wrote it`;
    if (knows !== 'nothing') this.concluded.add(knows);
  }

  private async fault(): Promise<string | null> {
    const record = await this.gateway.outbox.read(this.roundId);
    if (record === null) return 'the record is gone';
    const before = this.last;
    this.last = record.state;
    if (this.overtaken !== null) return this.overtaken;
    if (this.moved > 1) return 'the money moved twice';
    if (this.moved > 0 && record.payment === undefined) return `the money moved, and the round is ${record.state} without its result`;
    if ((record.result !== undefined) !== (record.state === 'paid')) return `a round that is ${record.state} shows its result wrongly`;
    if (record.result !== undefined && (record.result !== RESULT || this.moved === 0)) return 'a result is read that no payer paid for';
    const isOver = ['paid', 'unpaid', 'failed', 'expired'].includes(before);
    const isOverturn = before === 'unpaid' && record.state === 'paid' && this.moved > 0;
    return isOver && before !== record.state && !isOverturn ? `what was ${before} became ${record.state}` : null;
  }
}

async function isCarriedOut(command: Promise<void>): Promise<boolean> {
  try {
    await command;
    return true;
  } catch (error) {
    if (error instanceof StaleTokenError || error instanceof IllegalTransitionError) return false;
    throw error;
  }
}
