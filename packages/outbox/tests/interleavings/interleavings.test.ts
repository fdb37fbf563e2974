import { afterAll, expect, inject, it } from 'vitest';
import { connectRedis } from '../../src/index.js';
import { QUOTAS, OutboxModel, type Outcome, type Step } from './model.js';
import { RealOutbox } from './real-outbox.js';
import { crashes, interleavings } from './schedules.js';

const SCHEDULES_AT_ONCE = 256;

const connections = [connectRedis(inject('redisUrl')), connectRedis(inject('redisUrl'))] as const;
afterAll(() => connections.forEach((redis) => redis.disconnect()));

interface Cast {
  /** Steps that have happened before the first one. */
  readonly before: readonly Step[];
  readonly actors: readonly (readonly Step[])[];
  /** Refusals that some schedule must meet: what never happens is not tested. */
  readonly met: readonly Outcome[];
}

const CASTS: Record<string, Cast> = {
  'a gateway that commits': {
    before: [],
    actors: [['reserve', 'commit'], ['expire'], ['claimA', 'settleA'], ['claimB', 'lapseB'], ['rival']],
    met: ['held places', 'held funds', 'illegal expired', 'stale'],
  },
  'a gateway that gives up': {
    before: [],
    actors: [['reserve', 'fail'], ['expire'], ['claimA', 'settleA'], ['rival']],
    met: ['held places', 'illegal expired'],
  },
  'two gateways with one authorization, and one may commit': {
    before: [],
    actors: [['reserve', 'commit'], ['reserveTheirs', 'failTheirs'], ['expire'], ['rival']],
    met: ['used authorization', 'held places', 'illegal expired'],
  },
  'two gateways with one authorization that the first has not spent': {
    before: [],
    actors: [['reserve', 'failUnspent'], ['reserveTheirs', 'commitTheirs'], ['expire'], ['rival', 'rival']],
    met: ['used authorization', 'held places', 'illegal expired'],
  },
  'a ledger that loses a settlement': {
    before: ['reserve', 'commit'],
    actors: [['claimA', 'settleA'], ['claimB', 'settleB'], ['rollBack'], ['finalize'], ['reading']],
    met: ['stale', 'nothing'],
  },
  'a ledger that loses a settlement beside a rival': {
    before: ['reserve', 'commit'],
    actors: [['claimA', 'settleA'], ['claimB', 'settleB'], ['rollBack'], ['rival', 'rival']],
    met: ['held quota', 'held funds'],
  },
};

/** Runs one schedule on both and says where they first differ; what is committed is compared after every step. */
async function firstDifference(schedule: readonly Step[], met: Set<Outcome>): Promise<string | null> {
  const model = new OutboxModel();
  const real = new RealOutbox(connections);
  const differ = (what: string, actual: unknown, expected: unknown): string | null =>
    actual === expected ? null : `${schedule.join(' ')}: ${what} is "${String(actual)}", the model says "${String(expected)}"`;
  const last: readonly Step[] = schedule.includes('reserveTheirs') ? ['rival'] : ['rival', 'reserveTheirs'];
  for (const step of [...schedule, ...last]) {
    const expected = model.take(step);
    met.add(expected);
    const outcome = differ(step, await real.take(step), expected);
    if (outcome !== null) return outcome;
    const committed = await real.committed();
    for (const quotaKey of QUOTAS) {
      const difference = differ(`what is committed of ${quotaKey} after ${step}`, committed[quotaKey], model.committed(quotaKey));
      if (difference !== null) return difference;
    }
  }
  for (const whose of ['ours', 'theirs'] as const) {
    const { outbox, roundId } = real[whose];
    const difference = differ(`the last state of ${whose}`, (await outbox.read(roundId))?.state ?? 'none', model.state(whose));
    if (difference !== null) return difference;
  }
  return null;
}

for (const [name, { before, actors, met }] of Object.entries(CASTS)) {
  it(`${name}: every interleaving of gateways, sweep, workers, ledger and a rival, each crashing anywhere, ends as the model says`, async () => {
    const schedules = [...crashes(actors)].flatMap((alive) => [...interleavings(alive)].map((schedule) => [...before, ...schedule]));
    const differences: string[] = [];
    const seen = new Set<Outcome>();
    const runNext = async (): Promise<void> => {
      for (let next = schedules.pop(); next !== undefined && differences.length === 0; next = schedules.pop()) {
        const difference = await firstDifference(next, seen);
        if (difference !== null) differences.push(difference);
      }
    };
    await Promise.all(Array.from({ length: SCHEDULES_AT_ONCE }, runNext));
    expect(differences).toEqual([]);
    expect(schedules).toEqual([]);
    expect([...seen]).toEqual(expect.arrayContaining([...met]));
  });
}
