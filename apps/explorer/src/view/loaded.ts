import { type ComponentChildren, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { explainFailure } from '../rounds/explain-failure.js';
import { FailureNote } from './failure-note.js';
import type { Task } from './task.js';

/** Something that a view reads: it runs, it is there, or it failed and may be read again. */
export interface Loading<T> {
  readonly task: Task<T>;
  readonly again: () => void;
}

/**
 * Reads when the view opens, again where `key` changes, and every so often where that is set. A value stays while it is read again.
 *
 * @param load undefined: there is nothing to read yet
 */
export function useLoading<T>(load: ((signal: AbortSignal) => Promise<T>) | undefined, key: unknown, everyMs?: number): Loading<T> {
  const [task, setTask] = useState<Task<T>>({ state: 'running' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    setTask({ state: 'running' });
    if (load === undefined) return undefined;
    const left = new AbortController();
    const show = (next: (known: Task<T>) => Task<T>): void => {
      if (!left.signal.aborted) setTask(next);
    };
    const read = (): void => {
      load(left.signal).then(
        (value) => show(() => ({ state: 'done', value })),
        (error: unknown) => show((known) => (known.state === 'done' ? known : { state: 'failed', failure: explainFailure(error) })),
      );
    };
    read();
    const timer = everyMs === undefined ? undefined : setInterval(() => document.hidden || read(), everyMs);
    return () => {
      left.abort();
      clearInterval(timer);
    };
  }, [key, attempt]);
  return { task, again: () => setAttempt((known) => known + 1) };
}

/** The three states of what a view reads. Only what is there is ever called empty. */
export function Loaded<T>({
  of: { task, again },
  what,
  room = '',
  children,
}: {
  readonly of: Loading<T>;
  /** Named while it runs, such as `the feeds`. */
  readonly what: string;
  /** A class of the style sheet that keeps the room of what is read. */
  readonly room?: string;
  readonly children: (value: T) => ComponentChildren;
}): ComponentChildren {
  switch (task.state) {
    case 'idle':
    case 'running':
      return h('p', { class: `quiet loading ${room}`, role: 'status' }, `Reading ${what} …`);
    case 'failed':
      return h('div', null, [h(FailureNote, { failure: task.failure }), h('button', { type: 'button', onClick: again }, 'Try again')]);
    case 'done':
      return children(task.value);
  }
}
