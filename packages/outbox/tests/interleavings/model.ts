import { TRANSITIONS, type Transition, type RoundState } from '../../src/records/states.js';

/**
 * The steps of one round's actors; of another gateway's round (`Theirs`) that wants the same exclusive keys; of a rival that wants only units
 * of the same quotas; and of the ledger.
 */
export type Step =
  | 'reserve'
  | 'commit'
  | 'fail'
  | 'failUnspent'
  | 'reserveTheirs'
  | 'commitTheirs'
  | 'failTheirs'
  | 'expire'
  | 'claimA'
  | 'settleA'
  | 'claimB'
  | 'settleB'
  | 'lapseB'
  | 'rollBack'
  | 'finalize'
  | 'reading'
  | 'rival';

/** `quota` and `funds` are read from the ledger and held until the settlement, `places` has a fixed cap and is held until the answer. */
export const QUOTAS = ['quota', 'funds', 'places'] as const;
export type Quota = (typeof QUOTAS)[number];
export type LedgerQuota = Exclude<Quota, 'places'>;

/** Keys in the order in which they are judged; the tick outlasts any schedule. */
export const EXCLUSIVE = ['authorization', 'tick'] as const;
export type Exclusive = (typeof EXCLUSIVE)[number];

export type Outcome =
  | 'ok'
  | 'nothing'
  | 'stale'
  | 'duplicate'
  | `used ${Exclusive}`
  | `held ${Quota}`
  | `illegal ${RoundState}`
  | 'not possible';

type Units = Readonly<Record<Quota, number>>;
export const ROUND_UNITS: Units = { quota: 2, funds: 5, places: 1 };
export const RIVAL_UNITS: Units = { quota: 1, funds: 4, places: 1 };
export const PLACES = 1;

export interface Reading {
  readonly available: number;
  readonly slot: number;
}
type Readings = Readonly<Record<LedgerQuota, Reading>>;
export const FIRST_READINGS: Readings = { quota: { available: 4, slot: 1 }, funds: { available: 9, slot: 1 } };
export const SEEN_AT_SLOT = 10;
/**
 * Readings of each worker beside the receipt: of one account a reading that does not count the settlement yet, of the other one that does.
 */
export const SETTLE_READINGS: Readonly<Record<'A' | 'B', Readings>> = {
  A: { quota: { available: 2, slot: 9 }, funds: { available: 4, slot: 10 } },
  B: { quota: { available: 2, slot: 10 }, funds: { available: 9, slot: 9 } },
};
export const LATER_READINGS: Readings = { quota: { available: 2, slot: 20 }, funds: { available: 4, slot: 20 } };

type Worker = 'A' | 'B';
type Whose = 'ours' | 'theirs';
/** `uncounted`: settled, and no reading counts it yet. */
type Hold = 'none' | 'held' | 'uncounted';

interface Round {
  state: RoundState | 'none';
  readonly holds: Record<Quota, Hold>;
}

/**
 * Promises of the outbox, without Redis: states, holders, units. Every deadline has passed and every lease is over, so that expiry and
 * takeover may strike at any moment.
 */
export class OutboxModel {
  private readonly rounds: Readonly<Record<Whose, Round>> = { ours: newRound(), theirs: newRound() };
  private readonly users = new Map<Exclusive, Whose>();
  private readonly known = new Map<LedgerQuota, Reading>();
  private claimant: Worker | 'none' = 'none';
  private isFinal = false;
  private rivals = 0;

  take(step: Step): Outcome {
    switch (step) {
      case 'reserve':
        return this.reserve('ours');
      case 'reserveTheirs':
        return this.reserve('theirs');
      case 'rival':
        return this.rival();
      case 'commit':
      case 'fail':
        return this.gatewayTransition('ours', step);
      case 'failUnspent':
        return this.failUnspent();
      case 'commitTheirs':
        return this.gatewayTransition('theirs', 'commit');
      case 'failTheirs':
        return this.gatewayTransition('theirs', 'fail');
      case 'expire':
        return this.expire();
      case 'claimA':
        return this.claim('A');
      case 'claimB':
        return this.claim('B');
      case 'settleA':
        return this.settle('A');
      case 'settleB':
        return this.settle('B');
      case 'lapseB':
        return this.lapse('B');
      case 'rollBack':
        return this.rollBack();
      case 'finalize':
        if (this.state('ours') === 'settled') this.isFinal = true;
        return this.state('ours') === 'settled' ? 'ok' : 'nothing';
      case 'reading':
        this.store(LATER_READINGS);
        return 'ok';
    }
  }

  state(whose: Whose): RoundState | 'none' {
    return this.rounds[whose].state;
  }

  /** Sum of the units that are taken. */
  committed(quotaKey: Quota): number {
    const holding = Object.values(this.rounds).filter(({ holds }) => holds[quotaKey] !== 'none');
    return holding.length * ROUND_UNITS[quotaKey] + this.rivals * RIVAL_UNITS[quotaKey];
  }

  private reserve(whose: Whose): Outcome {
    const round = this.rounds[whose];
    const used = EXCLUSIVE.find((name) => this.users.has(name));
    const refused = used === undefined ? this.misfit(ROUND_UNITS) : (`used ${used}` as const);
    if (refused !== undefined) return refused;
    round.state = 'reserved';
    for (const quotaKey of QUOTAS) round.holds[quotaKey] = 'held';
    for (const name of EXCLUSIVE) this.users.set(name, whose);
    return 'ok';
  }

  private rival(): Outcome {
    const refused = this.misfit(RIVAL_UNITS);
    if (refused !== undefined) return refused;
    this.rivals += 1;
    return 'ok';
  }

  /** Quotas are judged one after the other; the readings of judged quotas are kept even when a later one refuses. */
  private misfit(units: Units): Outcome | undefined {
    for (const quotaKey of QUOTAS) {
      const available = quotaKey === 'places' ? PLACES : this.storeOne(quotaKey, FIRST_READINGS[quotaKey]).available;
      if (units[quotaKey] > available - this.committed(quotaKey)) return `held ${quotaKey}`;
    }
    return undefined;
  }

  private store(readings: Readings): void {
    this.storeOne('quota', readings.quota);
    this.storeOne('funds', readings.funds);
  }

  private storeOne(quotaKey: LedgerQuota, reading: Reading): Reading {
    const known = this.known.get(quotaKey) ?? reading;
    const wins = reading.slot > known.slot || (reading.slot === known.slot && reading.available < known.available);
    const stands = wins ? reading : known;
    this.known.set(quotaKey, stands);
    const { holds } = this.rounds.ours;
    if (holds[quotaKey] === 'uncounted' && stands.slot >= SEEN_AT_SLOT) holds[quotaKey] = 'none';
    return stands;
  }

  private gatewayTransition(whose: Whose, transition: 'commit' | 'fail'): Outcome {
    const round = this.rounds[whose];
    if (round.state === 'none') return 'not possible';
    if (!startsFrom(transition, round.state)) return `illegal ${round.state}`;
    round.state = TRANSITIONS[transition].to;
    round.holds.places = 'none';
    if (transition === 'fail') giveBackAll(round);
    return 'ok';
  }

  /** Another round may use the unspent key at once. */
  private failUnspent(): Outcome {
    const outcome = this.gatewayTransition('ours', 'fail');
    if (outcome === 'ok') this.users.clear();
    return outcome;
  }

  private expire(): Outcome {
    this.rivals = 0;
    for (const round of Object.values(this.rounds)) {
      if (!startsFrom('expire', round.state)) continue;
      round.state = TRANSITIONS.expire.to;
      giveBackAll(round);
    }
    return 'ok';
  }

  private claim(worker: Worker): Outcome {
    if (this.state('ours') !== 'pending') return 'nothing';
    this.claimant = worker;
    return 'ok';
  }

  private settle(worker: Worker): Outcome {
    if (this.claimant !== worker) return 'stale';
    const { ours } = this.rounds;
    this.claimant = 'none';
    ours.state = TRANSITIONS.settle.to;
    ours.holds.quota = 'uncounted';
    ours.holds.funds = 'uncounted';
    this.store(SETTLE_READINGS[worker]);
    return 'ok';
  }

  private lapse(worker: Worker): Outcome {
    if (this.claimant !== worker) return 'stale';
    this.claimant = 'none';
    this.rounds.ours.state = TRANSITIONS.lapse.to;
    giveBackAll(this.rounds.ours);
    return 'ok';
  }

  private rollBack(): Outcome {
    const { ours } = this.rounds;
    if (!startsFrom('rollBack', ours.state) || this.isFinal) return 'nothing';
    ours.state = TRANSITIONS.rollBack.to;
    ours.holds.quota = 'held';
    ours.holds.funds = 'held';
    return 'ok';
  }
}

function startsFrom(transition: Transition, state: Round['state']): boolean {
  const from: readonly Round['state'][] = TRANSITIONS[transition].from;
  return from.includes(state);
}

function newRound(): Round {
  return { state: 'none', holds: { quota: 'none', funds: 'none', places: 'none' } };
}

function giveBackAll(round: Round): void {
  for (const quotaKey of QUOTAS) round.holds[quotaKey] = 'none';
}
