import { useEffect, useRef, useState } from 'preact/hooks';
import { explainFailure, type ExplainedFailure } from '../rounds/explain-failure.js';

/** Something that the visitor waits for. */
export type Task<T> =
  | { readonly state: 'idle' | 'running' }
  | { readonly state: 'done'; readonly value: T }
  | { readonly state: 'failed'; readonly failure: ExplainedFailure };

export interface TaskRunner<T> {
  readonly task: Task<T>;
  /** Starts it, in place of one that still runs. */
  readonly run: (work: (signal: AbortSignal) => Promise<T>) => void;
  readonly reset: () => void;
}

/** One task at a time: the last one that was started is shown. It ends with the part of the page that it belongs to. */
export function useTask<T>(): TaskRunner<T> {
  const [task, setTask] = useState<Task<T>>({ state: 'idle' });
  const latest = useRef<AbortController | null>(null);
  const begin = (): AbortController => {
    latest.current?.abort();
    latest.current = new AbortController();
    return latest.current;
  };
  useEffect(() => () => latest.current?.abort(), []);
  return {
    task,
    reset() {
      begin();
      setTask({ state: 'idle' });
    },
    run(work) {
      const own = begin();
      const show = (shown: Task<T>): void => {
        if (latest.current === own) setTask(shown);
      };
      setTask({ state: 'running' });
      work(own.signal).then(
        (value) => show({ state: 'done', value }),
        (error: unknown) => show({ state: 'failed', failure: explainFailure(error) }),
      );
    },
  };
}
