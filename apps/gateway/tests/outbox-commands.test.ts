import { Redis } from 'ioredis';
import { afterEach, expect, it, vi } from 'vitest';
import { post, postAgent } from './fakes/post.js';
import { startWorld, type World } from './fakes/world.js';

/** Reserve, commit, and at most one wake-up: rounds that are served within a moment share it. */
const COMMANDS_PER_ROUND = 3;
/** Commands of an agent's round, after a check of the holds. */
const COMMANDS_PER_AGENT_ROUND = 4;
const ROUNDS = 20;
/** Commands that a process sends now and then, not for each round: the sweeps of reservations and of payments. */
const OTHER_COMMANDS = 10;

let world: World;
afterEach(async () => {
  vi.restoreAllMocks();
  await world.close();
});

it('a round is at most three commands to Redis, counted as they are sent', async () => {
  await start();
  const consumer = world.subscriber();
  await expectCommands(COMMANDS_PER_ROUND, (timestamp) => post(world.url, consumer.request({ timestamp })));
});

it("an agent's round is at most four, its check of what is committed being one of them", async () => {
  await start();
  const payer = world.payer(1_000n);
  await expectCommands(COMMANDS_PER_AGENT_ROUND, (timestamp) => postAgent(world.url, payer.request({ canonical_timestamp: timestamp })));
});

async function start(): Promise<void> {
  // The test counts commands: a busy machine may take its time to sign.
  world = await startWorld({ rounds: { signDeadlineMs: 10_000 } });
}

async function expectCommands(perRound: number, ask: (timestamp: number) => Promise<{ readonly status: number }>): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const serve = async (back: number) => expect((await ask(now - back)).status).toBe(200);
  // Scripts are sent once as texts, and the connection is proven once.
  await serve(0);
  const sent = vi.spyOn(Redis.prototype, 'sendCommand');
  for (let round = 1; round <= ROUNDS; round += 1) await serve(round);
  await expect.poll(() => sent.mock.calls.length).toBeGreaterThan(ROUNDS * (perRound - 1));
  const commands = sent.mock.calls.map(([command]) => command.name);
  expect(commands.length, commands.join(' ')).toBeLessThanOrEqual(ROUNDS * perRound + OTHER_COMMANDS);
}
