/** Runs a task in a turn of the event loop that it shares with no other. */
export type RunInTurn = <T>(task: () => T) => Promise<T>;

/**
 * Reading a large body takes tens of milliseconds of the one thread. Bodies that arrive together are read one in a turn, so that between
 * two of them everything else gets its turn: a `sign` waits for one body, never for all.
 */
export function createTurns(): RunInTurn {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const turn = last.then(nextTurn).then(task);
    last = turn.catch(() => undefined);
    return turn;
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
