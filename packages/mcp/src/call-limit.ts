/** More calls at once than this server runs. */
export class TooManyCallsError extends Error {
  override readonly name = 'TooManyCallsError';

  constructor(readonly maxCalls: number) {
    super(`this server runs ${maxCalls} calls at once`);
  }
}

export type CallLimit = <T>(task: () => Promise<T>) => Promise<T>;

/** Refuses a call where `maxCalls` are under way. */
export function createCallLimit(maxCalls: number): CallLimit {
  let running = 0;
  return async (task) => {
    if (running >= maxCalls) throw new TooManyCallsError(maxCalls);
    running += 1;
    try {
      return await task();
    } finally {
      running -= 1;
    }
  };
}
