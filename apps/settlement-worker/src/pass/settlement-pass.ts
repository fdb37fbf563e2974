import type { RoundId } from '@oracle-gateway/protocol';
import type { Purpose } from './claimed-round.js';
import { createClaimedRounds } from './claimed-rounds.js';
import { claimRounds } from './intake.js';
import { createLoneSimulations } from './lone-simulations.js';
import type { PassDeps } from './pass-deps.js';
import { createRoundWrites } from './round-writes.js';
import { createSettlementLoop } from './settlement-loop.js';

/** All rounds that one worker settles, from the claim to the record of their outcome. */
export interface SettlementPass {
  /** Number of rounds that may still be claimed; 0 while the ledger does not answer. */
  room(): number;
  /** Resolves when this many rounds fit. */
  untilRoom(rounds: number): Promise<void>;
  /**
   * Claims the rounds that can be claimed. Resolves with their number; they are settled afterwards. Rounds that fill no
   * transaction wait `mayWaitMs` for others.
   */
  take(roundIds: readonly RoundId[], purpose: Purpose, options?: { readonly mayWaitMs?: number }): Promise<number>;
  /** Settles the claimed rounds until `patience` is aborted, and gives the rest back. */
  close(patience: AbortSignal): Promise<void>;
}

export interface SettlementPassInput {
  readonly maxClaimed: number;
  /** A round was given back and may be claimed again after `ms`; 0: the ledger answers again. */
  readonly onDue: (ms: number) => void;
  readonly random?: () => number;
}

/**
 * Claim → read → decide → send → watch → conclude. One loop reads for all rounds together. Later steps belong to each round alone, so that
 * a round that hangs or fails delays no other.
 */
export function createSettlementPass(deps: PassDeps, { maxClaimed, onDue, random = Math.random }: SettlementPassInput): SettlementPass {
  const { ledger, upstreams, metrics } = deps;
  const rounds = createClaimedRounds(maxClaimed);
  const loneSimulations = createLoneSimulations(deps);
  const writes = createRoundWrites({ pass: deps, loneSimulations, onDue }, rounds);
  const loop = createSettlementLoop(deps, { rounds, writes, onLedgerBack: () => onDue(0), random });
  let isClosing = false;

  return {
    room: () => (upstreams.isUp('ledger') ? rounds.room() : 0),
    untilRoom: (wanted) => rounds.untilRoom(wanted),
    async take(roundIds, purpose, { mayWaitMs = 0 } = {}) {
      if (isClosing) return 0;
      // A fee that is out of date is renewed while these rounds are claimed and read.
      void ledger.priorityFee.refresh();
      const claimed = await claimRounds({ pass: deps, loneSimulations }, rounds, { roundIds, purpose, mayWaitMs });
      loop.checkAtAll();
      return claimed;
    },
    async close(patience) {
      isClosing = true;
      await loop.close(patience);
      writes.giveBack('the worker that had claimed the round has stopped', 'all');
      await writes.finished();
      metrics.claimed.set(0);
    },
  };
}
