import { afterAll, expect, inject, it } from 'vitest';
import { connectRedis } from '../../src/index.js';
import { EscrowWorld, NEXT_UNITS, type Step } from './escrow-world.js';
import { interleavings } from './schedules.js';

const SCHEDULES_AT_ONCE = 256;

const connections = [connectRedis(inject('redisUrl')), connectRedis(inject('redisUrl'))] as const;
afterAll(() => connections.forEach((redis) => redis.disconnect()));

const GATEWAYS: readonly (readonly Step[])[] = [
  ['checkA', 'takeA'],
  ['checkB', 'takeB'],
];

const CASTS: Record<string, { readonly before: readonly Step[]; readonly actors: readonly (readonly Step[])[] }> = {
  'a round is settled': { before: [], actors: [['reserve', 'commit'], ['land'], ['settle'], ...GATEWAYS] },
  'a round is settled without a reading': { before: ['reserve', 'commit'], actors: [['land', 'settleBlind'], ...GATEWAYS] },
  'a round fails': { before: [], actors: [['reserve', 'fail'], ['land'], ...GATEWAYS] },
  'a round lapses': { before: ['reserve', 'commit'], actors: [['lapse'], ['land'], ['settle'], ...GATEWAYS] },
  'a settlement is lost': { before: ['reserve', 'commit'], actors: [['land', 'lose'], ['settle'], ['rollBack'], ...GATEWAYS] },
};

/** Outcome of a gateway's round. */
type Fate = 'reserved' | 'refused';

/** The rule that a schedule breaks, or null. */
async function broken(schedule: readonly Step[], met: Set<Fate>): Promise<string | null> {
  const world = new EscrowWorld(connections);
  for (const [place, step] of schedule.entries()) {
    if (!step.startsWith('take')) {
      await world.take(step);
      continue;
    }
    const hasJustChecked = schedule[place - 1] === step.replace('take', 'check');
    const unpaidWhenItChecked = hasJustChecked ? await world.unpaid() : null;
    const isReserved = await world.take(step);
    if (await world.isDeceived()) continue;
    const unpaid = isReserved ? await world.unpaid() : 0;
    if (unpaid > world.left) return `${schedule.slice(0, place + 1).join(' ')}: ${unpaid} are to be paid of ${world.left}`;
    if (!isReserved && unpaidWhenItChecked !== null && unpaidWhenItChecked + NEXT_UNITS <= world.left) {
      return `${schedule.slice(0, place + 1).join(' ')}: told underfunded, ${unpaidWhenItChecked} are to be paid of ${world.left}`;
    }
    met.add(isReserved ? 'reserved' : 'refused');
  }
  const committed = await world.wind();
  return committed === 0n ? null : `${schedule.join(' ')}: ${committed} stay committed`;
}

for (const [name, { before, actors }] of Object.entries(CASTS)) {
  it(`${name}: in every order no round is reserved beyond the balance, none that is funded is refused in the moment it checks, and all is given back`, async () => {
    // The two gateways are alike: who checks first may as well be A.
    const isFirst = (schedule: readonly Step[]): boolean => schedule.indexOf('checkA') < schedule.indexOf('checkB');
    const schedules = [...interleavings(actors)].filter(isFirst).map((schedule) => [...before, ...schedule]);
    const found: string[] = [];
    const met = new Set<Fate>();
    const runNext = async (): Promise<void> => {
      for (let next = schedules.pop(); next !== undefined && found.length === 0; next = schedules.pop()) {
        const fault = await broken(next, met);
        if (fault !== null) found.push(fault);
      }
    };
    await Promise.all(Array.from({ length: SCHEDULES_AT_ONCE }, runNext));
    expect(found).toEqual([]);
    expect(schedules).toEqual([]);
    expect(met).toEqual(new Set<Fate>(['reserved', 'refused']));
  });
}
