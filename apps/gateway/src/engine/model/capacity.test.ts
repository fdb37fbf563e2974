import type { Tenant } from '@oracle-gateway/fair-share';
import { describe, expect, it, vi } from 'vitest';
import { GatewayError } from '../../errors/gateway-error.js';
import { createCapacity } from './capacity.js';

const owner: Tenant = { name: 'key:owner', isStranger: false };
const other: Tenant = { name: 'key:other', isStranger: false };

function start({ max = 64, failingPerMinute = 600 } = {}) {
  const clock = { ms: 0 };
  const shareRefused = vi.fn();
  const capacity = createCapacity({ max, failingPerMinute, events: { shareRefused }, monotonicMs: () => clock.ms });
  return { capacity, clock, shareRefused };
}

function payer(index: number): Tenant {
  return { name: `key:payer${index}`, isStranger: true };
}

function held(): { work: () => Promise<string>; release: () => void } {
  let release = (): void => undefined;
  const done = new Promise<string>((resolve) => {
    release = () => {
      resolve('done');
    };
  });
  return { work: () => done, release };
}

type Capacity = ReturnType<typeof createCapacity>;

/** Rounds of these tenants in turn, until each is refused; they go on until released. */
function fill(capacity: Capacity, tenants: readonly Tenant[]): { readonly counts: number[]; readonly release: () => Promise<unknown> } {
  const running: Promise<unknown>[] = [];
  const { work, release } = held();
  const counts = tenants.map(() => 0);
  let isTaken = true;
  while (isTaken) {
    isTaken = false;
    for (const [index, tenant] of tenants.entries()) {
      try {
        capacity.requireRoom(tenant);
      } catch {
        continue;
      }
      running.push(capacity.run(tenant, work));
      counts[index] = (counts[index] ?? 0) + 1;
      isTaken = true;
    }
  }
  return {
    counts,
    release: () => {
      release();
      return Promise.all(running);
    },
  };
}

async function codeOf(asked: Promise<unknown>): Promise<string | null> {
  try {
    await asked;
    return null;
  } catch (error) {
    return error instanceof GatewayError ? error.code : 'other';
  }
}

describe('places of rounds', () => {
  it('beyond the limit are refused at once, and there again when a round has ended', async () => {
    const { capacity } = start({ max: 1 });
    const first = held();
    const running = capacity.run(owner, first.work);
    await expect(capacity.run(other, held().work)).rejects.toMatchObject({ code: 'at_capacity' });
    expect(() => capacity.requireRoom()).toThrow('concurrent rounds');
    expect(capacity.inFlight()).toBe(1);
    first.release();
    await running;
    expect(await capacity.run(other, () => Promise.resolve('next'))).toBe('next');
  });

  it('of one tenant are nearly all of them, and none is refused to one that has none', async () => {
    const { capacity, shareRefused } = start();
    const { counts } = fill(capacity, [owner]);
    expect(counts[0]).toBeGreaterThanOrEqual(50);
    const refused = capacity.run(owner, held().work);
    await expect(refused).rejects.toMatchObject({
      code: 'share_used',
      details: { headers: { 'Retry-After': '1', RateLimit: '"rounds-at-once";r=0;t=1', 'RateLimit-Policy': '"rounds-at-once";q=64' } },
    });
    expect(shareRefused).toHaveBeenLastCalledWith('rounds', 'own_share');
    expect(await capacity.run(other, () => Promise.resolve('served'))).toBe('served');
    expect(await capacity.run(payer(0), () => Promise.resolve('served'))).toBe('served');
  });

  it('of payers without a good round are one part, which eight of them do not exceed', async () => {
    const { capacity } = start();
    const { counts, release } = fill(
      capacity,
      Array.from({ length: 8 }, (_, index) => payer(index)),
    );
    expect(counts.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(32);
    expect(fill(capacity, [owner]).counts[0]).toBeGreaterThan(15);
    await release();
    // They have had good rounds now.
    expect(fill(capacity, [payer(0)]).counts[0]).toBeGreaterThan(20);
  });

  it('a good round makes a payer known for a while', async () => {
    const { capacity, clock } = start();
    const alone = fill(capacity, [payer(0)]);
    await alone.release();
    const known = fill(capacity, [payer(0)]);
    expect(known.counts[0]).toBeGreaterThan(alone.counts[0]!);
    await known.release();
    clock.ms += 1_200_000;
    const forgotten = fill(capacity, [payer(0)]);
    expect(forgotten.counts).toEqual(alone.counts);
  });

  it('stay with the tenant for a while where they failed for what it brought; others do not', async () => {
    const { capacity, clock } = start({ failingPerMinute: 100_000 });
    const crowd = fill(capacity, [other]);
    const fail = (code: 'upstream_failure' | 'node_failure') => capacity.run(owner, () => Promise.reject(new GatewayError(code)));
    for (let round = 0; round < 50; round += 1) expect(await codeOf(fail('node_failure'))).toBe('node_failure');
    let failed = 0;
    while ((await codeOf(fail('upstream_failure'))) === 'upstream_failure') failed += 1;
    expect(failed).toBeLessThan(60);
    clock.ms += 6_000;
    expect(await codeOf(fail('upstream_failure'))).toBe('upstream_failure');
    await crowd.release();
  });

  it('rounds that fail are so many a minute, for the tenant that has them, and not for one that has none', async () => {
    const { capacity, clock, shareRefused } = start({ failingPerMinute: 60 });
    const fail = (tenant: Tenant) => codeOf(capacity.run(tenant, () => Promise.reject(new GatewayError('upstream_failure'))));
    let failed = 0;
    while ((await fail(owner)) === 'upstream_failure') failed += 1;
    expect(failed).toBeLessThanOrEqual(60);
    expect(await fail(owner)).toBe('share_used');
    expect(shareRefused).toHaveBeenLastCalledWith('failing_rounds', 'own_share');
    expect(await capacity.run(other, () => Promise.resolve('served'))).toBe('served');
    clock.ms += 65_000;
    expect(await fail(owner)).toBe('upstream_failure');
  });

  it('a round that fails gives its place back', async () => {
    const { capacity } = start({ max: 1 });
    await expect(capacity.run(owner, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(capacity.inFlight()).toBe(0);
  });

  it('draining waits for what runs, failing or not, and refuses what is new', async () => {
    const { capacity } = start({ max: 2 });
    const round = held();
    const running = capacity.run(owner, round.work);
    const drained = capacity.drain();
    expect(capacity.isDraining()).toBe(true);
    await expect(capacity.run(other, held().work)).rejects.toMatchObject({ code: 'shutting_down' });
    round.release();
    await drained;
    expect(await running).toBe('done');
  });
});
