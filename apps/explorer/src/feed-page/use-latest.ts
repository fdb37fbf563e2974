import type { LedgerOptions, SourceInput, VerifiedValue } from '@oracle-gateway/client';
import { feedVerifier, type LatestValues } from '@oracle-gateway/client/public-feeds';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { explainFailure, type ExplainedFailure } from '../rounds/explain-failure.js';
import type { Task } from '../view/task.js';
import { type LatestAnswer, latestAnswerIn, latestAnswerOf } from './latest-answer.js';

/** An answer of a feed, and what became of its verification in this page. */
export interface LiveAnswer {
  readonly latest: LatestAnswer;
  readonly verified: Task<VerifiedValue>;
}

export interface LatestAnswers {
  /** The newest; undefined before there is one. */
  readonly newest: LiveAnswer | undefined;
  /** Those of this visit, newest first. */
  readonly seen: readonly LiveAnswer[];
  /** The first reading is over. */
  readonly isRead: boolean;
  /** Answers come by themselves; otherwise they are asked for. */
  readonly isStreamed: boolean;
  /** The feed cannot be read. */
  readonly failure: ExplainedFailure | undefined;
}

interface LatestInput {
  readonly gateway: string;
  readonly reads: Pick<LatestValues, 'told'>;
  readonly ledger: LedgerOptions;
  readonly feedId: string;
  readonly source: SourceInput;
  readonly quorum: number;
}

const POLL_MS = 10_000;
const REOPEN_MS = 30_000;
const MAX_SEEN = 20;
const NOTHING: LatestAnswers = { newest: undefined, seen: [], isRead: false, isStreamed: false, failure: undefined };

/** Follows a public feed: by its stream, and by reading it where the stream does not come. Each answer is verified here. */
export function useLatest({ gateway, reads, ledger, feedId, source, quorum }: LatestInput): LatestAnswers {
  const [state, setState] = useState(NOTHING);
  const verify = useMemo(() => feedVerifier(ledger), [ledger]);
  useEffect(() => {
    const left = new AbortController();
    const { signal } = left;
    const change = (next: (known: LatestAnswers) => LatestAnswers): void => {
      if (!signal.aborted) setState(next);
    };
    const judge = (roundId: string, verified: Task<VerifiedValue>): void => change((known) => withVerdict(known, roundId, verified));
    const show = (latest: LatestAnswer): void => {
      change((known) => withAnswer(known, latest));
      verify({ answer: latest.result, place: latest.place, expected: { feedId, source, quorum }, signal }).then(
        (value) => judge(latest.roundId, { state: 'done', value }),
        (error: unknown) => judge(latest.roundId, { state: 'failed', failure: explainFailure(error) }),
      );
    };
    let shown: readonly string[] = [];
    const take = (latest: LatestAnswer | undefined): void => {
      if (latest === undefined || shown.includes(latest.roundId)) return;
      shown = [latest.roundId, ...shown].slice(0, MAX_SEEN);
      show(latest);
    };
    const read = (): void => {
      reads.told(feedId, { signal }).then(
        (told) => {
          take(latestAnswerIn(told));
          change((known) => ({ ...known, isRead: true, failure: undefined }));
        },
        (error: unknown) => change((known) => ({ ...known, isRead: true, failure: explainFailure(error) })),
      );
    };
    read();
    let isStreamed = false;
    const stream = keepOpen(`${gateway}/v1/feeds/${feedId}/stream`, {
      onText: (text) => take(latestAnswerOf(text)),
      onState(isOpen) {
        isStreamed = isOpen;
        change((known) => ({ ...known, isStreamed: isOpen }));
      },
    });
    const timer = setInterval(() => isStreamed || document.hidden || read(), POLL_MS);
    return () => {
      left.abort();
      clearInterval(timer);
      stream.close();
      setState(NOTHING);
    };
  }, [gateway, feedId, verify]);
  return state;
}

interface StreamHandlers {
  readonly onText: (text: unknown) => void;
  readonly onState: (isOpen: boolean) => void;
}

/**
 * A stream of events while the page is in sight: a browser has few connections to one origin. The browser opens one again that broke off; one that
 * was refused is asked for anew after a while.
 */
function keepOpen(url: string, { onText, onState }: StreamHandlers): { readonly close: () => void } {
  let stream: EventSource | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    clearTimeout(waiting);
    stream?.close();
    stream = undefined;
  };
  const open = (): void => {
    end();
    if (document.hidden) return;
    const opened = new EventSource(url);
    stream = opened;
    opened.addEventListener('open', () => onState(true));
    opened.addEventListener('message', ({ data }: MessageEvent<unknown>) => onText(data));
    opened.addEventListener('error', () => {
      onState(false);
      if (opened.readyState === EventSource.CLOSED) waiting = setTimeout(open, REOPEN_MS);
    });
  };
  const follow = (): void => {
    if (document.hidden) {
      end();
      onState(false);
    } else if (stream === undefined) {
      open();
    }
  };
  document.addEventListener('visibilitychange', follow);
  open();
  return {
    close() {
      document.removeEventListener('visibilitychange', follow);
      end();
    },
  };
}

function withAnswer(known: LatestAnswers, latest: LatestAnswer): LatestAnswers {
  const answer: LiveAnswer = { latest, verified: { state: 'running' } };
  const seen = [answer, ...known.seen].toSorted((a, b) => b.latest.observedAtMs - a.latest.observedAtMs).slice(0, MAX_SEEN);
  return { ...known, seen, newest: seen[0] };
}

function withVerdict(known: LatestAnswers, roundId: string, verified: Task<VerifiedValue>): LatestAnswers {
  const seen = known.seen.map((one) => (one.latest.roundId === roundId ? { ...one, verified } : one));
  return { ...known, seen, newest: seen[0] };
}
