import { afterAll, expect, inject, it } from 'vitest';
import { connectRedis, type RoundState } from '../../src/index.js';
import { PaymentWorld, type Step } from './payment-world.js';
import { crashes, interleavings } from './schedules.js';

const SCHEDULES_AT_ONCE = 256;

const connections = [connectRedis(inject('redisUrl')), connectRedis(inject('redisUrl'))] as const;
afterAll(() => connections.forEach((redis) => redis.disconnect()));

type End = RoundState | 'overturned';

interface Cast {
  /** Steps that have happened before the first one. */
  readonly before: readonly Step[];
  readonly actors: readonly (readonly Step[])[];
  /** Ends that some schedule must meet: what never happens is not tested. */
  readonly met: readonly End[];
}

const CASTS: Record<string, Cast> = {
  'a gateway that pays beside the sweeps': {
    before: [],
    actors: [['begin', 'send', 'conclude'], ['checkB', 'concludeB'], ['expire'], ['late']],
    met: ['paid', 'unpaid', 'expired'],
  },
  'a facilitator that says it failed and has paid': {
    before: [],
    actors: [['begin', 'note', 'send', 'mishear', 'conclude'], ['checkB', 'concludeB'], ['late']],
    met: ['paid', 'unpaid'],
  },
  'a gateway that begins twice, because its connection broke': {
    before: [],
    actors: [['begin', 'begin', 'send', 'conclude'], ['checkB', 'concludeB'], ['late']],
    met: ['paid', 'unpaid'],
  },
  'two processes that find out about one payment': {
    before: ['begin'],
    actors: [['send', 'conclude'], ['checkB', 'concludeB'], ['checkC', 'concludeC'], ['late']],
    met: ['paid', 'unpaid'],
  },
  'a ledger whose server forgets what has landed, and recalls it': {
    before: ['begin', 'send', 'mishear', 'late'],
    actors: [['forget', 'recall'], ['checkB', 'concludeB'], ['conclude'], ['checkAgain']],
    met: ['paid', 'overturned'],
  },
  'a gateway that has seen the payment while another gives it up': {
    before: ['begin', 'send', 'late', 'forget'],
    actors: [['checkB', 'concludeB'], ['checkC', 'concludeC'], ['conclude']],
    met: ['paid', 'overturned'],
  },
  'a gateway that gives up': {
    before: [],
    actors: [['giveUp', 'begin', 'send'], ['checkB', 'concludeB'], ['expire']],
    met: ['failed', 'expired'],
  },
};

/** The rule that a schedule breaks, or null. */
async function broken(schedule: readonly Step[], met: Set<End>): Promise<string | null> {
  const world = new PaymentWorld(connections);
  await world.reserve();
  for (const [place, step] of schedule.entries()) {
    const fault = await world.take(step);
    if (fault !== null) return `${schedule.slice(0, place + 1).join(' ')}: ${fault}`;
  }
  const fault = await world.wind();
  met.add(world.state);
  if (world.isOverturned) met.add('overturned');
  return fault === null ? null : `${schedule.join(' ')}: ${fault}`;
}

for (const [name, { before, actors, met }] of Object.entries(CASTS)) {
  it(`${name}: in every order, each crashing anywhere, money moves once at most, never without the result on record, and the payment's holder concludes it, once, unless the ledger shows it after all`, async () => {
    const schedules = [...crashes(actors)].flatMap((alive) => [...interleavings(alive)].map((schedule) => [...before, ...schedule]));
    const found: string[] = [];
    const seen = new Set<End>();
    const runNext = async (): Promise<void> => {
      for (let next = schedules.pop(); next !== undefined && found.length === 0; next = schedules.pop()) {
        const fault = await broken(next, seen);
        if (fault !== null) found.push(fault);
      }
    };
    await Promise.all(Array.from({ length: SCHEDULES_AT_ONCE }, runNext));
    expect(found).toEqual([]);
    expect(schedules).toEqual([]);
    expect([...seen]).toEqual(expect.arrayContaining([...met]));
  });
}
