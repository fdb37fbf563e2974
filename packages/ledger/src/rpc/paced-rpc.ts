import { LedgerBusyError } from '../errors.js';
import { createPace } from './pace.js';
import type { RpcCall } from './rpc-client.js';

/** The client to pace. */
export interface PacedRpcDeps {
  readonly rpc: RpcCall;
  readonly monotonicMs?: () => number;
  readonly random?: () => number;
}

/** Milliseconds for which a refused call is repeated. */
const PATIENCE_MS = 15_000;
/** Largest number of waiting calls. */
const MAX_WAITING = 2_000;

interface Waiting {
  readonly begin: () => void;
}

/**
 * Keeps calls within the server's limit. When the server asks for fewer calls, all calls of this client slow down, and refused calls are
 * repeated. Waiting reads go before waiting broadcasts: the outcome of earlier transactions is known before the next is sent.
 * Throws what `rpc` throws; LedgerBusyError only after fifteen seconds.
 */
export function createPacedRpc({ rpc, monotonicMs = () => performance.now(), random = Math.random }: PacedRpcDeps): RpcCall {
  const pace = createPace({ monotonicMs, random });
  const reads: Waiting[] = [];
  const broadcasts: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;

  const beginWaiting = (): void => {
    timer = undefined;
    while (pace.waitMs() === 0) {
      const next = reads.shift() ?? broadcasts.shift();
      if (next === undefined) return;
      pace.started();
      next.begin();
    }
    timer ??= setTimeout(beginWaiting, Math.max(1, Math.ceil(pace.waitMs())));
  };

  const turn = async (method: string): Promise<void> => {
    const waitingCount = reads.length + broadcasts.length;
    if (waitingCount === 0 && pace.waitMs() === 0) {
      pace.started();
      return;
    }
    if (waitingCount >= MAX_WAITING) throw new LedgerBusyError(method, 'too many calls wait for their turn', null);
    await new Promise<void>((begin) => {
      (method === 'sendTransaction' ? broadcasts : reads).push({ begin });
      timer ??= setTimeout(beginWaiting, Math.max(1, Math.ceil(pace.waitMs())));
    });
  };

  return async (method, params) => {
    const untilMs = monotonicMs() + PATIENCE_MS;
    for (;;) {
      await turn(method);
      const startedAtMs = monotonicMs();
      try {
        const result = await rpc(method, params);
        pace.succeeded();
        return result;
      } catch (error) {
        if (!(error instanceof LedgerBusyError)) throw error;
        pace.refused(startedAtMs, error.retryAfterMs);
        if (monotonicMs() >= untilMs) throw error;
      }
    }
  };
}
