import type { RoundId } from '@oracle-gateway/protocol';
import type { RoundInHand } from './round-in-hand.js';

/** The rounds that one worker has claimed, at most `limit`, those included that are being claimed. */
export interface Hand {
  /** How many more fit. */
  room(): number;
  /** Resolves when so many fit. */
  untilRoom(rounds: number): Promise<void>;
  rounds(): readonly RoundInHand[];
  /** Nothing is in hand or being claimed. */
  isEmpty(): boolean;
  /** Rounds are being claimed. */
  isTaking(): boolean;
  /** Marks a round as being claimed; false when it is, or is in hand. */
  begin(roundId: RoundId): boolean;
  /** Ends `begin`, with the round if it was claimed. */
  end(roundId: RoundId, round: RoundInHand | null): void;
  drop(roundId: RoundId): void;
}

export function createHand(limit: number): Hand {
  const rounds = new Map<RoundId, RoundInHand>();
  const begun = new Set<RoundId>();
  let waiting: { readonly rounds: number; readonly go: () => void }[] = [];

  const room = (): number => Math.max(0, limit - rounds.size - begun.size);
  const letGo = (): void => {
    const free = room();
    const ready = waiting.filter((waiter) => waiter.rounds <= free);
    waiting = waiting.filter((waiter) => waiter.rounds > free);
    ready.forEach(({ go }) => go());
  };

  return {
    room,
    async untilRoom(wanted) {
      const needed = Math.min(wanted, limit);
      while (room() < needed) await new Promise<void>((go) => waiting.push({ rounds: needed, go }));
    },
    rounds: () => [...rounds.values()],
    isTaking: () => begun.size > 0,
    isEmpty: () => rounds.size + begun.size === 0,
    begin(roundId) {
      if (rounds.has(roundId) || begun.has(roundId)) return false;
      begun.add(roundId);
      return true;
    },
    end(roundId, round) {
      begun.delete(roundId);
      if (round !== null) rounds.set(roundId, round);
      letGo();
    },
    drop(roundId) {
      rounds.delete(roundId);
      letGo();
    },
  };
}
