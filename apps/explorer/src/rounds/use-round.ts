import { UnknownOutcomeError } from '@oracle-gateway/client';
import { useState } from 'preact/hooks';
import { type AnyRound, type Asked, askFor } from '../source/asked.js';
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
  readonly verified: readonly AnyRound[];
  readonly ask: (request: RoundRequest) => void;
  /** Looks the open outcome up; undefined where none is open. */
  readonly lookUp: (() => void) | undefined;
  readonly reset: () => void;
}

interface AskedRound {
  readonly round: AnyRound;
  readonly asked: Asked;
}

interface Progress {
  readonly roundId: string;
  readonly settling: Settling;
  readonly steps: readonly RoundStep[];
}

/** Asks for one round at a time, and follows it to its settlement. */
export function useRound(): RoundRunner {
  const { task, run, reset } = useTask<AskedRound>();
  const [verified, setVerified] = useState<readonly AnyRound[]>([]);
  const [progress, setProgress] = useState<Progress | undefined>(undefined);
  const [open, setOpen] = useState<OpenOutcome | undefined>(undefined);

  const follow = ({ client }: Identity, round: AnyRound, signal: AbortSignal): void => {
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

  const earn = (request: RoundRequest, work: (signal: AbortSignal) => Promise<AnyRound>): void =>
    run(async (signal) => {
      try {
        const round = await work(signal);
        setOpen(undefined);
        setVerified((known) => [...known, round].slice(-MAX_KEPT));
        follow(request.identity, round, signal);
        return { round, asked: request.asked };
      } catch (error) {
        if (error instanceof UnknownOutcomeError) {
          const { roundId, paymentId } = error;
          setOpen({ request, ...(roundId === undefined ? {} : { roundId }), ...(paymentId === undefined ? {} : { paymentId }) });
        }
        throw error;
      }
    });

  const shown = (done: AskedRound): ShownRound =>
    progress?.roundId === done.round.roundId ? { ...done, ...progress } : { ...done, settling: { state: 'waiting' }, steps: [] };
  return {
    task: task.state === 'done' ? { state: 'done', value: shown(task.value) } : task,
    verified,
    ask(request) {
      const { identity, asked, quorum } = request;
      if (open !== undefined) return;
      earn(request, async (signal) => {
        const secrets = request.secrets();
        return askFor(identity.client, asked, { quorum, signal, ...(secrets === undefined ? {} : { secrets }) });
      });
    },
    lookUp:
      open === undefined
        ? undefined
        : () => earn(open.request, async (signal) => lookUpRound(open, { signal, onOver: () => setOpen(undefined) })),
    reset,
  };
}
