import type { Redis } from 'ioredis';
import { afterAll, expect, inject, it } from 'vitest';
import {
  connectRedis,
  createOutbox,
  IllegalTransitionError,
  type Outbox,
  outboxPrefix,
  StaleTokenError,
  UnknownRoundError,
} from '../../src/index.js';
import { sampleAddress, samplePayload, sampleRoundId } from '../../src/testing/index.js';
import { LossyAnswers } from '../support/lossy-answers.js';
import { crashes, interleavings } from './schedules.js';

const SCHEDULES_AT_ONCE = 128;
const TIMEOUT_MS = 600_000;
const LIFE_MS = 600_000;

const connections = [connectRedis(inject('redisUrl')), connectRedis(inject('redisUrl'))] as const;
afterAll(() => connections.forEach((redis) => redis.disconnect()));

/**
 * Two processes get the same request. A may hear nothing of its reservation, or the server may read the command later. A's reservation may
 * be over; then A runs no round.
 */
type Step = 'askA' | 'askAUnheard' | 'askALost' | 'arrive' | 'withdrawA' | 'commitA' | 'overA' | 'expire' | 'askB' | 'commitB';

interface Cast {
  readonly actors: readonly (readonly Step[])[];
  /** Ways to be served that some schedule must meet: what never happens is not tested. */
  readonly met: readonly string[];
}

const CASTS: Readonly<Record<string, Cast>> = {
  'an answer that is lost': {
    actors: [
      ['askAUnheard', 'withdrawA'],
      ['askA', 'commitA'],
      ['askB', 'commitB'],
    ],
    met: ['A', 'B', 'the last repeat'],
  },
  'a command that the server reads late': {
    actors: [['askALost', 'withdrawA'], ['arrive'], ['askA', 'commitA'], ['askB', 'commitB']],
    met: ['A', 'B', 'the last repeat'],
  },
  'a process whose time is over': {
    actors: [['askA', 'commitA'], ['overA'], ['expire'], ['askB', 'commitB']],
    met: ['A', 'B', 'the last repeat'],
  },
};

interface Process {
  readonly outbox: Outbox;
  /** A reservation that it heard of, and runs a round under. */
  token: string | null;
}

class World {
  private readonly roundId = sampleRoundId();
  private readonly gateway = sampleAddress();
  private readonly answers: LossyAnswers;
  private readonly a: Process;
  private readonly b: Process;
  private servedBy: string | null = null;
  private fault: string | null = null;

  constructor(private readonly redis: readonly [Redis, Redis]) {
    this.answers = new LossyAnswers(redis[0], ['outbox:reserveBuffer']);
    this.a = this.open(this.answers.connection);
    this.b = this.open(redis[1]);
  }

  /** The rule that the step breaks, or null. */
  async take(step: Step): Promise<string | null> {
    switch (step) {
      case 'askA':
        await this.ask(this.a, this.b);
        break;
      case 'askAUnheard':
      case 'askALost':
        this.answers.lose = step === 'askALost' ? 'the command' : 'the answer';
        await this.ask(this.a, this.b).catch(() => undefined);
        this.answers.lose = 'nothing';
        break;
      case 'arrive':
        await this.answers.carryOutLate();
        break;
      case 'withdrawA':
        await this.a.outbox.withdrawUnanswered();
        break;
      case 'commitA':
        await this.commit(this.a, 'A');
        break;
      case 'overA':
        if (this.a.token !== null) await this.redis[0].zadd(`${outboxPrefix(this.gateway)}:reserved`, 'XX', 0, this.roundId);
        this.a.token = null;
        break;
      case 'expire':
        await this.b.outbox.expireReservations({ limit: 10 });
        break;
      case 'askB':
        await this.ask(this.b, this.a);
        break;
      case 'commitB':
        await this.commit(this.b, 'B');
    }
    return this.fault;
  }

  /** The caller repeats the request once more, after what was lost has arrived and was withdrawn: it is served, unless it was or is being served. */
  async end(): Promise<{ readonly fault: string | null; readonly servedBy: string }> {
    for (const step of ['arrive', 'withdrawA'] as const) await this.take(step);
    const isRun = this.a.token !== null || this.b.token !== null;
    if (this.servedBy === null && !isRun) {
      await this.ask(this.b, this.a);
      const isServed = await this.commit(this.b, 'the last repeat');
      if (!isServed) this.fault ??= 'the last repeat was not served';
    }
    const { committed } = await this.b.outbox.holdTotals('subscription:any', { holders: 0 });
    if (committed !== 1n) this.fault ??= `${committed} units are held for one round`;
    return { fault: this.fault, servedBy: this.servedBy ?? 'no process yet' };
  }

  private open(redis: Redis): Process {
    const lives = { identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 };
    return { outbox: createOutbox({ redis, gateway: this.gateway, ...lives }), token: null };
  }

  private async ask(process: Process, other: Process): Promise<void> {
    const hold = { quotaKey: 'subscription:any', units: 1, available: 5n, slot: 1, until: 'settled' } as const;
    const asked = { path: 'subscription', roundId: this.roundId, holds: [hold], deadlineMs: LIFE_MS, maxInFlight: 9 };
    const reserved = await process.outbox.reserve(asked);
    if (reserved.outcome !== 'reserved') return;
    if (process.token !== null || other.token !== null) this.fault ??= 'two run one round';
    if (this.servedBy !== null) this.fault ??= 'a round that was served is run again';
    process.token = reserved.token;
  }

  private async commit(process: Process, name: string): Promise<boolean> {
    if (process.token === null) return false;
    try {
      await process.outbox.commit({ roundId: this.roundId, token: process.token, settlement: samplePayload(), result: '{}' });
      if (this.servedBy !== null) this.fault ??= 'a round was served twice';
      this.servedBy = name;
    } catch (error) {
      const isRefused = error instanceof StaleTokenError || error instanceof IllegalTransitionError || error instanceof UnknownRoundError;
      if (!isRefused) throw error;
      this.fault ??= `${name} was overtaken while it ran the round`;
    }
    process.token = null;
    return this.servedBy === name;
  }
}

for (const [name, { actors, met }] of Object.entries(CASTS)) {
  it(
    `${name}: in every order, each process crashing anywhere, a repeated request is run by one process at a time and served once`,
    { timeout: TIMEOUT_MS },
    async () => {
      const schedules = [...crashes(actors)].flatMap((alive) => [...interleavings(alive)]);
      const found: string[] = [];
      const served = new Set<string>();
      const runNext = async (): Promise<void> => {
        for (let next = schedules.pop(); next !== undefined && found.length === 0; next = schedules.pop()) {
          const world = new World(connections);
          let fault: string | null = null;
          for (const step of next) fault ??= await world.take(step);
          const end = await world.end();
          served.add(end.servedBy);
          fault ??= end.fault;
          if (fault !== null) found.push(`${next.join(' ')}: ${fault}`);
        }
      };
      await Promise.all(Array.from({ length: SCHEDULES_AT_ONCE }, runNext));
      expect(found).toEqual([]);
      expect([...served]).toEqual(expect.arrayContaining([...met]));
    },
  );
}
