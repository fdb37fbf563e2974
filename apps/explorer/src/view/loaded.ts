import { type ComponentChildren, h } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { FailureNote } from './failure-note.js';
import { type Task, useTask } from './task.js';

/** Something that a view reads: it runs, it is there, or it failed and may be read again. */
export interface Loading<T> {
  readonly task: Task<T>;
  readonly again: () => void;
}

/**
 * Reads when the view opens, and again where `key` changes.
 *
 * @param load undefined: there is nothing to read yet
 */
export function useLoading<T>(load: ((signal: AbortSignal) => Promise<T>) | undefined, key: unknown): Loading<T> {
  const { task, run, reset } = useTask<T>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (load === undefined) reset();
    else run(load);
  }, [key, attempt]);
  return { task, again: () => setAttempt((known) => known + 1) };
}

/** The three states of what a view reads. Only what is there is ever called empty. */
export function Loaded<T>({
  of: { task, again },
  what,
  children,
}: {
  readonly of: Loading<T>;
  /** Named while it runs, such as `the feeds`. */
  readonly what: string;
  readonly children: (value: T) => ComponentChildren;
}): ComponentChildren {
  switch (task.state) {
    case 'idle':
    case 'running':
      return h('p', { class: 'quiet loading', role: 'status' }, `Reading ${what} …`);
    case 'failed':
      return h('div', null, [h(FailureNote, { failure: task.failure }), h('button', { type: 'button', onClick: again }, 'Try again')]);
    case 'done':
      return children(task.value);
  }
}
