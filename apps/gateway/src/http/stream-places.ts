import { setMaxListeners } from 'node:events';
import { createPlaces, type Places, type Tenant } from '@oracle-gateway/fair-share';
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
  /** Most streams of one sender, whatever others have. Default: senders share the places. */
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
  const { max, maxOfSender, events, stopping, monotonicMs: nowMs, lifeMs = LIFE_MS } = input;
  const places = maxOfSender === undefined ? createPlaces({ max }, { nowMs }) : createCappedPlaces({ max, maxOfSender });
  // Every stream listens; Node would take more than ten listeners for a leak.
  setMaxListeners(0, stopping);
  return {
    open({ sender, clientGone }) {
      if (stopping.aborted) throw new GatewayError('shutting_down');
      const taking = places.take(sender);
      if (!taking.ok) throw shareError(taking, { resource: 'event_streams', quota: 'event-streams', max: maxOfSender ?? max, events });
      const ending = endingWith([clientGone, stopping], lifeMs);
      return {
        signal: ending.signal,
        close() {
          ending.abort();
          taking.place.giveBack();
        },
      };
    },
    used: () => places.used(),
  };
}

/** Each sender may have so many places, whatever others have. */
function createCappedPlaces({ max, maxOfSender }: { readonly max: number; readonly maxOfSender: number }): Pick<Places, 'take' | 'used'> {
  const ofSenders = new Map<string, number>();
  let used = 0;
  return {
    take({ name }) {
      const held = ofSenders.get(name) ?? 0;
      if (used >= max) return { ok: false, reason: 'full', retryAfterMs: RETRY_AFTER_MS };
      if (held >= maxOfSender) return { ok: false, reason: 'own_share', retryAfterMs: RETRY_AFTER_MS };
      used += 1;
      ofSenders.set(name, held + 1);
      let isTaken = true;
      return {
        ok: true,
        place: {
          giveBack() {
            if (!isTaken) return;
            isTaken = false;
            used -= 1;
            const left = (ofSenders.get(name) ?? 1) - 1;
            if (left === 0) ofSenders.delete(name);
            else ofSenders.set(name, left);
          },
        },
      };
    },
    used: () => used,
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
