import type { ApiConfig } from '@oracle-gateway/protocol';
import { linkAbort } from '@oracle-gateway/process';
import { NodeError, SourceError } from '../errors/node-error.js';
import { requesterTenant } from '../sharing/asker.js';
import { createFetchShares } from './fetch-shares.js';
import { type FetchParticulars, fetchTime, type FetchTimeouts, sourceOrigin } from './safe-fetch.js';

/** Concurrent fetches of the lists and indices of one requester from one origin. */
const MAX_OF_SEVERAL = 4;

type Waiting = Pick<FetchParticulars, 'by' | 'signal' | 'waitedMs' | 'isOneOfSeveral' | 'payment'>;

/** Places of fetches: so many of one requester at one origin at once, and fewer of its lists and indices. */
export interface FetchAdmission {
  /**
   * Runs a fetch in a place, and tells it how many milliseconds of the gateway's deadline are over. Throws NodeError `share_used` where too
   * many fetches of the requester were under way there for too long, or SourceError where the signal is aborted first.
   */
  run<T>(config: Pick<ApiConfig, 'url'>, asked: Waiting, fetch: (waitedMs: number) => Promise<T>): Promise<T>;
}

export function createFetchAdmission(
  deps: FetchTimeouts & {
    /** Concurrent fetches of one requester from one origin. Only the places of observations limit connections otherwise. */
    readonly maxPerRequesterAndOrigin: number;
    /** A clock that is never set back. */
    readonly monotonicMs: () => number;
  },
): FetchAdmission {
  const shares = createFetchShares({ maxPerKey: deps.maxPerRequesterAndOrigin });
  const sharesOfSeveral = createFetchShares({ maxPerKey: Math.min(MAX_OF_SEVERAL, deps.maxPerRequesterAndOrigin) });

  return {
    run: async (config, asked, fetch) => {
      const key = `${requesterTenant(asked.by).name} ${sourceOrigin(config)}`;
      const { mostMs, leftMs } = fetchTime(asked, deps);
      const isOneOfSeveral = asked.isOneOfSeveral === true;
      const beganMs = deps.monotonicMs();
      const waits = linkAbort(asked.signal);
      // A fetch that began later would not have its whole time, and its source would be blamed for what it waited here. One of several sources
      // waits for the others, so half of the time is enough for it.
      const neededMs = isOneOfSeveral ? mostMs / 2 : mostMs;
      const waiting = setTimeout(() => waits.abort(new NodeError('share_used')), Math.max(0, leftMs - neededMs));
      const fetchNow = async () => {
        clearTimeout(waiting);
        return await fetch((asked.waitedMs ?? 0) + deps.monotonicMs() - beganMs);
      };
      const fetchOfRequester = () => shares.run(key, waits.signal, fetchNow);
      try {
        return await (isOneOfSeveral ? sharesOfSeveral.run(key, waits.signal, fetchOfRequester) : fetchOfRequester());
      } catch (error) {
        throw error === asked.signal.reason ? SourceError.ofEndedSession() : error;
      } finally {
        clearTimeout(waiting);
        waits.release();
      }
    },
  };
}
