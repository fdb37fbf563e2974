import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tenant } from './tenant.js';
import { createTurns } from './turns.js';

function tenant(name: string, isStranger = false): Tenant {
  return { name, isStranger };
}

/** Tasks that all wait before the first is served; served one at a time, each at its cost. Gives the order in which they were. */
async function serve(tasks: readonly { readonly tenant: Tenant; readonly cost: number }[], max = 1_000): Promise<string[]> {
  const turns = createTurns({ max }, { nowMs: () => 0 });
  const served: string[] = [];
  const first = await turns.wait(tenant('first'));
  const all = tasks.map(async (task) => {
    const turn = await turns.wait(task.tenant);
    if (!turn.ok) return;
    served.push(task.tenant.name);
    await Promise.resolve();
    turn.end(task.cost);
  });
  if (first.ok) first.end(0);
  await Promise.all(all);
  expect(turns.size()).toBe(0);
  return served;
}

describe('turns', () => {
  it('go to the tenant that has had least, by what turns cost, in a tenant in the order they came', async () => {
    const costly = Array.from({ length: 4 }, () => ({ tenant: tenant('costly'), cost: 50 }));
    const cheap = Array.from({ length: 6 }, () => ({ tenant: tenant('cheap'), cost: 10 }));
    expect(await serve([...costly, ...cheap])).toEqual([
      'costly',
      ...Array<string>(5).fill('cheap'),
      'costly',
      'cheap',
      'costly',
      'costly',
    ]);
  });

  it('of a tenant that waits are held up by one of each other tenant and no more, if all cost the same', async () => {
    const flood = Array.from({ length: 30 }, (_, index) => ({ tenant: tenant(`p${index % 3}`), cost: 1 }));
    const served = await serve([...flood, { tenant: tenant('late'), cost: 1 }]);
    expect(served.indexOf('late')).toBeLessThanOrEqual(3);
  });

  it('of all strangers are those of one tenant', async () => {
    const strangers = Array.from({ length: 20 }, (_, index) => ({ tenant: tenant(`s${index}`, true), cost: 1 }));
    const own = Array.from({ length: 5 }, () => ({ tenant: tenant('known'), cost: 1 }));
    const served = await serve([...strangers, ...own]);
    expect(served.slice(0, 10).filter((name) => name === 'known')).toHaveLength(5);
  });

  it('are shared in proportion to no more than the largest cost, while tenants wait', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 30, maxLength: 30 }),
        fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 30, maxLength: 30 }),
        async (costsOfA, costsOfB) => {
          const tasks = costsOfA.flatMap((cost, index) => [
            { tenant: tenant('a'), cost },
            { tenant: tenant('b'), cost: costsOfB[index] ?? 1 },
          ]);
          const had = { a: 0, b: 0 };
          const left = { a: [...costsOfA], b: [...costsOfB] };
          for (const name of await serve(tasks)) {
            if (name !== 'a' && name !== 'b') continue;
            had[name] += left[name].shift() ?? 0;
            if (left.a.length > 0 && left.b.length > 0) expect(Math.abs(had.a - had.b)).toBeLessThanOrEqual(40);
          }
        },
      ),
    );
  });

  it('wait in a queue that is shared, and whose end is told', async () => {
    const turns = createTurns({ max: 16 }, { nowMs: () => 0 });
    const answers = Array.from({ length: 20 }, () => turns.wait(tenant('a')));
    expect(await answers.at(-1)).toMatchObject({ ok: false, reason: 'own_share' });
    const other = turns.wait(tenant('b'));
    const first = await answers[0];
    if (first?.ok === true) first.end(1);
    expect((await other).ok).toBe(true);
  });

  it('do not hold up others once they are given up', async () => {
    const turns = createTurns({ max: 16 }, { nowMs: () => 0 });
    const first = await turns.wait(tenant('a'));
    const leaving = new AbortController();
    const left = turns.wait(tenant('b'), leaving.signal);
    const next = turns.wait(tenant('c'));
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    if (first.ok) {
      first.end(1);
      first.end(1);
    }
    const turn = await next;
    if (turn.ok) turn.end(1);
    expect(turns.size()).toBe(0);
  });
});
