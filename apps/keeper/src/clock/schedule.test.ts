import { randomUUID } from 'node:crypto';
import { connectRedis } from '@oracle-gateway/outbox';
import { Queue } from 'bullmq';
import { expect, inject, it, type TestContext } from 'vitest';
import { createSchedule, type Schedule } from './schedule.js';

const PERIOD_MS = 50;

interface Opened {
  readonly prefix: string;
  /** A schedule of one keeper, which tells its ticks. */
  open(periods: Readonly<Record<string, number>>, onTick?: (feed: string) => Promise<void>): Schedule;
  schedulers(): Promise<readonly (readonly [key: string, every: number])[]>;
}

function openRedis({ onTestFinished }: TestContext): Opened {
  const prefix = `{og-keeper:${randomUUID()}}`;
  const connect = (blocking: boolean) => {
    const redis = connectRedis(inject('redisUrl'), { blocking });
    onTestFinished(() => redis.disconnect());
    return redis;
  };
  return {
    prefix,
    open(periods, onTick = () => Promise.resolve()) {
      const schedule = createSchedule({
        redis: connect(false),
        blockingRedis: connect(true),
        prefix,
        concurrency: 4,
        periods: new Map(Object.entries(periods)),
        onTick,
        onTrouble: () => undefined,
      });
      onTestFinished(() => schedule.close());
      return schedule;
    },
    async schedulers() {
      const queue = new Queue('checks', { connection: connect(false), prefix });
      const found = await queue.getJobSchedulers();
      await queue.close();
      return found.map(({ key, every }) => [key, Number(every)] as const).sort();
    },
  };
}

it('keepers that start at once share one period of each feed', async (context) => {
  const redis = openRedis(context);
  const periods = { one: 60_000, two: 30_000 };
  await Promise.all([redis.open(periods).renew(), redis.open(periods).renew(), redis.open(periods).renew()]);
  expect(await redis.schedulers()).toEqual([
    ['one', 60_000],
    ['two', 30_000],
  ]);
});

it('a file that has changed changes the periods', async (context) => {
  const redis = openRedis(context);
  await redis.open({ one: 60_000, two: 30_000 }).renew();
  await redis.open({ two: 15_000, three: 1_000 }).renew();
  expect(await redis.schedulers()).toEqual([
    ['three', 1_000],
    ['two', 15_000],
  ]);
});

it('a renewal brings back what Redis has lost, and moves nothing that is there', async (context) => {
  const world = openRedis(context);
  const schedule = world.open({ one: 60_000, two: 60_000 });
  await schedule.renew();
  const redis = connectRedis(inject('redisUrl'));
  const before = await redis.zrange(`${world.prefix}:checks:delayed`, '0', '-1');
  const lost = await redis.keys(`${world.prefix}:checks:repeat*two*`);
  await redis.del(...lost);
  await redis.zrem(`${world.prefix}:checks:repeat`, 'two');
  await schedule.renew();
  expect((await world.schedulers()).map(([key]) => key)).toEqual(['one', 'two']);
  const after = await redis.zrange(`${world.prefix}:checks:delayed`, '0', '-1');
  expect(after).toEqual(expect.arrayContaining(before.filter((id) => id.includes('one'))));
  redis.disconnect();
});

it('checks go on while a keeper comes and goes', async (context) => {
  const redis = openRedis(context);
  const periods = { one: PERIOD_MS };
  let ticked: (name: string) => void = () => undefined;
  const untilTick = (name: string) =>
    new Promise<void>((resolve) => {
      ticked = (by) => {
        if (by === name) resolve();
      };
    });
  const [first, second] = ['first', 'second'].map((name) =>
    redis.open(periods, () => {
      ticked(name);
      return Promise.resolve();
    }),
  );
  await first!.renew();
  first!.start();
  await untilTick('first');
  second!.start();
  await first!.close();
  await untilTick('second');
});
