import { afterAll, expect, inject, it } from 'vitest';
import { connectRedis } from '../../src/index.js';
import { OutboxModel, type Step } from './model.js';
import { RealOutbox } from './real-outbox.js';
import { crashes, interleavings } from './schedules.js';

const SCHEDULES_AT_ONCE = 64;

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

interface Cast {
  /** What has happened before anybody acts. */
  readonly before: readonly Step[];
  readonly actors: readonly (readonly Step[])[];
}

const CASTS: Record<string, Cast> = {
  'a gateway that commits': {
    before: [],
    actors: [['reserve', 'commit'], ['expire'], ['claimA', 'settleA'], ['claimB', 'lapseB'], ['rival']],
  },
  'a gateway that gives up': { before: [], actors: [['reserve', 'fail'], ['expire'], ['claimA', 'settleA'], ['rival']] },
  'a ledger that loses a settlement': {
    before: ['reserve', 'commit'],
    actors: [['claimA', 'settleA'], ['claimB', 'settleB'], ['rollBack'], ['finalize'], ['figure']],
  },
};

/** Runs one schedule on both and says where they first differ. */
async function firstDifference(schedule: readonly Step[]): Promise<string | null> {
  const model = new OutboxModel();
  const real = new RealOutbox(redis);
  const differ = (what: string, actual: unknown, expected: unknown): string | null =>
    actual === expected ? null : `${schedule.join(' ')}: ${what} is "${String(actual)}", the model says "${String(expected)}"`;
  for (const step of schedule) {
    const expected = model.take(step);
    const difference = differ(step, await real.take(step), expected);
    if (difference !== null) return difference;
  }
  const state = (await real.outbox.read(real.roundId))?.state ?? 'none';
  const [quota, places] = [await real.committed('quota'), await real.committed('places')];
  const lastReservation = await real.take('rival');
  return (
    differ('the last state', state, model.state) ??
    differ('what is committed of the quota', quota.join(), [model.committed('quota'), model.committed('quota')].join()) ??
    differ('what is committed of the places', places.join(), [model.committed('places'), model.committed('places')].join()) ??
    differ('a last reservation', lastReservation, model.take('rival'))
  );
}

for (const [name, { before, actors }] of Object.entries(CASTS)) {
  it(
    `${name}: every interleaving of gateway, sweep, workers, ledger and a rival, each crashing anywhere, ends as the model says`,
    { timeout: 300_000 },
    async () => {
      const schedules = [...crashes(actors)].flatMap((alive) => [...interleavings(alive)].map((schedule) => [...before, ...schedule]));
      const differences: string[] = [];
      const runNext = async (): Promise<void> => {
        for (let next = schedules.pop(); next !== undefined && differences.length === 0; next = schedules.pop()) {
          const difference = await firstDifference(next);
          if (difference !== null) differences.push(difference);
        }
      };
      await Promise.all(Array.from({ length: SCHEDULES_AT_ONCE }, runNext));
      expect(differences).toEqual([]);
      expect(schedules).toEqual([]);
    },
  );
}
