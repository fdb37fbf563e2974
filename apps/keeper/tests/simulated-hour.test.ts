import { expect, it } from 'vitest';
import { shareStates } from './support/redis-states.js';
import { type HourReport, simulateHour } from './support/simulate-hour.js';
import { FAIR, PRICE, simulatedFeed, simulatedFeeds } from './support/simulated-world.js';

const shared = shareStates();
/** The long form: SIMULATION_RUNS=500 vitest run tests/simulated-hour.test.ts. */
const RUNS = Number(process.env['SIMULATION_RUNS'] ?? 10);
const FIRST_SEED = 1;
const HEARTBEAT_MS = 300_000;
/** Four outages of up to 40 s, the claim of a dead keeper, and the waits after failures. */
const rule = { heartbeatMs: HEARTBEAT_MS, leadMs: 200_000, deviationBps: 50 };

it(
  `a feed stays within its heartbeat for an hour in which source, gateway and RPC server fail at times and keepers die, ${RUNS} times`,
  { timeout: 900_000 + RUNS * 2_000 },
  async () => {
    const { states } = shared();
    const reports: HourReport[] = [];
    for (let seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed += 1) {
      const feed = simulatedFeed({ rule, checkIntervalMs: 5_000 });
      const report = await simulateHour({ seed, feeds: [feed], states });
      reports.push(report);
      expect([seed, report.mostPerPeriod]).toEqual([seed, 1]);
      expect([seed, report.largestAgeMs <= HEARTBEAT_MS]).toEqual([seed, true]);
      // Each round was counted, and a purchase that failed as well.
      expect(report.spent).toBeGreaterThanOrEqual(BigInt(report.rounds) * PRICE);
      expect(report.writes).toBeLessThanOrEqual(report.rounds);
    }
    const sum = (number: (report: HourReport) => number): number => reports.reduce((total, one) => total + number(one), 0);
    const largest = Math.max(...reports.map(({ largestAgeMs }) => largestAgeMs)) / 1_000;
    expect([sum(({ failed }) => failed) > 0, sum(({ killed }) => killed) > 0]).toEqual([true, true]);
    const bad = Math.round((100 * sum(({ badPart }) => badPart)) / RUNS);
    const counts = `${sum(({ rounds }) => rounds)} rounds, ${sum(({ writes }) => writes)} writes, ${sum(({ killed }) => killed)} keepers died`;
    const cost = `${sum(({ spent }) => Number(spent))} atomic units`;
    process.stdout.write(
      `keeper: ${RUNS} h simulated, something failed in ${bad} % of them: ${counts}, ${cost}, largest age ${largest} s of ${HEARTBEAT_MS / 1_000} s\n`,
    );
  },
);

it('the same seed makes the same hour', async () => {
  const { states } = shared();
  const [one, again] = [
    await simulateHour({ seed: 7, feeds: [simulatedFeed({ rule, checkIntervalMs: 30_000 })], states }),
    await simulateHour({ seed: 7, feeds: [simulatedFeed({ rule, checkIntervalMs: 30_000 })], states }),
  ];
  expect(again).toEqual(one);
});

const LIST = 10;
const LIST_RUNS = Math.ceil(RUNS / 5);

it(
  `ten feeds that share lists stay within their heartbeats in such hours, ${LIST_RUNS} times: no feed is bought twice for one value`,
  { timeout: 900_000 + LIST_RUNS * 20_000 },
  async () => {
    const { states } = shared();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + LIST_RUNS; seed += 1) {
      const feeds = simulatedFeeds(LIST, { rule, checkIntervalMs: 5_000 });
      const report = await simulateHour({ seed, feeds, states });
      expect([seed, report.mostPerPeriod]).toEqual([seed, 1]);
      expect([seed, report.largestAgeMs <= HEARTBEAT_MS]).toEqual([seed, true]);
      expect(report.spent).toBeGreaterThanOrEqual(BigInt(report.units) * PRICE);
      expect([report.killed > 0, report.failed > 0]).toEqual([true, true]);
      // Feeds that fail are bought alone next.
      expect(report.rounds).toBeLessThan(0.75 * report.units);
    }
  },
);

it('ten feeds that share lists take a tenth of the charges and a fifth of the transactions of ten that do not', async () => {
  const { states } = shared();
  const steady = { rule: { ...rule, deviationBps: null }, checkIntervalMs: 5_000 };
  const fair = { states, weather: FAIR, deaths: 0, seed: 1 };
  const together = await simulateHour({ ...fair, feeds: simulatedFeeds(LIST, steady) });
  const [first, ...others] = simulatedFeeds(LIST, steady).map((feed, place) => ({ ...feed, account: `account-${place}` }));
  const alone = await simulateHour({ ...fair, feeds: [first!, ...others] });
  const periods = Math.ceil(3_600_000 / (HEARTBEAT_MS - rule.leadMs));
  expect([alone.rounds, alone.units, alone.writes]).toEqual([LIST * periods, LIST * periods, LIST * periods]);
  expect([together.rounds, together.units, together.writes]).toEqual([periods, LIST * periods, 2 * periods]);
  process.stdout.write(
    `keeper: ${LIST} feeds for an hour: ${alone.rounds} charges and ${alone.writes} transactions alone, ${together.rounds} and ${together.writes} as lists\n`,
  );
});
