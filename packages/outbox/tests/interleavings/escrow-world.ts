import type { RoundId } from '@oracle-gateway/protocol';
import type { Redis } from 'ioredis';
import { createOutbox, type Hold, type Holder, type Outbox } from '../../src/index.js';
import { sampleAddress, samplePayload, sampleRoundId } from '../../src/testing/index.js';

/** One gateway's view of the escrow in one read of the ledger. */
interface Check {
  readonly balance: number;
  readonly slot: number;
  readonly counted: readonly Holder[];
}

interface Round {
  readonly outbox: Outbox;
  readonly roundId: RoundId;
  readonly units: number;
  token?: string;
  check?: Check;
}

/**
 * The steps of the first round's gateway; of the ledger, which takes the round's price and may lose that again; of a worker, which brings
 * the reading of its check or none; and of two gateways that each check of the ledger and then reserve a round.
 */
export type Step =
  | 'reserve'
  | 'commit'
  | 'fail'
  | 'land'
  | 'lose'
  | 'settle'
  | 'settleBlind'
  | 'lapse'
  | 'rollBack'
  | 'checkA'
  | 'takeA'
  | 'checkB'
  | 'takeB';

const FUNDED = 9;
const QUOTA_KEY = 'escrow:any';
const FIRST_UNITS = 5;
/** The first round and one of these are exactly what the escrow holds. */
export const NEXT_UNITS = 4;
const LIVES = { identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 };

/** An escrow on a ledger that may lose a block, and the rounds that want its balance, on a real outbox that two connections share. */
export class EscrowWorld {
  private balance = FUNDED;
  private slot = 1;
  private hasLanded = false;
  /** The program takes the round no more. */
  private isOver = false;
  private seenAtSlot = 0;
  private readonly first: Round;
  private readonly next: Readonly<Record<'A' | 'B', Round>>;

  constructor([ours, theirs]: readonly [Redis, Redis]) {
    const gateway = sampleAddress();
    const round = (redis: Redis, units: number): Round => ({
      outbox: createOutbox({ redis, gateway, ...LIVES }),
      roundId: sampleRoundId(),
      units,
    });
    this.first = round(ours, FIRST_UNITS);
    this.next = { A: round(ours, NEXT_UNITS), B: round(theirs, NEXT_UNITS) };
  }

  /** Whether it reserved a round. */
  async take(step: Step): Promise<boolean> {
    const { first, next } = this;
    switch (step) {
      case 'reserve':
        return this.reserve(first, { balance: this.balance, slot: this.slot, counted: [] });
      case 'takeA':
      case 'takeB': {
        const round = next[step === 'takeA' ? 'A' : 'B'];
        return round.check !== undefined && this.reserve(round, round.check);
      }
      case 'checkA':
      case 'checkB':
        await this.checkAs(next[step === 'checkA' ? 'A' : 'B']);
        return false;
      default:
        await this.apply(step);
        return false;
    }
  }

  /** Units that rounds still have to take of the escrow; what is on the ledger is taken. */
  async unpaid(): Promise<number> {
    const owing = await Promise.all(
      [this.first, this.next.A, this.next.B].map(async ({ outbox, roundId, units }) => {
        const state = (await outbox.read(roundId))?.state;
        const isPaid = roundId === this.first.roundId && this.hasLanded;
        return !isPaid && (state === 'reserved' || state === 'pending') ? units : 0;
      }),
    );
    return owing.reduce((sum, units) => sum + units, 0);
  }

  get left(): number {
    return this.balance;
  }

  /**
   * The ledger has lost a settlement and the outbox does not know it yet: another round may take what it gave back, until the first takes
   * it again.
   */
  async isDeceived(): Promise<boolean> {
    return !this.hasLanded && (await this.first.outbox.read(this.first.roundId))?.state === 'settled';
  }

  /** Ends what is open, each round in its own way; returns what then is still committed. */
  async wind(): Promise<bigint> {
    for (const { outbox, roundId, token } of [this.next.A, this.next.B]) {
      if (token !== undefined) await outbox.fail({ roundId, token, reason: 'over' });
    }
    await this.apply('rollBack');
    await this.apply('fail');
    await this.apply('land');
    await this.apply('settle');
    await this.first.outbox.storeReading({ quotaKey: QUOTA_KEY, available: BigInt(this.balance), slot: this.slot });
    return (await this.first.outbox.holdTotals(QUOTA_KEY, { holders: 0 })).committed;
  }

  private async reserve(round: Round, { balance, slot, counted }: Check): Promise<boolean> {
    const { outbox, roundId, units } = round;
    const hold: Hold = { quotaKey: QUOTA_KEY, units, available: BigInt(balance), slot, until: 'settled', counted };
    const reserved = await outbox.reserve({ path: 'agent', roundId, holds: [hold], deadlineMs: 60_000, maxInFlight: 9 });
    if (reserved.outcome === 'reserved') round.token = reserved.token;
    return reserved.outcome === 'reserved';
  }

  /** Reads the holders first, then the ledger, as an admission does. */
  private async checkAs(round: Round): Promise<void> {
    const { holders } = await round.outbox.holdTotals(QUOTA_KEY, { holders: 500 });
    const counted = holders.filter(({ roundId }) => this.hasLanded && roundId === this.first.roundId);
    round.check = { balance: this.balance, slot: this.slot, counted };
  }

  private async apply(step: Exclude<Step, 'reserve' | 'takeA' | 'takeB' | 'checkA' | 'checkB'>): Promise<void> {
    const { outbox, roundId, token } = this.first;
    const state = (await outbox.read(roundId))?.state;
    switch (step) {
      case 'commit':
        if (state === 'reserved' && token !== undefined) await outbox.commit({ roundId, token, settlement: samplePayload(), result: '{}' });
        return;
      case 'fail':
        if (state === 'reserved' && token !== undefined) await outbox.fail({ roundId, token, reason: 'no' });
        return;
      case 'land':
        if (state === 'pending' && !this.hasLanded && !this.isOver) this.turn(-FIRST_UNITS);
        return;
      case 'lose':
        if (this.hasLanded) this.turn(FIRST_UNITS);
        return;
      case 'settle':
      case 'settleBlind':
        if (state === 'pending' && this.hasLanded) await this.settle(step === 'settle');
        return;
      case 'lapse':
        if (state === 'pending' && !this.hasLanded) await this.lapse();
        return;
      case 'rollBack':
        if (!this.hasLanded) await outbox.rollBack({ roundId, seenAtSlot: this.seenAtSlot, reason: 'rolled_back' });
    }
  }

  private turn(units: number): void {
    this.balance += units;
    this.slot += 1;
    this.hasLanded = units < 0;
  }

  private async settle(hasReading: boolean): Promise<void> {
    const { outbox, roundId } = this.first;
    const claim = await outbox.claim({ roundId, workerId: 'worker', leaseMs: 0 });
    if (claim === null) return;
    this.seenAtSlot = this.slot;
    const readings = hasReading ? [{ quotaKey: QUOTA_KEY, available: BigInt(this.balance), slot: this.slot }] : [];
    await outbox.settle(claim, { signature: null, slot: null, seenAtSlot: this.slot, readings });
  }

  private async lapse(): Promise<void> {
    const { outbox, roundId } = this.first;
    const claim = await outbox.claim({ roundId, workerId: 'worker', leaseMs: 0 });
    if (claim === null) return;
    this.isOver = true;
    await outbox.lapse(claim, 'over');
  }
}
