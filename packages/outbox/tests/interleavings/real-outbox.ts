import type { RoundId } from '@oracle-gateway/protocol';
import type { Redis } from 'ioredis';
import { createOutbox, IllegalTransitionError, outboxPrefix, StaleTokenError, type Claim, type Hold } from '../../src/index.js';
import { sampleAddress, samplePayload, sampleRoundId } from '../../src/testing/index.js';
import {
  FIRST_FIGURE,
  LATER_FIGURE,
  PLACES,
  RIVAL_UNITS,
  ROUND_UNITS,
  SEEN_AT_SLOT,
  SETTLE_FIGURES,
  type Account,
  type Outcome,
  type Step,
} from './model.js';

type Worker = 'A' | 'B';

/** One schedule's actors on a real outbox: each remembers only what it was told. */
export class RealOutbox {
  private readonly gateway = sampleAddress();
  readonly outbox;
  readonly roundId = sampleRoundId();
  private reservation: string | undefined;
  private readonly claims = new Map<Worker, Claim>();

  constructor(private readonly redis: Redis) {
    this.outbox = createOutbox({ redis, gateway: this.gateway, identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 });
  }

  async take(step: Step): Promise<Outcome> {
    const { outbox, roundId } = this;
    switch (step) {
      case 'reserve':
        return this.reserve(roundId, ROUND_UNITS, (token) => (this.reservation = token));
      case 'rival':
        return this.reserve(sampleRoundId(), RIVAL_UNITS);
      case 'commit':
        return this.withReservation((token) => outbox.commit({ roundId, token, settlement: samplePayload(), result: '{}' }));
      case 'fail':
        return this.withReservation((token) => outbox.fail({ roundId, token, reason: 'failed' }));
      case 'expire':
        await outbox.expireReservations({ limit: 10 });
        return 'ok';
      case 'claimA':
        return this.claim('A');
      case 'claimB':
        return this.claim('B');
      case 'settleA':
        return this.settle('A');
      case 'settleB':
        return this.settle('B');
      case 'lapseB':
        return this.withClaim('B', (claim) => outbox.lapse(claim, 'lapsed'));
      case 'rollBack':
        return (await outbox.rollBack({ roundId, seenAtSlot: SEEN_AT_SLOT, reason: 'rolled_back' })) ? 'ok' : 'nothing';
      case 'finalize':
        return (await outbox.finalize({ roundId, seenAtSlot: SEEN_AT_SLOT })) ? 'ok' : 'nothing';
      case 'figure':
        await outbox.storeFigure(figureOf(LATER_FIGURE));
        return 'ok';
    }
  }

  /** The sum that the server keeps, and the sum of the holds that it keeps. */
  async committed(account: Account): Promise<readonly [sum: number, ofHolds: number]> {
    const prefix = outboxPrefix(this.gateway);
    const [sum, members] = await Promise.all([
      this.redis.hget(`${prefix}:account:${account}`, 'committed'),
      this.redis.zrange(`${prefix}:holds:${account}`, '0', '-1'),
    ]);
    return [Number(sum ?? 0), members.reduce((total, member) => total + Number.parseInt(member, 10), 0)];
  }

  private async reserve(
    roundId: RoundId,
    units: Readonly<Record<Account, number>>,
    keep: (token: string) => void = () => undefined,
  ): Promise<Outcome> {
    const holds: readonly Hold[] = [
      { ...figureOf(FIRST_FIGURE), units: units.quota, until: 'settled' },
      { account: 'places', units: units.places, available: BigInt(PLACES), slot: null, until: 'answered' },
    ];
    const result = await this.outbox.reserve({ path: 'subscription', roundId, holds, deadlineMs: 0, maxInFlight: 10 });
    switch (result.outcome) {
      case 'reserved':
        keep(result.token);
        return 'ok';
      case 'held':
        return result.account === 'quota' ? 'held quota' : 'held places';
      case 'duplicate':
        return result.outcome;
      case 'at_capacity':
        throw new Error('no schedule fills the outbox');
    }
  }

  private withReservation(move: (token: string) => Promise<void>): Promise<Outcome> {
    const token = this.reservation;
    return token === undefined ? Promise.resolve('not possible') : outcomeOf(move(token));
  }

  private async claim(worker: Worker): Promise<Outcome> {
    const claim = await this.outbox.claim({ roundId: this.roundId, workerId: worker, leaseMs: 0 });
    if (claim !== null) this.claims.set(worker, claim);
    return claim === null ? 'nothing' : 'ok';
  }

  private settle(worker: Worker): Promise<Outcome> {
    const figures = [figureOf(SETTLE_FIGURES[worker])];
    return this.withClaim(worker, (claim) => this.outbox.settle(claim, { signature: null, slot: 10, seenAtSlot: SEEN_AT_SLOT, figures }));
  }

  private withClaim(worker: Worker, move: (claim: Claim) => Promise<void>): Promise<Outcome> {
    const claim = this.claims.get(worker);
    return claim === undefined ? Promise.resolve('stale') : outcomeOf(move(claim));
  }
}

function figureOf({ available, slot }: { readonly available: number; readonly slot: number }) {
  return {
    account: 'quota',
    available: BigInt(available),
    slot,
  };
}

async function outcomeOf(command: Promise<void>): Promise<Outcome> {
  try {
    await command;
    return 'ok';
  } catch (error) {
    if (error instanceof StaleTokenError) return 'stale';
    if (error instanceof IllegalTransitionError) return `illegal ${error.state}`;
    throw error;
  }
}
