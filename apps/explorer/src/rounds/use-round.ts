import { type Round, UnknownOutcomeError } from '@oracle-gateway/client';
import { useState } from 'preact/hooks';
import { type Task, useTask } from '../view/task.js';
import type { Identity } from '../wallets/identity.js';
import { explainFailure } from './explain-failure.js';
import { lookUpRound } from './look-up.js';
import type { OpenOutcome, RoundRequest } from './round-request.js';
import type { Settling, ShownRound } from './shown-round.js';
import { type RoundStep, stepOf, withStep } from './steps.js';

const MAX_KEPT = 200;

export interface RoundRunner {
  readonly task: Task<ShownRound>;
  /** Verified rounds of this visit, oldest first. */
  readonly verified: readonly Round[];
  readonly ask: (request: RoundRequest) => void;
  /** Looks the open outcome up; undefined where none is open. */
  readonly lookUp: (() => void) | undefined;
  readonly reset: () => void;
}

interface Progress {
  readonly roundId: string;
  readonly settling: Settling;
  readonly steps: readonly RoundStep[];
}

/** Asks for one round at a time, and follows it to its settlement. */
export function useRound(): RoundRunner {
  const { task, run, reset } = useTask<Round>();
  const [verified, setVerified] = useState<readonly Round[]>([]);
  const [progress, setProgress] = useState<Progress | undefined>(undefined);
  const [open, setOpen] = useState<OpenOutcome | undefined>(undefined);

  const follow = ({ client }: Identity, round: Round, signal: AbortSignal): void => {
    const { roundId } = round;
    const change = (next: (now: Progress) => Progress): void => {
      if (!signal.aborted) setProgress((now) => (now?.roundId === roundId ? next(now) : now));
    };
    const show = (settling: Settling): void => change((now) => ({ ...now, settling }));
    setProgress({ roundId, settling: { state: 'waiting' }, steps: [] });
    round.settled({ signal }).then(
      (settlement) => show({ state: 'done', settlement }),
      (error: unknown) => show({ state: 'failed', failure: explainFailure(error) }),
    );
    const tell = async (): Promise<void> => {
      for await (const status of client.follow(roundId, { signal }))
        change((now) => ({ ...now, steps: withStep(now.steps, stepOf(status, Date.now())) }));
    };
    // Steps are the gateway's word, and a gateway may tell none: the settlement is found without them.
    tell().catch(() => undefined);
  };

  const earn = (request: RoundRequest, work: (signal: AbortSignal) => Promise<Round>): void =>
    run(async (signal) => {
      try {
        const round = await work(signal);
        setOpen(undefined);
        setVerified((known) => [...known, round].slice(-MAX_KEPT));
        follow(request.identity, round, signal);
        return round;
      } catch (error) {
        if (error instanceof UnknownOutcomeError) {
          const { roundId, paymentId } = error;
          setOpen({ request, ...(roundId === undefined ? {} : { roundId }), ...(paymentId === undefined ? {} : { paymentId }) });
        }
        throw error;
      }
    });

  const shown = (round: Round): ShownRound =>
    progress?.roundId === round.roundId ? { round, ...progress } : { round, settling: { state: 'waiting' }, steps: [] };
  return {
    task: task.state === 'done' ? { state: 'done', value: shown(task.value) } : task,
    verified,
    ask(request) {
      const { identity, source, quorum } = request;
      if (open !== undefined) return;
      earn(request, async (signal) => {
        const secrets = request.secrets();
        return identity.client.round(source, { quorum, signal, ...(secrets === undefined ? {} : { secrets }) });
      });
    },
    lookUp:
      open === undefined
        ? undefined
        : () => earn(open.request, async (signal) => lookUpRound(open, { signal, onOver: () => setOpen(undefined) })),
    reset,
  };
}
