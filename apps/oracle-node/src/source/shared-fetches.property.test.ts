import { formatExact, packExact } from '@oracle-gateway/protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { scriptFetches, type ScriptedFetch } from '../../tests/scripted-fetches.js';
import { SourceError } from '../errors/node-error.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const KEPT_MS = 200;

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('arrive' as const), requester: fc.constantFrom('a', 'b', 'c'), ageMs: fc.nat(150) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave' as const), rider: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('use up' as const), rider: fc.nat(20) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('answer' as const, 'fail' as const), fetch: fc.nat(5) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 50, 100, 250, 1_500) }) },
);

it('each rider has one outcome, of a fetch that began after its stamp; a fetch lives while it has riders, who pay it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const { clock, fetches, riders, arrive, advance, settled } = scriptFetches({ maxPerRequesterAndOrigin: 2, timeoutMs: 1_200 });
      const endedMs = new Map<ScriptedFetch, number>();
      const isLive = (fetch: ScriptedFetch): boolean => !endedMs.has(fetch) && !fetch.signal.aborted;
      const hadOutcome = new Set<unknown>();

      const check = async (): Promise<void> => {
        await settled();
        const riding = new Map<unknown, number>();
        for (const fetch of fetches.filter(isLive)) {
          const before = riders.map(({ charges }) => charges.length);
          const hasRiders = fetch.charge(1);
          const charged = riders.flatMap((rider, index) => rider.charges.slice(before[index]).map((charge) => ({ rider, ...charge })));
          expect(charged.length).toBeGreaterThan(0);
          expect(charged.reduce((sum, { ms }) => sum + ms, 0)).toBeCloseTo(1, 9);
          expect(hasRiders).toBe(charged.some(({ rider }) => rider.hasTime));
          expect(fetch.signal.aborted).toBe(!hasRiders);
          for (const { rider } of charged) {
            riding.set(rider, (riding.get(rider) ?? 0) + 1);
            expect(fetch.beganAtMs).toBeGreaterThanOrEqual(rider.stampMs);
            expect(hadOutcome.has(rider)).toBe(false);
          }
        }
        expect([...riding.values()].every((count) => count === 1)).toBe(true);
        await settled();
        for (const rider of riders) {
          expect(rider.outcomes.length).toBeLessThanOrEqual(1);
          const [outcome] = rider.outcomes;
          if (outcome === undefined || hadOutcome.has(rider)) continue;
          hadOutcome.add(rider);
          if (outcome instanceof Error) continue;
          const of = fetches[Number(formatExact(packExact(outcome.decimal)))];
          if (of === undefined) throw new Error('a value of no fetch');
          expect(of.beganAtMs).toBeGreaterThanOrEqual(rider.stampMs);
          expect(clock.monotonicMs - (endedMs.get(of) ?? Infinity)).toBeLessThanOrEqual(KEPT_MS);
        }
        const errors = riders.flatMap(({ outcomes }) => outcomes.filter((outcome) => outcome instanceof Error));
        expect(new Set(errors).size).toBe(errors.length);
      };

      for (const one of steps) {
        const live = fetches.filter(isLive);
        switch (one.do) {
          case 'arrive':
            arrive({ requester: one.requester, stampAgeMs: one.ageMs });
            break;
          case 'leave':
            riders[one.rider]?.leave();
            break;
          case 'use up': {
            const rider = riders[one.rider];
            if (rider !== undefined) rider.hasTime = false;
            break;
          }
          case 'answer':
          case 'fail': {
            const fetch = live[one.fetch % Math.max(1, live.length)];
            if (fetch === undefined) break;
            endedMs.set(fetch, clock.monotonicMs);
            if (one.do === 'answer') fetch.answer();
            else fetch.fail(new SourceError('fetch', 'the source answered 503', 503));
            break;
          }
          case 'wait':
            advance(one.ms);
        }
        await check();
      }
      // The time of each rider ends alone.
      advance(15_000);
      await check();
      expect(riders.filter(({ outcomes }) => outcomes.length !== 1)).toEqual([]);
      expect(fetches.filter(isLive)).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
