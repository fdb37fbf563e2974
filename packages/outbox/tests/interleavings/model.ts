import { MOVES, type RoundState } from '../../src/states.js';

/** The steps of one round's actors, of a rival round on the same accounts, and of the ledger. */
export type Step =
  | 'reserve'
  | 'commit'
  | 'fail'
  | 'expire'
  | 'claimA'
  | 'settleA'
  | 'claimB'
  | 'settleB'
  | 'lapseB'
  | 'rollBack'
  | 'finalize'
  | 'figure'
  | 'rival';

/** `quota` is read from the ledger and held until the settlement, `places` has a fixed cap and is held until the answer. */
export type Account = 'quota' | 'places';

export type Outcome = 'ok' | 'nothing' | 'stale' | 'duplicate' | `held ${Account}` | `illegal ${RoundState}` | 'not possible';

export const ROUND_UNITS = { quota: 2, places: 1 } as const;
export const RIVAL_UNITS = { quota: 1, places: 1 } as const;
export const PLACES = 1;
export const FIRST_FIGURE = { available: 2, slot: 1 } as const;
export const SEEN_AT_SLOT = 10;
/** What each worker reads beside the receipt: A's figure does not count the settlement yet, B's does. */
export const SETTLE_FIGURES = { A: { available: 1, slot: 9 }, B: { available: 1, slot: 10 } } as const;
export const LATER_FIGURE = { available: 1, slot: 20 } as const;

interface Figure {
  readonly available: number;
  readonly slot: number;
}

type Worker = 'A' | 'B';

/**
 * What the outbox promises, without Redis: a state, a holder, units. Every deadline has passed and every lease is over, so that expiry
 * and takeover may strike at any moment.
 */
export class OutboxModel {
  state: RoundState | 'none' = 'none';
  private claimant: Worker | 'none' = 'none';
  private isFinal = false;
  /** `uncounted`: settled, and no figure counts it yet. */
  private quota: 'none' | 'held' | 'uncounted' = 'none';
  private holdsPlace = false;
  private rivals = 0;
  private known: Figure | undefined;

  take(step: Step): Outcome {
    switch (step) {
      case 'reserve':
        return this.reserve();
      case 'rival':
        return this.rival();
      case 'commit':
      case 'fail':
        return this.gatewayMove(step);
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
        if (this.state === 'settled') this.isFinal = true;
        return this.state === 'settled' ? 'ok' : 'nothing';
      case 'figure':
        this.store(LATER_FIGURE);
        return 'ok';
    }
  }

  /** Sum of the units that are taken. */
  committed(account: Account): number {
    const isHeld = account === 'quota' ? this.quota !== 'none' : this.holdsPlace;
    return (isHeld ? ROUND_UNITS[account] : 0) + this.rivals * RIVAL_UNITS[account];
  }

  private reserve(): Outcome {
    const refused = this.misfit(ROUND_UNITS);
    if (refused !== undefined) return refused;
    this.state = 'reserved';
    this.quota = 'held';
    this.holdsPlace = true;
    return 'ok';
  }

  private rival(): Outcome {
    const refused = this.misfit(RIVAL_UNITS);
    if (refused !== undefined) return refused;
    this.rivals += 1;
    return 'ok';
  }

  private misfit(units: Readonly<Record<Account, number>>): Outcome | undefined {
    if (units.quota > this.store(FIRST_FIGURE).available - this.committed('quota')) return 'held quota';
    return units.places > PLACES - this.committed('places') ? 'held places' : undefined;
  }

  private store(figure: Figure): Figure {
    const { known = figure } = this;
    this.known = figure.slot > known.slot || (figure.slot === known.slot && figure.available < known.available) ? figure : known;
    if (this.quota === 'uncounted' && this.known.slot >= SEEN_AT_SLOT) this.quota = 'none';
    return this.known;
  }

  private gatewayMove(move: 'commit' | 'fail'): Outcome {
    if (this.state === 'none') return 'not possible';
    if (this.state !== MOVES[move].from) return `illegal ${this.state}`;
    this.state = MOVES[move].to;
    this.holdsPlace = false;
    if (move === 'fail') this.quota = 'none';
    return 'ok';
  }

  private expire(): Outcome {
    this.rivals = 0;
    if (this.state === MOVES.expire.from) {
      this.state = MOVES.expire.to;
      this.quota = 'none';
      this.holdsPlace = false;
    }
    return 'ok';
  }

  private claim(worker: Worker): Outcome {
    if (this.state !== 'pending') return 'nothing';
    this.claimant = worker;
    return 'ok';
  }

  private settle(worker: Worker): Outcome {
    if (this.claimant !== worker) return 'stale';
    this.claimant = 'none';
    this.state = MOVES.settle.to;
    this.quota = 'uncounted';
    this.store(SETTLE_FIGURES[worker]);
    return 'ok';
  }

  private lapse(worker: Worker): Outcome {
    if (this.claimant !== worker) return 'stale';
    this.claimant = 'none';
    this.state = MOVES.lapse.to;
    this.quota = 'none';
    return 'ok';
  }

  private rollBack(): Outcome {
    if (this.state !== MOVES.rollBack.from || this.isFinal) return 'nothing';
    this.state = MOVES.rollBack.to;
    this.quota = 'held';
    return 'ok';
  }
}
