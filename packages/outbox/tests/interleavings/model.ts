import { MOVES, type RoundState } from '../../src/states.js';

/** The steps of one round's actors, and of a rival round of the same subscription, which has one unit left. */
export type Step = 'reserve' | 'commit' | 'fail' | 'expire' | 'claimA' | 'settleA' | 'claimB' | 'lapseB' | 'rival';

export type Outcome = 'ok' | 'nothing' | 'stale' | 'unknown' | 'duplicate' | 'held' | `illegal ${RoundState}` | 'not possible';

/**
 * What the outbox promises, without Redis: a state, a holder, a unit. Every deadline has passed and every lease is over, so that expiry
 * and takeover may strike at any moment.
 */
export class OutboxModel {
  state: RoundState | 'none' = 'none';
  private claimant: 'A' | 'B' | 'none' = 'none';
  private holdsUnit = false;
  private rivalHoldsUnit = false;
  private roundsLeft = 1;

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
        return this.workerMove('A', 'settle');
      case 'lapseB':
        return this.workerMove('B', 'lapse');
    }
  }

  private reserve(): Outcome {
    if (!this.hasUnit()) return 'held';
    this.state = 'reserved';
    this.holdsUnit = true;
    return 'ok';
  }

  rival(): Outcome {
    if (!this.hasUnit()) return 'held';
    this.rivalHoldsUnit = true;
    return 'ok';
  }

  private hasUnit(): boolean {
    return Number(this.holdsUnit) + Number(this.rivalHoldsUnit) < this.roundsLeft;
  }

  private gatewayMove(move: 'commit' | 'fail'): Outcome {
    if (this.state === 'none') return 'not possible';
    if (this.state !== MOVES[move].from) return `illegal ${this.state}`;
    this.state = MOVES[move].to;
    if (move === 'fail') this.holdsUnit = false;
    return 'ok';
  }

  private expire(): Outcome {
    this.rivalHoldsUnit = false;
    if (this.state === MOVES.expire.from) {
      this.state = MOVES.expire.to;
      this.holdsUnit = false;
    }
    return 'ok';
  }

  private claim(worker: 'A' | 'B'): Outcome {
    if (this.state !== 'pending') return 'nothing';
    this.claimant = worker;
    return 'ok';
  }

  private workerMove(worker: 'A' | 'B', move: 'settle' | 'lapse'): Outcome {
    if (this.claimant !== worker || this.state === 'none') return 'stale';
    if (this.state !== MOVES[move].from) return `illegal ${this.state}`;
    this.state = MOVES[move].to;
    this.holdsUnit = false;
    if (move === 'settle') this.roundsLeft = 0;
    return 'ok';
  }
}
