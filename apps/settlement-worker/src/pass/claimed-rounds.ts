import type { RoundId } from '@oracle-gateway/protocol';
import type { ClaimedRound } from './claimed-round.js';

/** The rounds that one worker has claimed or is claiming, at most `limit` together. */
export interface ClaimedRounds {
  /** Number of rounds that still fit. */
  room(): number;
  /** Resolves when this many fit, or when all fit that ever can. */
  untilRoom(rounds: number): Promise<void>;
  /** Claimed rounds; a round whose claim is under way is not among them. */
  all(): readonly ClaimedRound[];
  /** Nothing is claimed or being claimed. */
  isEmpty(): boolean;
  /** Rounds are being claimed. */
  isClaiming(): boolean;
  /** Marks a round as being claimed; false if it is already claimed or being claimed. */
  begin(roundId: RoundId): boolean;
  /** Ends `begin`, with the round if it was claimed. */
  end(roundId: RoundId, round: ClaimedRound | null): void;
  drop(roundId: RoundId): void;
}

export function createClaimedRounds(limit: number): ClaimedRounds {
  const claimed = new Map<RoundId, ClaimedRound>();
  const begun = new Set<RoundId>();
  let waiting: { readonly rounds: number; readonly go: () => void }[] = [];

  const room = (): number => Math.max(0, limit - claimed.size - begun.size);
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
    all: () => [...claimed.values()],
    isClaiming: () => begun.size > 0,
    isEmpty: () => claimed.size + begun.size === 0,
    begin(roundId) {
      if (claimed.has(roundId) || begun.has(roundId)) return false;
      begun.add(roundId);
      return true;
    },
    end(roundId, round) {
      begun.delete(roundId);
      if (round !== null) claimed.set(roundId, round);
      letGo();
    },
    drop(roundId) {
      claimed.delete(roundId);
      letGo();
    },
  };
}
