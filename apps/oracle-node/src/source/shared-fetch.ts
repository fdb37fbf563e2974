import type { SourceNumber } from '@oracle-gateway/protocol';
import { NodeError, readingTimeUsed, SourceError } from '../errors/node-error.js';

/** A round that waits for a fetch. */
export interface Rider {
  /** Aborted when the round is over, and not before it rides. */
  readonly signal: AbortSignal;
  /** Milliseconds that the round may wait. */
  readonly leftMs: number;
  /** Charges the round's requester; false: it has no time left. */
  readonly charge: (ms: number) => boolean;
}

/** One fetch, and the rounds that wait for it. */
export interface SharedFetch {
  /** Waits for the fetch, which the first rider begins. Rejects with an error of this rider's own. */
  ride(rider: Rider): Promise<SourceNumber>;
  /** Resolves when the fetch has ended, with riders or without. */
  readonly over: Promise<void>;
  /** Whether the fetch has ended, and with what: `abandoned` where its last rider left before. */
  readonly state: () => 'under_way' | 'answered' | 'failed' | 'abandoned';
}

/** The fetch itself. `charge` takes milliseconds of a thread; false: no rider has time left. */
export type ObserveForRiders = (charge: (ms: number) => boolean, signal: AbortSignal) => Promise<SourceNumber>;

type Outcome = { readonly ok: true; readonly number: SourceNumber } | { readonly ok: false; readonly error: unknown };

/**
 * A fetch for several rounds. Its cost is divided equally among the riders of the moment, and a rider without time is refused alone. It ends
 * when its last rider has left, who then pays what is still charged.
 */
export function createSharedFetch(observe: ObserveForRiders): SharedFetch {
  const riders = new Map<Rider, (outcome: Outcome) => void>();
  const ends = new AbortController();
  let payers: readonly Rider[] = [];
  let state: ReturnType<SharedFetch['state']> = 'under_way';
  let outcome: Outcome | null = null;
  let hasBegun = false;
  let tellOver = (): void => undefined;
  const over = new Promise<void>((resolve) => (tellOver = resolve));

  const refuse = (rider: Rider, error: SourceError): void => {
    if (riders.size === 1 && riders.has(rider)) {
      state = 'abandoned';
      payers = [rider];
    }
    riders.get(rider)?.({ ok: false, error });
    if (state === 'abandoned') ends.abort();
  };
  const charge = (ms: number): boolean => {
    const charged = riders.size > 0 ? [...riders.keys()] : payers;
    for (const rider of charged) if (!rider.charge(ms / charged.length)) refuse(rider, readingTimeUsed('fetch'));
    return riders.size > 0;
  };
  const end = (ended: Outcome): void => {
    if (state === 'under_way') {
      state = ended.ok ? 'answered' : 'failed';
      outcome = ended;
      payers = [...riders.keys()];
      for (const settle of riders.values()) settle(ended);
    }
    tellOver();
  };
  const begin = (): void => {
    hasBegun = true;
    observe(charge, ends.signal).then(
      (number) => end({ ok: true, number }),
      (error: unknown) => end({ ok: false, error }),
    );
  };

  return {
    over,
    state: () => state,
    ride: async (rider) =>
      await new Promise<SourceNumber>((resolve, reject) => {
        const settle = (ended: Outcome): void => {
          riders.delete(rider);
          clearTimeout(timer);
          rider.signal.removeEventListener('abort', leave);
          if (ended.ok) resolve(ended.number);
          else reject(ended.error instanceof NodeError ? ended.error.copy() : (ended.error as Error));
        };
        const leave = (): void => refuse(rider, SourceError.ofEndedSession());
        const timer = setTimeout(() => refuse(rider, SourceError.ofTimeOut()), rider.leftMs);
        rider.signal.addEventListener('abort', leave, { once: true });
        if (outcome === null) riders.set(rider, settle);
        else settle(outcome);
        if (!hasBegun) begin();
      }),
  };
}
