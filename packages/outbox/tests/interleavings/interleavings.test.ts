import { afterAll, expect, inject, it } from 'vitest';
import { connectRedis, createOutbox } from '../../src/index.js';
import { sampleAddress } from '../../src/testing/index.js';
import { OutboxModel, type Step } from './model.js';
import { RealOutbox } from './real-outbox.js';
import { crashes, interleavings } from './schedules.js';

const SCHEDULES_AT_ONCE = 64;

const redis = connectRedis(inject('redisUrl'));
afterAll(() => redis.disconnect());

const ACTORS: Record<string, readonly (readonly Step[])[]> = {
  'a gateway that commits': [['reserve', 'commit'], ['expire'], ['claimA', 'settleA'], ['claimB', 'lapseB'], ['rival']],
  'a gateway that gives up': [['reserve', 'fail'], ['expire'], ['claimA', 'settleA'], ['rival']],
};

/** Runs one schedule on both and says where they first differ. */
async function firstDifference(schedule: readonly Step[]): Promise<string | null> {
  const outbox = createOutbox({ redis, gateway: sampleAddress(), identityTtlSeconds: 60, resultTtlSeconds: 60, reservationMarginMs: 0 });
  const model = new OutboxModel();
  const real = new RealOutbox(outbox);
  const compare = async (step: Step, at: string): Promise<string | null> => {
    const [expected, actual] = [model.take(step), await real.take(step)];
    return expected === actual ? null : `${schedule.join(' ')}: ${at} is "${actual}", the model says "${expected}"`;
  };
  for (const step of schedule) {
    const difference = await compare(step, step);
    if (difference !== null) return difference;
  }
  const state = (await outbox.read(real.roundId))?.state ?? 'none';
  if (state !== model.state) return `${schedule.join(' ')}: ends ${state}, the model says ${model.state}`;
  return compare('rival', 'a last reservation');
}

for (const [name, actors] of Object.entries(ACTORS)) {
  it(
    `${name}: every interleaving with a sweep, workers and a rival, each crashing anywhere, ends as the model says`,
    { timeout: 180_000 },
    async () => {
      const schedules = [...crashes(actors)].flatMap((alive) => [...interleavings(alive)]);
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
