import { type ApiConfig, parseDecimal, type SourceNumber, type UnixMs, unixMs } from '@oracle-gateway/protocol';
import { sourceSubject } from '@oracle-gateway/protocol/internal';
import { vi } from 'vitest';
import { createFetchAdmission } from '../src/source/fetch-admission.js';
import type { FetchParticulars } from '../src/source/safe-fetch.js';
import { type AskedSource, createSharedFetches } from '../src/source/shared-fetches.js';

export const START_MS = 1_795_000_000_000;
export const SHARED_CONFIG: ApiConfig = { url: 'https://prices.example/', method: 'GET' };

/** A fetch as its source sees it, which ends when the test says so. */
export interface ScriptedFetch extends Pick<FetchParticulars, 'by' | 'signal' | 'charge'> {
  readonly place: number;
  readonly beganAtMs: number;
  answer(): void;
  fail(error: Error): void;
}

/** A round that observes a source; its outcome once it has one. */
export interface ScriptedRider {
  readonly stampMs: UnixMs;
  readonly requester: string;
  leave(): void;
  readonly outcomes: (SourceNumber | Error)[];
  /** The fetches that it was charged for, with the milliseconds. */
  readonly charges: { readonly of: number; readonly ms: number }[];
  hasTime: boolean;
}

export interface ArrivingRider {
  readonly requester?: string;
  readonly gateway?: string;
  /** The stamp, before now. */
  readonly stampAgeMs?: number;
  readonly config?: ApiConfig;
  readonly asked?: Partial<AskedSource>;
}

/** Shared fetches over a scripted source. Fakes the timers of the process: `advance` moves both clocks and fires them. */
export function scriptFetches({ maxPerRequesterAndOrigin = 4, timeoutMs = 10_000 } = {}) {
  const clock = { wallMs: START_MS, monotonicMs: 0 };
  const fetches: ScriptedFetch[] = [];
  const riders: ScriptedRider[] = [];
  let charging = -1;
  const clocks = { nowMs: () => clock.wallMs, monotonicMs: () => clock.monotonicMs };
  const timeouts = { timeoutMs, paidTimeoutMs: timeoutMs };
  const observeSource = createSharedFetches({
    ...timeouts,
    ...clocks,
    admission: createFetchAdmission({ ...timeouts, maxPerRequesterAndOrigin, ...clocks }),
    observeNumber: async (_, { by, signal, charge }) =>
      await new Promise<SourceNumber>((resolve, reject) => {
        const place = fetches.length;
        signal.addEventListener('abort', () => reject(new Error('the fetch was ended')), { once: true });
        fetches.push({
          place,
          by,
          signal,
          beganAtMs: clock.wallMs,
          charge: (ms) => {
            charging = place;
            return charge(ms);
          },
          answer: () => resolve({ decimal: parseDecimal(String(place)), receivedAtMs: unixMs(clock.wallMs) }),
          fail: reject,
        });
      }),
  });

  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const arrive = ({ requester = 'a', gateway = 'g', stampAgeMs = 0, config = SHARED_CONFIG, asked = {} }: ArrivingRider = {}) => {
    const round = new AbortController();
    const stampMs = unixMs(clock.wallMs - stampAgeMs);
    const charges: { of: number; ms: number }[] = [];
    const outcomes: (SourceNumber | Error)[] = [];
    const rider: ScriptedRider = { stampMs, requester, charges, outcomes, hasTime: true, leave: () => round.abort() };
    riders.push(rider);
    const charge = (ms: number): boolean => {
      charges.push({ of: charging, ms });
      return rider.hasTime;
    };
    const { sourceId } = sourceSubject(config);
    const particulars = { by: { gateway, requester }, signal: round.signal, charge, secrets: [], sourceId, observedAtMs: stampMs };
    observeSource(config, { ...particulars, ...asked }).then(
      (number) => outcomes.push(number),
      (error: unknown) => outcomes.push(error instanceof Error ? error : new Error('no error')),
    );
    return rider;
  };
  const advance = (ms: number): void => {
    clock.wallMs += ms;
    clock.monotonicMs += ms;
    vi.advanceTimersByTime(ms);
  };
  return { clock, fetches, riders, arrive, advance, settled };
}
