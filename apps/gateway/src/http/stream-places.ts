import { setMaxListeners } from 'node:events';
import { createPlaces, type Tenant } from '@oracle-gateway/fair-share';
import { GatewayError } from '../errors/gateway-error.js';
import { shareError, type ShareEvents } from '../errors/share-error.js';

/** Streams of one kind that a process keeps open at once, shared by sender. */
export interface StreamPlaces {
  /** Throws `shutting_down`, `share_used` or `at_capacity`. */
  open(asked: { readonly sender: Tenant; readonly clientGone: AbortSignal }): OpenStream;
  /** Streams that are open. */
  readonly used: () => number;
}

/** A place of a stream. */
export interface OpenStream {
  /** Aborted when the stream must end: its reader has left, the process stops, or its time is over. */
  readonly signal: AbortSignal;
  /** Gives the place back; a second call does nothing. */
  close(): void;
}

export interface StreamPlacesInput {
  readonly max: number;
  /** Most streams of one sender; by default what its share allows. */
  readonly maxOfSender?: number;
  readonly events: ShareEvents;
  /** Aborted when the process ends: streams end, and no further one begins. */
  readonly stopping: AbortSignal;
  readonly monotonicMs: () => number;
  /** A stream ends after so long, and its reader asks again. */
  readonly lifeMs?: number;
}

const LIFE_MS = 300_000;
const RETRY_AFTER_MS = 1_000;

export function createStreamPlaces(input: StreamPlacesInput): StreamPlaces {
  const { max, maxOfSender = max, events, stopping, monotonicMs: nowMs, lifeMs = LIFE_MS } = input;
  const places = createPlaces({ max }, { nowMs });
  const ofSenders = new Map<string, number>();
  // Every stream listens; Node would take more than ten listeners for a leak.
  setMaxListeners(0, stopping);
  return {
    open({ sender, clientGone }) {
      if (stopping.aborted) throw new GatewayError('shutting_down');
      const quota = { resource: 'event_streams', quota: 'event-streams', max, events } as const;
      const held = ofSenders.get(sender.name) ?? 0;
      if (held >= maxOfSender)
        throw shareError({ ok: false, reason: 'own_share', retryAfterMs: RETRY_AFTER_MS }, { ...quota, max: maxOfSender });
      const taking = places.take(sender);
      if (!taking.ok) throw shareError(taking, quota);
      ofSenders.set(sender.name, held + 1);
      const ending = endingWith([clientGone, stopping], lifeMs);
      let isOpen = true;
      return {
        signal: ending.signal,
        close() {
          ending.abort();
          if (!isOpen) return;
          isOpen = false;
          taking.place.giveBack();
          const left = (ofSenders.get(sender.name) ?? 1) - 1;
          if (left === 0) ofSenders.delete(sender.name);
          else ofSenders.set(sender.name, left);
        },
      };
    },
    used: () => places.used(),
  };
}

/** Aborted with the first of the signals, and after so long. No listener of it outlives it. */
function endingWith(signals: readonly AbortSignal[], lifeMs: number): AbortController {
  const ending = new AbortController();
  const end = (): void => ending.abort();
  const timer = setTimeout(end, lifeMs).unref();
  for (const signal of signals) {
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  }
  ending.signal.addEventListener('abort', () => {
    clearTimeout(timer);
    for (const signal of signals) signal.removeEventListener('abort', end);
  });
  return ending;
}
