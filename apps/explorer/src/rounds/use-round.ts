import type { ApiConfigInput, Round } from '@oracle-gateway/client';
import { useState } from 'preact/hooks';
import { type Task, useTask } from '../view/task.js';
import type { Identity } from '../wallets/identity.js';
import { explainFailure } from './explain-failure.js';
import type { Settling, ShownRound } from './shown-round.js';

const MAX_KEPT = 200;

export interface RoundRunner {
  readonly task: Task<ShownRound>;
  /** Verified rounds of this visit, oldest first. */
  readonly verified: readonly Round[];
  readonly ask: (identity: Identity, source: ApiConfigInput, quorum: number) => void;
  readonly reset: () => void;
}

/** Asks for one round at a time, and follows it to its settlement. */
export function useRound(): RoundRunner {
  const { task, run, reset } = useTask<Round>();
  const [verified, setVerified] = useState<readonly Round[]>([]);
  const [settling, setSettling] = useState<{ readonly roundId: string; readonly now: Settling } | undefined>(undefined);
  const follow = (round: Round, signal: AbortSignal): void => {
    const show = (now: Settling): void => {
      if (!signal.aborted) setSettling({ roundId: round.roundId, now });
    };
    show({ state: 'waiting' });
    round.settled({ signal }).then(
      (settlement) => show({ state: 'done', settlement }),
      (error: unknown) => show({ state: 'failed', failure: explainFailure(error) }),
    );
  };
  return {
    task:
      task.state === 'done'
        ? {
            state: 'done',
            value: { round: task.value, settling: settling?.roundId === task.value.roundId ? settling.now : { state: 'waiting' } },
          }
        : task,
    verified,
    ask: (identity, source, quorum) =>
      run(async (signal) => {
        const round = await identity.client.round(source, { quorum, signal });
        setVerified((known) => [...known, round].slice(-MAX_KEPT));
        follow(round, signal);
        return round;
      }),
    reset,
  };
}
