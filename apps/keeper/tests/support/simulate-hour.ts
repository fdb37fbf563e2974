import type { KeptFeed } from '../../src/feeds/kept-feed.js';
import type { FeedStates } from '../../src/state/feed-states.js';
import { createSimulatedKeeper, type SimulatedKeeper } from './keeper.js';
import { seededRandom } from './random.js';
import { createSimulatedWorld, mostPerPeriod, START_MS, type Weather } from './simulated-world.js';

export interface HourInput {
  readonly seed: number;
  /** Feeds of one interval between checks. */
  readonly feeds: readonly [KeptFeed, ...KeptFeed[]];
  readonly states: FeedStates;
  readonly hours?: number;
  /** Failures in place of those by chance. */
  readonly weather?: Partial<Weather>;
  /** Part of the checks in which a keeper dies. */
  readonly deaths?: number;
}

export interface HourReport {
  /** Greatest age that a value on the ledger reached, milliseconds. */
  readonly largestAgeMs: number;
  readonly rounds: number;
  /** Sources of all rounds. */
  readonly units: number;
  readonly mostPerPeriod: number;
  readonly writes: number;
  readonly checks: number;
  readonly failed: number;
  readonly killed: number;
  /** Sum that all keepers counted, atomic units. */
  readonly spent: bigint;
  /** Part of the time in which source, gateway or RPC server failed. */
  readonly badPart: number;
}

const HOUR_MS = 3_600_000;
const KEEPERS = 2;
const MEAN_GOOD_MS = 180_000;
const LONGEST_BAD_MS = 40_000;
const ESCROW_EMPTY = 0.05;
const ANSWER_LOST = 0.1;
const LANDING_LOST = 0.1;
const DEATH = 0.02;
/** More steps than a check has. */
const STEPS = 16;
/** Volatility: basis points that the price may move between two checks. */
const MOVE_BPS = 12;
const CLAIM_MS = 30_000;
const BACKOFF_LIMIT_MS = 20_000;

/** Windows of failure of one part, over the whole time. */
function outages(random: () => number, endMs: number): (nowMs: number) => boolean {
  const windows: { readonly fromMs: number; readonly toMs: number }[] = [];
  for (let atMs = START_MS; atMs < endMs;) {
    const fromMs = atMs - Math.log(1 - random()) * MEAN_GOOD_MS;
    const toMs = fromMs + random() * LONGEST_BAD_MS;
    windows.push({ fromMs, toMs });
    atMs = toMs;
  }
  return (nowMs) => windows.some(({ fromMs, toMs }) => nowMs >= fromMs && nowMs < toMs);
}

/**
 * Keepers of some feeds for hours of simulated time. Source, gateway and RPC server fail at times, answers are lost, keepers die at any step.
 * The same seed makes the same hours.
 */
export async function simulateHour({ seed, feeds, states, hours = 1, weather = {}, deaths = DEATH }: HourInput): Promise<HourReport> {
  const random = seededRandom(seed);
  const world = createSimulatedWorld(feeds);
  const endMs = START_MS + hours * HOUR_MS;
  const [source, gateway, rpc] = [outages(random, endMs), outages(random, endMs), outages(random, endMs)];
  world.weather = {
    isSourceDown: () => source(world.clock.ms),
    isGatewayDown: () => gateway(world.clock.ms),
    isRpcDown: () => rpc(world.clock.ms),
    isEscrowEmpty: () => random() < ESCROW_EMPTY,
    losesAnswer: () => random() < ANSWER_LOST,
    losesLanding: () => random() < LANDING_LOST,
    ...weather,
  };
  const newKeeper = (): SimulatedKeeper =>
    createSimulatedKeeper(world, states, feeds, { claimMs: CLAIM_MS, backoffLimitMs: BACKOFF_LIMIT_MS });
  const keepers = Array.from({ length: KEEPERS }, newKeeper);
  let [checks, failed, killed, largestAgeMs, badChecks] = [0, 0, 0, 0, 0];
  let spent = 0n;
  for (let turn = 0; ; turn += 1) {
    // Checks of all feeds begin in one moment.
    const feed = feeds[turn % feeds.length] ?? feeds[0];
    if (turn > 0 && feed === feeds[0]) world.clock.ms += feed.checkIntervalMs;
    if (world.clock.ms >= endMs) break;
    checks += 1;
    if (source(world.clock.ms) || gateway(world.clock.ms) || rpc(world.clock.ms)) badChecks += 1;
    if (feed === feeds[0]) world.price += (world.price * BigInt(Math.round((2 * random() - 1) * MOVE_BPS))) / 10_000n;
    for (const held of world.heldAt) if (held) largestAgeMs = Math.max(largestAgeMs, world.clock.ms - held.observedAtMs);
    const place = Math.floor(random() * KEEPERS);
    const keeper = keepers[place] ?? newKeeper();
    if (random() < deaths) keeper.killAt(keeper.steps.length + 1 + Math.floor(random() * STEPS));
    const outcome = await keeper.check(feed);
    if (outcome === 'killed') {
      killed += 1;
      keepers[place] = newKeeper();
    } else if (outcome.kind === 'failed') failed += 1;
  }
  for (const { feedId } of feeds) spent += (await states.read(feedId, START_MS)).spentToday;
  const { rounds, writes } = world;
  return {
    ...{
      largestAgeMs,
      rounds: rounds.length,
      units: rounds.reduce((sum, round) => sum + round.feeds.length, 0),
      mostPerPeriod: mostPerPeriod(rounds),
      writes,
      checks,
      failed,
      killed,
      spent,
    },
    badPart: badChecks / checks,
  };
}
