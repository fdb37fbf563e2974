import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import { eventually } from '@oracle-gateway/dev-servers';
import { operations } from '@oracle-gateway/gateway-api';
import { expect } from 'vitest';

import { control, type TestWorld } from './test-world.js';

/** Mean number of rounds from one kill to the next; each victim dies at least once. */
const ROUNDS_A_KILL = 12;
/** Longer than a round takes: a kill finds rounds at any of their steps. */
const LONGEST_DELAY_MS = 300;

interface Victim {
  readonly pid: () => number | undefined;
  readonly restart: object;
}

/** Processes that a round passes through. */
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

async function kill(test: TestWorld, victim: Victim | undefined): Promise<void> {
  await wait(randomInt(LONGEST_DELAY_MS));
  process.kill(victim?.pid() ?? 0, 'SIGKILL');
  await wait(randomInt(200));
  await control(test, '/restart', victim?.restart);
}

/**
 * Asks for rounds side by side and kills every worker, the gateway and Redis, each at least once, after rounds chosen at random. While gateway
 * or Redis is down nothing is asked: it would only be refused. Answers in the order in which they came.
 */
export async function askWhileKilling<T extends { readonly isAnswered: boolean }>(
  test: TestWorld,
  input: { readonly count: number; readonly atOnce: number; readonly ask: (index: number) => Promise<T> },
): Promise<readonly T[]> {
  const { count, atOnce, ask } = input;
  const victims = victimsOf(test);
  const killsAfter = Array.from({ length: Math.max(victims.length, Math.floor(count / ROUNDS_A_KILL)) }, () => randomInt(count)).sort(
    (a, b) => a - b,
  );
  const asked: T[] = [];
  let next = 0;
  let kills = 0;
  let killing = Promise.resolve();
  /** The next victim dies when the one before it is back; until then this lane waits. */
  const killNext = async (): Promise<void> => {
    const before = killing;
    const victim = victims[kills < victims.length ? kills : randomInt(victims.length)];
    kills += 1;
    killing = before.then(() => kill(test, victim));
    await before;
  };
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      while ((killsAfter[kills] ?? Infinity) <= index) await killNext();
      const round = await ask(index);
      asked.push(round);
      if (!round.isAnswered) await untilServing(test);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  await killing;
  return asked;
}

async function untilServing({ client }: TestWorld): Promise<void> {
  await eventually(async () => expect(await client.call(operations.getReady)).toMatchObject({ status: 200 }));
}
