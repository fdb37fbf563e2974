import { describe, expect, it } from 'vitest';
import { createDryRunShare, type DryRunShareDeps } from './dry-run-share.js';

function share(changes: Partial<DryRunShareDeps> = {}) {
  const clock = { ms: 0 };
  const refused: string[] = [];
  const made = createDryRunShare({
    maxConcurrent: 8,
    perMinute: 240,
    strangersPerMinute: 60,
    events: { shareRefused: (resource) => void refused.push(resource) },
    isStopping: () => false,
    monotonicMs: () => clock.ms,
    ...changes,
  });
  return { ...made, clock, refused };
}
function stranger(name = 'address:a') {
  return { name, isStranger: true };
}
function known(name = 'key:a') {
  return { name, isStranger: false };
}
function code(expected: string) {
  return expect.objectContaining({ code: expected }) as Error;
}

describe('what dry runs may take', () => {
  it('is a few a minute for an address, and as many again a minute later', () => {
    const own = share();
    const serve = (): void => own.take(stranger(), 1).giveBack();
    let served = 0;
    for (let asked = 0; asked < 60; asked += 1) {
      try {
        serve();
        served += 1;
      } catch (error) {
        expect(error).toEqual(code('share_used'));
      }
    }
    expect(served).toBeGreaterThan(0);
    expect(served).toBeLessThanOrEqual(12);
    expect(own.refused).toContain('dry_runs_per_minute');
    own.clock.ms += 61_000;
    expect(serve).not.toThrow();
  });

  it('of strangers takes nothing of known callers', () => {
    const own = share({ strangersPerMinute: 10 });
    const takeMany = (): void => {
      for (let asked = 0; asked < 11; asked += 1) own.take(stranger(`address:${asked}`), 1).giveBack();
    };
    expect(takeMany).toThrow(code('share_used'));
    expect(() => own.take(known(), 1).giveBack()).not.toThrow();
  });

  it.each([
    [1, 1],
    [60, 12],
    [600, 32],
  ])('is never refused for a minute to a stranger who may never have so many: of %i a minute %i at once', (strangersPerMinute, most) => {
    expect(() => share({ strangersPerMinute }).take(stranger(), most).giveBack()).not.toThrow();
    if (most === 32) return;
    const more = (): void =>
      share({ strangersPerMinute })
        .take(stranger(), most + 1)
        .giveBack();
    expect(more).toThrow(code('simulate_auth_missing'));
    expect(more).toThrow(`more than ${most} sources`);
    expect(() => share({ strangersPerMinute }).take(known(), 32).giveBack()).not.toThrow();
  });

  it.each([1, 2, 3, 4, 5, 10, 60])(
    'is one for an address, and %i for as many strangers, where strangers have so many a minute',
    (strangersPerMinute) => {
      const own = share({ strangersPerMinute });
      const serve = (index: number): void => own.take(stranger(`address:${index}`), 1).giveBack();
      for (let asked = 0; asked < strangersPerMinute; asked += 1) serve(asked);
      expect(() => serve(strangersPerMinute)).toThrow(code('share_used'));
    },
  );

  it('is nine of sixty for an address that is alone, and one where strangers have ten', () => {
    for (const [strangersPerMinute, served] of [
      [60, 9],
      [10, 1],
    ] as const) {
      const own = share({ strangersPerMinute });
      for (let asked = 0; asked < served; asked += 1) own.take(stranger(), 1).giveBack();
      expect(() => own.take(stranger(), 1)).toThrow(code('share_used'));
    }
  });

  it('is one for a caller where there is one a minute', () => {
    const own = share({ perMinute: 1 });
    own.take(known(), 1).giveBack();
    expect(() => own.take(known('key:b'), 1)).toThrow(code('at_capacity'));
    own.clock.ms += 61_000;
    expect(() => own.take(known('key:b'), 1)).not.toThrow();
  });

  it('is counted by sources: a list of five is five dry runs of the minute', () => {
    const [ofLists, ofSources] = [share(), share()];
    const served = (own: ReturnType<typeof share>, sources: number): number => {
      for (let count = 0; ; count += 1) {
        try {
          own.take(known(), sources).giveBack();
        } catch {
          return count;
        }
      }
    };
    expect(served(ofLists, 5)).toBe(Math.floor(served(ofSources, 1) / 5));
  });

  it.each([
    ['a stranger', stranger()],
    ['a known caller', known()],
  ])('is the only place for %s', (_name, tenant) => {
    const own = share({ maxConcurrent: 1 });
    for (let asked = 0; asked < 2; asked += 1) own.take(tenant, 1).giveBack();
    own.take(tenant, 1);
    expect(() => own.take(tenant, 1)).toThrow(code('at_capacity'));
  });

  it('is a place until it is given back', () => {
    const own = share({ maxConcurrent: 1 });
    const place = own.take(known(), 1);
    expect(() => own.requireRoom()).toThrow(code('at_capacity'));
    expect(() => own.take(known('key:b'), 1)).toThrow(code('at_capacity'));
    place.giveBack();
    expect(() => own.requireRoom()).not.toThrow();
  });

  it('is nothing for strangers where the operator leaves them none', () => {
    const own = share({ strangersPerMinute: 0 });
    expect(() => own.take(stranger(), 1)).toThrow(code('simulate_auth_missing'));
    expect(() => own.take(known(), 1).giveBack()).not.toThrow();
  });

  it('is nothing of a gateway that stops', () => {
    const own = share({ isStopping: () => true });
    expect(() => own.requireRoom()).toThrow(code('shutting_down'));
    expect(() => own.take(known(), 1)).toThrow(code('shutting_down'));
  });
});
