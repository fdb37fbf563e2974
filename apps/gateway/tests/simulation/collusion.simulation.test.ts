import { sampleAddress } from '@oracle-gateway/outbox/testing';
import type { ObserveRequest } from '@oracle-gateway/node-api';
import { createFastCurve } from '@oracle-gateway/schnorr/native';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestNodeFault } from '../fakes/faults.js';
import type { Behaviour } from '../fakes/node-signer.js';
import { createSeededRandom } from './seeded-random.js';
import { simulateGateway, type SimulatedGateway, type SimulatedRound } from './simulated-gateway.js';

/** SIMULATION_SEED=<n> makes another run. */
const SEED = Number(process.env['SIMULATION_SEED'] ?? 20_261_123);
const [QUORUM, BUFFER] = [3, 1];
const SOURCE = 'https://api.example.com/price';
const [TRUE_VALUE, FALSE_VALUE] = ['1.25', '666'];

const { curve } = await createFastCurve({ installedBy: import.meta.url });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Schedule {
  readonly nodes: readonly Partial<Behaviour>[];
  readonly rounds: number;
  /** Milliseconds between two rounds. */
  readonly everyMs: number;
  readonly before?: (gateway: SimulatedGateway, round: number) => Promise<void>;
}

/** Rounds of callers who have nothing to do with each other. */
async function simulate({ nodes, rounds, everyMs, before }: Schedule): Promise<readonly SimulatedRound[]> {
  const gateway = simulateGateway({ random: createSeededRandom(SEED), nodes, quorum: QUORUM, buffer: BUFFER, curve });
  const served: SimulatedRound[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await before?.(gateway, round);
    served.push(await gateway.round({ source: SOURCE }));
    await vi.advanceTimersByTimeAsync(everyMs);
  }
  gateway.close();
  return served;
}

describe('three colluders of thirteen nodes', () => {
  const [NODES, COLLUDERS] = [13, [2, 5, 11]];

  /** They lie only where the eligible set has a quorum of them. No measure can tell them from honest nodes before that. */
  function colluding(fault: TestNodeFault, seen: (request: ObserveRequest) => string = () => TRUE_VALUE): readonly Partial<Behaviour>[] {
    const lies = ({ eligible }: ObserveRequest): boolean => COLLUDERS.filter((index) => eligible.includes(index)).length >= QUORUM;
    const colluder = { fault, valueFor: (request: ObserveRequest) => (lies(request) ? FALSE_VALUE : seen(request)) };
    return Array.from({ length: NODES }, (_, index) => (COLLUDERS.includes(index) ? colluder : { valueFor: seen }));
  }

  /** Counts the false rounds, and the honest nodes' part of all places that were drawn, in units of what chance gives. */
  function measure(rounds: readonly SimulatedRound[]) {
    const places = rounds.flatMap(({ eligible }) => eligible);
    const honest = places.filter((index) => !COLLUDERS.includes(index));
    return {
      falseRounds: rounds.filter(({ value }) => value === FALSE_VALUE).length,
      failed: rounds.filter(({ value }) => value === null).length,
      honestShare: honest.length / places.length / ((NODES - COLLUDERS.length) / NODES),
    };
  }

  /** Chance draws all three in 10 of 715 rounds: 4.2 of 300. Sixteen of 300 are six standard deviations of that. */
  function expectChance(rounds: readonly SimulatedRound[]): void {
    const { falseRounds, failed, honestShare } = measure(rounds);
    expect(falseRounds / rounds.length).toBeLessThan(16 / 300);
    // Two of them drawn together fail a round in five until they are known.
    expect(failed / rounds.length).toBeLessThan(10 / 300);
    expect(honestShare).toBeGreaterThan(0.9);
  }

  it('serve false rounds as often as chance draws all of them where they do nothing but lie together', async () => {
    const rounds = await simulate({ nodes: colluding('none'), rounds: 300, everyMs: 50 });
    expectChance(rounds);
    expect(measure(rounds).honestShare).toBeLessThan(1.1);
  });

  it.each<TestNodeFault>(['shared-commitments', 'forgetful', 'declines'])(
    'gain no place in the draw by what they break (%s)',
    async (fault) => {
      expectChance(await simulate({ nodes: colluding(fault), rounds: 300, everyMs: 50 }));
    },
  );

  it('gain no place in the draw by a caller who has two values of one feed and second signed, twelve times in 30 s', async () => {
    const attacker = sampleAddress();
    let value = 0;
    const seen = ({ apiConfig }: ObserveRequest): string => (apiConfig?.url === SOURCE ? TRUE_VALUE : `${value}`);
    const before = async (gateway: SimulatedGateway, round: number): Promise<void> => {
      if (round % 2 !== 0) return;
      const timestampSeconds = Math.floor(Date.now() / 1_000);
      for (value of [2 * round, 2 * round + 1]) {
        await gateway.round({ source: 'https://attacker.example/', owner: attacker, timestampSeconds });
      }
    };
    expectChance(await simulate({ nodes: colluding('none', seen), rounds: 200, everyMs: 1_000, before }));
  });

  it('gain no place in the draw by a value that moves, so that honest nodes see another one time in five', async () => {
    const moves = createSeededRandom(SEED);
    const rounds = await simulate({
      nodes: colluding('none', ({ eligible }) => (moves.happens(0.2) ? `${eligible.length}.${moves.between(1, 9)}` : TRUE_VALUE)),
      rounds: 300,
      everyMs: 50,
    });
    const { falseRounds, honestShare } = measure(rounds);
    expect(falseRounds).toBeLessThan(16);
    expect(honestShare).toBeGreaterThan(0.9);
  });
});

describe('fewer colluders than a quorum in the rounds of a list', () => {
  const OTHERS = ['https://api.example.com/second', 'https://api.example.com/third'];
  const LIED_ABOUT = 1;

  /** Two of the three nodes that are asked beside one honest node, or beside two. */
  async function values(lie: string | null, rounds: number): Promise<readonly SimulatedRound[]> {
    const liar: Partial<Behaviour> = { valueFor: (_request, place) => (place === LIED_ABOUT ? lie : TRUE_VALUE) };
    const nodes = [{ value: TRUE_VALUE }, liar, { value: TRUE_VALUE }, liar, { value: TRUE_VALUE }];
    const gateway = simulateGateway({ random: createSeededRandom(SEED), nodes, quorum: QUORUM, buffer: BUFFER, curve });
    const served: SimulatedRound[] = [];
    for (let round = 0; round < rounds; round += 1) {
      served.push(await gateway.round({ source: SOURCE, others: OTHERS }));
      await vi.advanceTimersByTimeAsync(1_000);
    }
    gateway.close();
    return served;
  }

  it.each([
    ['lie about one source', FALSE_VALUE],
    ['have no value of one source', null],
  ])('give one source no other value, and cost no other source its own: they %s', async (_what, lie) => {
    const rounds = await values(lie, 60);
    for (const {
      values: [first, second, third],
      failure,
    } of rounds) {
      expect([failure, first, third]).toEqual([null, TRUE_VALUE, TRUE_VALUE]);
      expect([TRUE_VALUE, null]).toContain(second);
    }
    // Drawn together they leave the source without a quorum, until they are known.
    expect(rounds.slice(30).filter(({ values: [, second] }) => second === TRUE_VALUE).length).toBeGreaterThan(20);
  });
});

describe('two of five nodes that never serve a source', () => {
  it.each<TestNodeFault>(['upstream', 'lie', 'declines', 'excuses-itself'])(
    'cost rounds until they are known (%s), and then none',
    async (fault) => {
      const nodes = Array.from({ length: 5 }, (_, index) => (index % 2 === 1 ? { fault } : {}));
      const rounds = await simulate({ nodes, rounds: 120, everyMs: 1_000 });
      const failed = rounds.flatMap(({ value }, round) => (value === null ? [round] : []));
      // For ever, they would be drawn together in three of five.
      expect(failed.filter((round) => round >= 40)).toEqual([]);
    },
  );

  it('serve it again soon after they can', async () => {
    const healed = 60;
    let round = 0;
    const bad: Partial<Behaviour> = { valueFor: () => (round < healed ? FALSE_VALUE : TRUE_VALUE) };
    const nodes = [{}, bad, {}, {}, {}];
    const before = (_gateway: SimulatedGateway, now: number): Promise<void> => {
      round = now;
      return Promise.resolve();
    };
    const rounds = await simulate({ nodes, rounds: 400, everyMs: 1_000, before });
    const drawn = (from: number, to: number): number => rounds.slice(from, to).filter(({ eligible }) => eligible.includes(1)).length;
    // One of five places is any node's; of nodes with nothing against them each is drawn in four of five rounds.
    expect(drawn(30, healed)).toBeLessThan(15);
    expect(drawn(300, 400)).toBeGreaterThan(60);
  });
});
