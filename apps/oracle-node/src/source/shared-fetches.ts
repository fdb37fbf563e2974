import { type ApiConfig, type SourceId, type SourceNumber, toHex, type UnixMs } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import { type AbortLink, linkAbort } from '@oracle-gateway/process';
import { NodeError, SourceError } from '../errors/node-error.js';
import type { FetchAdmission } from './fetch-admission.js';
import type { ObserveNumber, ReadingTerms } from './observe-number.js';
import { type FetchParticulars, fetchTime, type FetchTimeouts } from './safe-fetch.js';
import { createSharedFetch, type SharedFetch } from './shared-fetch.js';

/** A result serves for so long after its fetch, and where values have a greatest age, for no more than this part of it. */
const KEPT_MS = 200;
const KEPT_PART_OF_AGE = 1 / 4;
/** Remembered fetches. One that is forgotten while it is under way goes on, and is ridden no more. */
const MAX_REMEMBERED = 1_024;
/** The wall clock was set, where it moved so far against the monotonic one during a fetch: the begin of the fetch is not known any more. */
const CLOCK_SET_MS = 20;

/** A source that is asked for a round or a dry run. */
export interface AskedSource extends FetchParticulars, ReadingTerms {
  readonly sourceId: SourceId;
  /** The stamp of the round, which the clock has reached. A dry run has none. */
  readonly observedAtMs?: UnixMs | undefined;
}

/** Observes as {@link ObserveNumber} does. Throws NodeError `share_used` too, before the source is asked. */
export type ObserveSource = (config: ApiConfig, asked: AskedSource) => Promise<SourceNumber>;

/** The newest fetch of one source for one gateway. */
interface Remembered {
  readonly fetch: SharedFetch;
  /** The requester whose places and turns the fetch takes. */
  readonly leader: string;
  readonly beganAtMs: number;
  /** The wall clock less the monotonic one, at the begin. */
  readonly apartMs: number;
  /** The end on the monotonic clock; null while the fetch is under way. */
  endedMs: number | null;
}

/**
 * Fetches a source once for all rounds of a gateway that may share it: those whose stamp is not after the begin of the fetch, while it is under
 * way and for a moment after. A round that finds no such fetch waits for a place of its own requester, or for another round to begin
 * one: no round waits behind the fetches of another requester.
 */
export function createSharedFetches(
  deps: FetchTimeouts & {
    readonly admission: FetchAdmission;
    readonly observeNumber: ObserveNumber;
    readonly nowMs: () => number;
    /** A clock that is never set back. */
    readonly monotonicMs: () => number;
  },
): ObserveSource {
  const { admission, observeNumber, nowMs, monotonicMs } = deps;
  const newest = new BoundedMap<string, Remembered>(MAX_REMEMBERED);
  /** Rounds that wait for a place, by what they would fetch. */
  const waiting = new Map<string, Set<AbortLink>>();

  const fitting = (key: string, { observedAtMs, maxAgeMs = Infinity }: AskedSource): Remembered | null => {
    const known = newest.peek(key);
    if (known === undefined || observedAtMs === undefined || known.beganAtMs < observedAtMs) return null;
    const wasClockSet = Math.abs(nowMs() - monotonicMs() - known.apartMs) > CLOCK_SET_MS;
    const isOld = known.endedMs !== null && monotonicMs() - known.endedMs > Math.min(KEPT_MS, maxAgeMs * KEPT_PART_OF_AGE);
    return wasClockSet || isOld || known.fetch.state() === 'abandoned' ? null : known;
  };

  const remember = (key: string, config: ApiConfig, { by, secrets, maxAgeMs, decimals }: AskedSource): Remembered => {
    const fetch = createSharedFetch((charge, signal) => observeNumber(config, { by, secrets, maxAgeMs, decimals, signal, charge }));
    const beganAtMs = nowMs();
    const begun: Remembered = { fetch, leader: by.requester, beganAtMs, apartMs: beganAtMs - monotonicMs(), endedMs: null };
    void fetch.over.then(() => (begun.endedMs = monotonicMs()));
    newest.set(key, begun);
    for (const other of waiting.get(key) ?? []) other.abort();
    return begun;
  };

  /** Begins a fetch in a place of the asker; null where another round began one that fits before, or this round is over. */
  const beginAndRide = async (key: string, config: ApiConfig, asked: AskedSource): Promise<SourceNumber | null> => {
    const place = linkAbort(asked.signal);
    const others = waiting.get(key) ?? new Set();
    waiting.set(key, others.add(place));
    const stopWaiting = (): void => {
      others.delete(place);
      if (others.size === 0 && waiting.get(key) === others) waiting.delete(key);
    };
    return await new Promise<SourceNumber | null>((resolve, reject) => {
      const fetchInPlace = async (waitedMs: number): Promise<void> => {
        stopWaiting();
        place.release();
        if (asked.signal.aborted || fitting(key, asked) !== null) {
          resolve(null);
          return;
        }
        const { fetch } = remember(key, config, asked);
        resolve(ride(fetch, { ...asked, waitedMs }));
        // The fetch keeps the place of its leader to its end: a requester that leaves begins no more than one that stays.
        await fetch.over;
      };
      admission
        .run(config, { ...asked, signal: place.signal }, fetchInPlace)
        .catch((error: unknown) => (place.signal.aborted && !asked.signal.aborted ? resolve(null) : reject(error as Error)))
        .finally(stopWaiting);
    });
  };

  const ride = async (fetch: SharedFetch, asked: AskedSource): Promise<SourceNumber> => {
    const { mostMs, leftMs } = fetchTime(asked, deps);
    return await fetch.ride({ ...asked, leftMs: Math.min(mostMs, leftMs) });
  };

  const observeShared = async (config: ApiConfig, asked: AskedSource): Promise<SourceNumber> => {
    // An answer that is too old for one round may do for another. So may a number that a guard refuses, which judges it as it is packed.
    const key = `${asked.by.gateway}/${toHex(asked.sourceId)}/${asked.maxAgeMs ?? 'any'}/${asked.decimals ?? 'any'}`;
    const beganMs = monotonicMs();
    for (;;) {
      if (asked.signal.aborted) throw SourceError.ofEndedSession();
      const now = { ...asked, waitedMs: (asked.waitedMs ?? 0) + monotonicMs() - beganMs };
      const known = fitting(key, now);
      try {
        const number = known === null ? await beginAndRide(key, config, now) : await ride(known.fetch, now);
        if (number !== null) return number;
      } catch (error) {
        if (known === null || known.leader === asked.by.requester || !isShareRefusal(error)) throw error;
        // The leader had no share: its refusal says nothing of the source, and reaches no other requester.
        if (newest.peek(key) === known) newest.delete(key);
      }
    }
  };

  return async (config, asked) => {
    if (mayBeShared(config, asked)) return await observeShared(config, asked);
    return await admission.run(config, asked, (waitedMs) => observeNumber(config, { ...asked, waitedMs }));
  };
}

/** Whether other rounds may have the result: not of a dry run, and not of a fetch that changes, spends or shows something of its caller's. */
function mayBeShared({ method }: ApiConfig, { observedAtMs, payment, secrets }: AskedSource): boolean {
  return observedAtMs !== undefined && (method === 'GET' || method === 'HEAD') && payment === undefined && secrets.length === 0;
}

function isShareRefusal(error: unknown): boolean {
  return error instanceof NodeError && (error.code === 'share_used' || error.code === 'overloaded');
}
