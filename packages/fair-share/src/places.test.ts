import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tenant } from './tenant.js';
import { createPlaces, type Place, type PlacesInput } from './places.js';

function start(options: Partial<PlacesInput> = {}) {
  const clock = { ms: 0 };
  return { clock, places: createPlaces({ max: 64, failedMs: 5_000, slowAfterMs: 2_000, ...options }, { nowMs: () => clock.ms }) };
}

function known(name: string): Tenant {
  return { name, isStranger: false };
}

function stranger(name: string): Tenant {
  return { name, isStranger: true };
}

function takeAll(places: ReturnType<typeof createPlaces>, tenant: Tenant): Place[] {
  const taken: Place[] = [];
  for (let taking = places.take(tenant); taking.ok; taking = places.take(tenant)) taken.push(taking.place);
  return taken;
}

describe('places', () => {
  it('are nearly all a lone tenant’s, and its share shrinks as others come', () => {
    const { places } = start();
    const first = takeAll(places, known('a'));
    expect(first).toHaveLength(54);
    const second = takeAll(places, known('b'));
    expect(second.length).toBeGreaterThan(3);
    // Places that the first gives back are the second's until both have alike.
    let ofFirst = first.length;
    for (const place of first.slice(0, 24)) {
      place.giveBack();
      ofFirst -= 1;
      second.push(...takeAll(places, known('b')));
      const more = takeAll(places, known('a'));
      ofFirst += more.length;
    }
    expect(second.length).toBeGreaterThan(24);
    expect(ofFirst).toBeLessThanOrEqual(32);
  });

  it('a failed use stays on its tenant’s account for a while, and on no other', () => {
    const { clock, places } = start();
    for (const place of takeAll(places, known('a'))) place.giveBack('failed');
    expect(places.used()).toBe(0);
    const others = takeAll(places, known('b')).slice(0, 30);
    expect(others).toHaveLength(30);
    takeAll(places, known('c'));
    expect(places.take(known('a'))).toMatchObject({ ok: false, reason: 'own_share' });
    clock.ms += 6_000;
    expect(places.take(known('a')).ok).toBe(true);
  });

  it('a slow use counts for as long again as it was slow, up to a limit', () => {
    const { clock, places } = start({ maxChargeMs: 4_000 });
    const ofOthers = (): number => takeAll(places, known('b')).length;
    const useAllFor = (ms: number): void => {
      const taken = takeAll(places, known('a'));
      clock.ms += ms;
      for (const place of taken) place.giveBack();
    };
    useAllFor(2_000);
    useAllFor(60_000);
    expect(ofOthers()).toBe(54);
    expect(places.peek(known('a'))).toMatchObject({ reason: 'own_share' });
    clock.ms += 5_000;
    expect(places.peek(known('a'))).toBeNull();
  });

  it('says when a charge has faded, and when all places are taken', () => {
    const { places } = start({ max: 2, reserve: 0 });
    for (let use = 0; use < 20; use += 1) {
      const taking = places.take(known('a'));
      if (taking.ok) taking.place.giveBack('failed');
    }
    const refused = places.take(known('a'));
    expect(refused).toMatchObject({ ok: false, reason: 'own_share' });
    expect(refused.ok ? 0 : refused.retryAfterMs).toBeGreaterThan(4_000);
    expect(places.take(known('b'), 2).ok).toBe(true);
    expect(places.take(known('c'))).toEqual({ ok: false, reason: 'full', retryAfterMs: 1_000 });
  });

  it('of strangers are one part, whichever of them has failed', () => {
    const { places } = start();
    for (let name = 0; name < 200; name += 1) {
      const taking = places.take(stranger(`s${name}`));
      if (taking.ok) taking.place.giveBack('failed');
    }
    expect(places.take(stranger('another'))).toMatchObject({ ok: false, reason: 'strangers_share' });
    expect(takeAll(places, known('a'))).toHaveLength(54);
  });

  it('are never more than there are, come back as they were taken, and keep one for a newcomer', () => {
    const command = fc.oneof(
      fc.record({
        kind: fc.constant('take' as const),
        tenant: fc.nat(9),
        isStranger: fc.boolean(),
        amount: fc.integer({ min: 1, max: 3 }),
      }),
      fc.record({ kind: fc.constant('give' as const), index: fc.nat(200), failed: fc.boolean() }),
      fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(4_000) }),
    );
    fc.assert(
      fc.property(fc.array(command, { maxLength: 300 }), (commands) => {
        const { clock, places } = start();
        const held: { place: Place; amount: number }[] = [];
        for (const step of commands) {
          if (step.kind === 'wait') clock.ms += step.ms;
          if (step.kind === 'take') {
            const tenant = { name: String(step.tenant), isStranger: step.isStranger };
            const taking = places.take(tenant, step.amount);
            if (taking.ok) held.push({ place: taking.place, amount: step.amount });
          }
          if (step.kind === 'give' && held.length > 0) {
            const [given] = held.splice(step.index % held.length, 1);
            given?.place.giveBack(step.failed ? 'failed' : 'good');
            given?.place.giveBack('failed');
          }
          const used = held.reduce((total, { amount }) => total + amount, 0);
          expect(places.used()).toBe(used);
          expect(used).toBeLessThanOrEqual(64);
          expect(places.peek(known('newcomer'))).toBeNull();
        }
      }),
    );
  });
});
