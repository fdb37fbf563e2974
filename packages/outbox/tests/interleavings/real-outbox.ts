import type { RoundId } from '@oracle-gateway/protocol';
import type { Redis } from 'ioredis';
import {
  createOutbox,
  IllegalTransitionError,
  outboxPrefix,
  StaleTokenError,
  type Claim,
  type ExclusiveKey,
  type Hold,
  type Outbox,
} from '../../src/index.js';
import { sampleAddress, samplePayload, sampleRoundId } from '../../src/testing/index.js';
import { readTexts } from '../../src/wire/reply.js';
import {
  QUOTAS,
  EXCLUSIVE,
  FIRST_READINGS,
  LATER_READINGS,
  PLACES,
  RIVAL_UNITS,
  ROUND_UNITS,
  SEEN_AT_SLOT,
  SETTLE_READINGS,
  type Quota,
  type Reading,
  type LedgerQuota,
  type Outcome,
  type Step,
} from './model.js';

type Worker = 'A' | 'B';

const LIVES = { identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 };
const LIFE_MS = 1e13;
/** No schedule outlasts it, and none begins at its end. */
const TICK_MS = 1e12;
const KEYS: readonly ExclusiveKey[] = EXCLUSIVE.map((name) =>
  name === 'tick' ? { name, lifeMs: LIFE_MS, tickMs: TICK_MS } : { name, lifeMs: LIFE_MS },
);

/** All accounts in one command: there are hundreds of thousands of checks them. */
const COMMITTED = `
  local sums = {}
  for place, account in ipairs(KEYS) do sums[place] = redis.call('HGET', account, 'committed') or '0' end
  return sums
`;

/** One gateway process: it remembers only what it was told. */
class Gateway {
  readonly roundId = sampleRoundId();
  private reservation: string | undefined;

  constructor(readonly outbox: Outbox) {}

  async reserve(): Promise<Outcome> {
    const { outcome, token } = await reserve(this.outbox, { roundId: this.roundId, units: ROUND_UNITS, exclusive: KEYS });
    this.reservation = token ?? this.reservation;
    return outcome;
  }

  commit(): Promise<Outcome> {
    const { outbox, roundId } = this;
    return this.withReservation((token) => outbox.commit({ roundId, token, settlement: samplePayload(), result: '{}' }));
  }

  fail(giveBack: readonly string[]): Promise<Outcome> {
    const { outbox, roundId } = this;
    return this.withReservation((token) => outbox.fail({ roundId, token, reason: 'failed', giveBack }));
  }

  private withReservation(command: (token: string) => Promise<void>): Promise<Outcome> {
    const token = this.reservation;
    return token === undefined ? Promise.resolve('not possible') : outcomeOf(command(token));
  }
}

/** One schedule's actors on a real outbox that two connections share. */
export class RealOutbox {
  private readonly gateway = sampleAddress();
  private readonly redis: Redis;
  readonly ours: Gateway;
  readonly theirs: Gateway;
  private readonly claims = new Map<Worker, Claim>();

  constructor([first, second]: readonly [Redis, Redis]) {
    this.redis = first;
    this.ours = new Gateway(createOutbox({ redis: first, gateway: this.gateway, ...LIVES }));
    this.theirs = new Gateway(createOutbox({ redis: second, gateway: this.gateway, ...LIVES }));
  }

  async take(step: Step): Promise<Outcome> {
    const { ours, theirs } = this;
    const { outbox, roundId } = ours;
    switch (step) {
      case 'reserve':
        return ours.reserve();
      case 'reserveTheirs':
        return theirs.reserve();
      case 'rival':
        return (await reserve(theirs.outbox, { roundId: sampleRoundId(), units: RIVAL_UNITS, exclusive: [] })).outcome;
      case 'commit':
        return ours.commit();
      case 'commitTheirs':
        return theirs.commit();
      case 'fail':
        return ours.fail([]);
      case 'failUnspent':
        return ours.fail(EXCLUSIVE);
      case 'failTheirs':
        return theirs.fail([]);
      case 'expire':
        await theirs.outbox.expireReservations({ limit: 10 });
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
      case 'reading':
        await outbox.storeReading(readingOf('quota', LATER_READINGS.quota));
        await outbox.storeReading(readingOf('funds', LATER_READINGS.funds));
        return 'ok';
    }
  }

  /** The sum that the server keeps for each account. */
  async committed(): Promise<Readonly<Record<Quota, number>>> {
    const prefix = outboxPrefix(this.gateway);
    const accounts = QUOTAS.map((quotaKey) => `${prefix}:account:${quotaKey}`);
    const [quota, funds, places] = readTexts(await this.redis.eval(COMMITTED, accounts.length, ...accounts)).map(Number);
    return { quota: quota ?? 0, funds: funds ?? 0, places: places ?? 0 };
  }

  private async claim(worker: Worker): Promise<Outcome> {
    const claim = await this.ours.outbox.claim({ roundId: this.ours.roundId, workerId: worker, leaseMs: 0 });
    if (claim !== null) this.claims.set(worker, claim);
    return claim === null ? 'nothing' : 'ok';
  }

  private settle(worker: Worker): Promise<Outcome> {
    const { quota, funds } = SETTLE_READINGS[worker];
    const readings = [readingOf('quota', quota), readingOf('funds', funds)];
    return this.withClaim(worker, (claim) =>
      this.ours.outbox.settle(claim, { signature: null, slot: 10, seenAtSlot: SEEN_AT_SLOT, readings }),
    );
  }

  private withClaim(worker: Worker, command: (claim: Claim) => Promise<void>): Promise<Outcome> {
    const claim = this.claims.get(worker);
    return claim === undefined ? Promise.resolve('stale') : outcomeOf(command(claim));
  }
}

async function reserve(
  outbox: Outbox,
  input: {
    readonly roundId: RoundId;
    readonly units: Readonly<Record<Quota, number>>;
    readonly exclusive: readonly ExclusiveKey[];
  },
): Promise<{ readonly outcome: Outcome; readonly token?: string }> {
  const { roundId, units, exclusive } = input;
  const holds: readonly Hold[] = [
    { ...readingOf('quota', FIRST_READINGS.quota), units: units.quota, until: 'settled' },
    { ...readingOf('funds', FIRST_READINGS.funds), units: units.funds, until: 'settled' },
    { quotaKey: 'places', units: units.places, available: BigInt(PLACES), slot: null, until: 'answered' },
  ];
  const result = await outbox.reserve({ path: 'subscription', roundId, exclusive, holds, deadlineMs: 0, maxInFlight: 10 });
  switch (result.outcome) {
    case 'reserved':
      return { outcome: 'ok', token: result.token };
    case 'used':
      return { outcome: `used ${oneOf(EXCLUSIVE, result.name)}` };
    case 'held':
      return { outcome: `held ${oneOf(QUOTAS, result.quotaKey)}` };
    case 'duplicate':
      return { outcome: result.outcome };
    case 'at_capacity':
      throw new Error('no schedule fills the outbox');
  }
}

function oneOf<Name extends string>(names: readonly Name[], text: string): Name {
  const name = names.find((known) => known === text);
  if (name === undefined) throw new Error(`${text} was not asked for`);
  return name;
}

function readingOf(quotaKey: LedgerQuota, { available, slot }: Reading) {
  return { quotaKey, available: BigInt(available), slot };
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
