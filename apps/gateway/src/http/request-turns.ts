import type { IncomingMessage } from 'node:http';
import { createTurns, type Tenant } from '@oracle-gateway/fair-share';
import { GatewayError } from '../errors/gateway-error.js';

/** Turns of the one thread, which senders share by the time that their requests take of it. */
export interface RequestTurns {
  /**
   * Resolves in a turn of the sender's: what then runs without waiting is measured. A request that still has its turn keeps it. Throws
   * `client_gone` once the signal is aborted.
   */
  take(request: IncomingMessage, sender: Tenant, gone: AbortSignal): Promise<void>;
  /** Milliseconds of the thread that the request took in its turns, the present one included. */
  usedMs(request: IncomingMessage): number;
}

/** More than there are connections, and each has one request under way: a sender that has all of them still finds its places. */
const MAX_WAITING = 16_384;
/** Reading and parsing a request, which comes before its turn. */
const LEAST_MS = 0.1;

/**
 * A sender may ask on as many connections as it likes. Without turns, one turn of the event loop would serve all of them, and every step of
 * every other sender's round would wait for that. Here one request is begun in each turn of the loop, for the sender that took least time
 * lately.
 */
export function createRequestTurns({ monotonicMs }: { readonly monotonicMs: () => number }): RequestTurns {
  const turns = createTurns({ max: MAX_WAITING }, { nowMs: monotonicMs });
  const used = new WeakMap<IncomingMessage, number>();
  let current: { readonly request: IncomingMessage; readonly begunMs: number } | null = null;

  return {
    usedMs(request) {
      const beforeMs = used.get(request) ?? 0;
      return current?.request === request ? beforeMs + (monotonicMs() - current.begunMs) : beforeMs;
    },
    async take(request, sender, gone) {
      if (current?.request === request) return;
      const turn = await turns.wait(sender, gone).catch(() => {
        throw new GatewayError('client_gone');
      });
      if (!turn.ok) return;
      await new Promise<void>((resolve) => {
        let begunMs = 0;
        // The promises that the first one lets go on have all run when the second is called.
        setImmediate(() => {
          begunMs = monotonicMs();
          current = { request, begunMs };
          resolve();
        });
        setImmediate(() => {
          const ms = monotonicMs() - begunMs;
          used.set(request, (used.get(request) ?? 0) + ms);
          current = null;
          turn.end(Math.max(LEAST_MS, ms));
        });
      });
    },
  };
}
