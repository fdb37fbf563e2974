import type { SimulationResult } from '@oracle-gateway/ledger';
import { sampleRoundId } from '@oracle-gateway/outbox/testing';
import { beforeEach, expect, it } from 'vitest';
import { createLoneSimulations, MOST_IN_A_ROW, type LoneSimulations } from './lone-simulations.js';
import { ENVIRONMENT_RETRY_MS } from './retry-policy.js';

function refusedWith(name: string, code: number): SimulationResult {
  return { ok: false, refusal: { kind: 'program', instructionIndex: 1, code, name } } as SimulationResult;
}
const OUTSIDE = refusedWith('GatewayInactive', 6_029);
const OWN = refusedWith('WrongGateway', 6_028);
const ACCEPTED = { ok: true } as SimulationResult;

let nowMs: number;
let simulations: LoneSimulations;
beforeEach(() => {
  nowMs = 0;
  simulations = createLoneSimulations({ monotonicMs: () => nowMs });
});

function simulated(results: readonly (SimulationResult | null)[]) {
  return Promise.all(results.map((result) => simulations.run(() => Promise.resolve(result))));
}
function notRun(results: readonly unknown[]): number {
  return results.filter((result) => result === 'not_run').length;
}
function times<T>(count: number, value: T): readonly T[] {
  return Array.from({ length: count }, () => value);
}

it.each([
  ['refusals from outside', OUTSIDE],
  ['simulations without an answer', null],
])('after %s in a row none follows for a while, however many wait', async (_name, result) => {
  expect(notRun(await simulated(times(100, result)))).toBe(100 - MOST_IN_A_ROW);
  nowMs = ENVIRONMENT_RETRY_MS - 1;
  expect(notRun(await simulated([ACCEPTED]))).toBe(1);
  nowMs = ENVIRONMENT_RETRY_MS;
  expect(notRun(await simulated(times(100, result)))).toBe(100 - MOST_IN_A_ROW);
});

it.each([
  ['accepted', ACCEPTED],
  ['refused for a cause of its own', OWN],
])('one round that is %s shows that the others may be tried', async (_name, result) => {
  const rounds = times(20, [...times(MOST_IN_A_ROW - 1, OUTSIDE), result]).flat();
  expect(notRun(await simulated(rounds))).toBe(0);
});

it('only so many run at once', async () => {
  let running = 0;
  let most = 0;
  const simulate = async (): Promise<SimulationResult> => {
    most = Math.max(most, (running += 1));
    await Promise.resolve();
    running -= 1;
    return ACCEPTED;
  };
  await Promise.all(times(100, simulate).map((each) => simulations.run(each)));
  expect(most).toBe(MOST_IN_A_ROW);
});

it('a simulation that throws frees its place', async () => {
  const failing = times(100, () => Promise.reject<SimulationResult>(new TypeError('broken')));
  await Promise.allSettled(failing.map((each) => simulations.run(each)));
  expect(await simulated([ACCEPTED])).toEqual([ACCEPTED]);
});

it('the newest 256 rounds are remembered', () => {
  const rounds = Array.from({ length: 257 }, () => sampleRoundId());
  rounds.forEach((roundId) => simulations.remember(roundId));
  expect(rounds.map((roundId) => simulations.isRemembered(roundId))).toEqual([false, ...times(256, true)]);
});
