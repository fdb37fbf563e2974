import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { control, type TestWorld } from './test-world.js';

/** Between two kills, from the restart of the last victim. */
const LONGEST_PEACE_MS = 2_500;

interface Victim {
  readonly pid: () => number | undefined;
  readonly restart: object;
}

/** What a round passes through. */
function victimsOf({ world }: TestWorld): readonly Victim[] {
  const workers = world.manifest.pids.worker.map((_, index) => ({
    pid: () => world.manifest.pids.worker[index],
    restart: { what: 'worker', index },
  }));
  return [
    ...workers,
    { pid: () => world.manifest.pids.gateway, restart: { what: 'gateway' } },
    { pid: () => world.manifest.pids.redis, restart: { what: 'redis' } },
  ];
}

/** Kills every worker, the gateway and Redis one after the other, at random points, until told to stop, each at least once; answers how often. */
export async function killAtRandom(test: TestWorld, mayStop: () => boolean): Promise<number> {
  const victims = victimsOf(test);
  let kills = 0;
  for (; !mayStop() || kills < victims.length; kills += 1) {
    await wait(randomInt(LONGEST_PEACE_MS));
    const victim = victims[kills < victims.length ? kills : randomInt(victims.length)];
    process.kill(victim?.pid() ?? 0, 'SIGKILL');
    await wait(randomInt(200));
    await control(test, '/restart', victim?.restart);
  }
  return kills;
}

/** Asks one question after the other in so many lanes; answers in the order in which they came. */
export async function inLanes<T>(input: {
  readonly count: number;
  readonly atOnce: number;
  readonly ask: (index: number) => Promise<T>;
}): Promise<readonly T[]> {
  const answers: T[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < input.count; index = next++) answers.push(await input.ask(index));
  };
  await Promise.all(Array.from({ length: input.atOnce }, lane));
  return answers;
}
