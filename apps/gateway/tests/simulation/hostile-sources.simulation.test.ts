import { sampleAddress } from '@oracle-gateway/outbox/testing';
import type { ObserveRequest } from '@oracle-gateway/node-api';
import type { Address } from '@oracle-gateway/protocol';
import { createFastCurve } from '@oracle-gateway/schnorr/native';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Behaviour, Refusal } from '../fakes/node-signer.js';
import { createSeededRandom } from './seeded-random.js';
import { simulateGateway, type SimulatedGateway, type SimulatedRound } from './simulated-gateway.js';
import type { SourceTrick, SourceTricks } from './simulated-network.js';

/** A caller with a source of its own, and nodes that know when it pays to fail: no honest node is put last for others by either. */

/** SIMULATION_SEED=<n> makes another run. */
const SEED = Number(process.env['SIMULATION_SEED'] ?? 20_261_125);
const [QUORUM, BUFFER, NODES] = [3, 1, 13];
const [SOURCE, HOSTILE_SOURCE] = ['https://api.example.com/price', 'https://hostile.example/'];
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
  readonly tricks?: SourceTricks;
  readonly backWithinMs?: number;
  /** Owner of the round. Default: another tenant each time. */
  readonly owner?: Address;
  readonly before?: (gateway: SimulatedGateway, round: number) => Promise<void>;
  /** Default: SEED. */
  readonly seed?: number;
}

/** Rounds of callers who have nothing to do with each other, or with the attacker. */
async function simulate(schedule: Schedule): Promise<readonly SimulatedRound[]> {
  const { nodes, rounds, everyMs, tricks, backWithinMs, owner, before, seed = SEED } = schedule;
  const gateway = simulateGateway({
    random: createSeededRandom(seed),
    nodes,
    quorum: QUORUM,
    buffer: BUFFER,
    curve,
    ...(tricks === undefined ? {} : { tricks }),
    ...(backWithinMs === undefined ? {} : { backWithinMs }),
  });
  const served: SimulatedRound[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await before?.(gateway, round);
    served.push(await gateway.round({ source: SOURCE, timestampSeconds: round, ...(owner === undefined ? {} : { owner }) }));
    await vi.advanceTimersByTimeAsync(everyMs);
  }
  gateway.close();
  return served;
}

function isHostile({ apiConfig }: ObserveRequest): boolean {
  return apiConfig?.url === HOSTILE_SOURCE;
}

describe('three colluders of thirteen nodes, with a caller whose source fails every other node', () => {
  const COLLUDERS = [2, 5, 11];
  const [ROUNDS, ATTACKED_EVERY, ATTACKS] = [200, 40, 12];

  it.each<[string, SourceTrick]>([
    ['bad_answer', { fault: 'bad_answer' }],
    ['timeout', { fault: 'timeout' }],
    ['internal', { code: 'internal' }],
    ['unreachable', { fault: 'unreachable' }],
  ])('are drawn and serve false values as often as chance has it (%s), and the caller pays for its failed rounds', async (name, trick) => {
    const lies = ({ eligible }: ObserveRequest): boolean => COLLUDERS.filter((index) => eligible.includes(index)).length >= QUORUM;
    const valueFor = (request: ObserveRequest): string => (!isHostile(request) && lies(request) ? FALSE_VALUE : TRUE_VALUE);
    const attacker = sampleAddress();
    const attacks: SimulatedRound[] = [];
    const rounds = await simulate({
      nodes: Array.from({ length: NODES }, (_, index) => (COLLUDERS.includes(index) ? { valueFor } : {})),
      rounds: ROUNDS,
      everyMs: 50,
      tricks: (index, request) => (isHostile(request) && !COLLUDERS.includes(index) ? trick : null),
      async before(gateway, round) {
        if (round % ATTACKED_EVERY !== 0) return;
        for (let attack = 0; attack < ATTACKS; attack += 1)
          attacks.push(await gateway.round({ source: HOSTILE_SOURCE, owner: attacker, timestampSeconds: 1_000 * round + attack }));
      },
    });
    const places = rounds.flatMap(({ eligible }) => eligible);
    const honest = places.filter((index) => !COLLUDERS.includes(index)).length;
    // Chance gives 2.8 of 200.
    expect(rounds.filter(({ value }) => value === FALSE_VALUE).length).toBeLessThanOrEqual(5);
    expect(rounds.filter(({ value }) => value === null)).toEqual([]);
    expect(Math.abs(honest / places.length / ((NODES - COLLUDERS.length) / NODES) - 1)).toBeLessThan(0.1);
    // No source makes a node unreachable: such a round costs its caller nothing.
    const failed = attacks.filter(({ value }) => value === null);
    expect(failed.length).toBeGreaterThan(ATTACKS);
    expect(new Set(failed.map(({ isCharged }) => isCharged))).toEqual(new Set([name !== 'unreachable']));
  });
});

describe('nodes that fail a source only where they can fail the round', () => {
  /** Each has no value, or an excuse, wherever more of them are drawn than the buffer holds. */
  function censoring(count: number, colluders: readonly number[], how: () => string): readonly Partial<Behaviour>[] {
    const valueFor = ({ eligible }: ObserveRequest): string =>
      colluders.filter((index) => eligible.includes(index)).length > BUFFER ? how() : TRUE_VALUE;
    return Array.from({ length: count }, (_, index) => (colluders.includes(index) ? { valueFor } : {}));
  }
  function refuses(code: Refusal['code']): () => string {
    return () => {
      throw new Refusal(code);
    };
  }
  const learnt = [
    ['have no value', refuses('upstream_failure')],
    ['refuse', refuses('internal')],
  ] as const;

  it.each(learnt)('fail no round, and are known for it (two of five, which %s)', async (_case, how) => {
    const colluders = [1, 3];
    const rounds = await simulate({ nodes: censoring(5, colluders, how), rounds: 60, everyMs: 1_000 });
    expect(rounds.filter(({ value }) => value !== TRUE_VALUE)).toEqual([]);
    const together = rounds.slice(20).filter(({ eligible }) => colluders.every((index) => eligible.includes(index))).length;
    // Chance gives three of five. One is drawn, for a place that is any node's, beside three others.
    expect(together / 40).toBeLessThan(0.3);
  });

  it('fail few rounds until they are known, and then none, where they all say one false value (two of five, in eight runs)', async () => {
    // Where two nodes say this and two say that, the fifth decides only if it is asked beside both that are right.
    const failed: number[] = [];
    for (let run = 0; run < 8; run += 1) {
      const nodes = censoring(5, [1, 3], () => FALSE_VALUE);
      const rounds = await simulate({ nodes, rounds: 60, everyMs: 1_000, seed: SEED + run });
      failed.push(...rounds.flatMap(({ value }, round) => (value === TRUE_VALUE ? [] : [round])));
    }
    expect(failed.filter((round) => round >= 30)).toEqual([]);
    // They are drawn together in three of five: without what is learnt, 36 of 60 rounds would fail.
    expect(failed.length / 8).toBeLessThan(6);
  });

  it('fail no round by excuses that say nothing of a node', async () => {
    const rounds = await simulate({ nodes: censoring(5, [1, 3], refuses('share_used')), rounds: 60, everyMs: 1_000 });
    expect(rounds.filter(({ value }) => value !== TRUE_VALUE)).toEqual([]);
  });

  it('fail rounds as seldom as chance draws a quorum of them (three of thirteen)', async () => {
    const rounds = await simulate({ nodes: censoring(NODES, [2, 5, 11], refuses('upstream_failure')), rounds: 90, everyMs: 200 });
    // Chance gives 1.3 of 90; more than the buffer holds are drawn in 18.
    expect(rounds.filter(({ value }) => value !== TRUE_VALUE).length).toBeLessThanOrEqual(3);
  });
});

describe('a caller that has its source treat one honest node of five apart', () => {
  const TARGET = 4;
  const [NODES, ROUNDS, ATTACKED_EVERY] = [5, 300, 5];

  interface Attack {
    readonly tricks?: SourceTricks;
    readonly backWithinMs?: number;
    readonly owner?: Address;
    readonly nodes?: readonly Partial<Behaviour>[];
    readonly attack: (gateway: SimulatedGateway, round: number) => Promise<unknown>;
  }

  /** The node's part of the signatures of other callers' rounds, in units of what chance gives. */
  async function shareOfTarget({
    tricks,
    backWithinMs,
    owner,
    nodes = Array.from({ length: NODES }, () => ({})),
    attack,
  }: Attack): Promise<number> {
    const rounds = await simulate({
      nodes,
      rounds: ROUNDS,
      everyMs: 250,
      ...(tricks === undefined ? {} : { tricks }),
      ...(backWithinMs === undefined ? {} : { backWithinMs }),
      ...(owner === undefined ? {} : { owner }),
      async before(gateway, round) {
        if (round % ATTACKED_EVERY === 0) await attack(gateway, round);
      },
    });
    expect(rounds.filter(({ value }) => value !== TRUE_VALUE)).toEqual([]);
    const signatures = rounds.flatMap(({ signers }) => signers);
    return signatures.filter((index) => index === TARGET).length / signatures.length / (1 / NODES);
  }
  function expectChance(share: number): void {
    expect(Math.abs(share - 1)).toBeLessThan(0.1);
  }

  const attacker = sampleAddress();
  const ask = (gateway: SimulatedGateway, round: number, more = {}): Promise<SimulatedRound> =>
    gateway.round({ source: HOSTILE_SOURCE, owner: attacker, timestampSeconds: 1_000 * round, ...more });
  const answersLate: SourceTricks = (index, request) => (index === TARGET && isHostile(request) ? { lateMs: 700 } : null);

  it('gains nothing by answering it late', async () => {
    expectChance(await shareOfTarget({ tricks: answersLate, attack: ask }));
  });

  it('gains nothing by answering it late where answers of honest rounds are often late too', async () => {
    // So often that its late answers are more than one in twenty of all.
    const attack: Attack['attack'] = async (gateway, round) => {
      for (let time = 0; time < 5; time += 1) await ask(gateway, round, { timestampSeconds: 1_000 * round + time });
    };
    expectChance(await shareOfTarget({ tricks: answersLate, backWithinMs: 160, owner: sampleAddress(), attack }));
  });

  it('gains nothing by answering it late, and hanging up', async () => {
    const attack: Attack['attack'] = (gateway, round) => ask(gateway, round, { leavesAfterMs: 330 });
    expectChance(await shareOfTarget({ tricks: answersLate, attack }));
  });

  it('gains nothing by answering it late for two keys', async () => {
    const keys = [attacker, sampleAddress()];
    const attack: Attack['attack'] = (gateway, round) => ask(gateway, round, { owner: keys[(round / ATTACKED_EVERY) % keys.length] });
    expectChance(await shareOfTarget({ tricks: answersLate, attack }));
  });

  it("gains nothing by using up the caller's share there", async () => {
    const tricks: SourceTricks = (index, request) => (index === TARGET && isHostile(request) ? { code: 'share_used' } : null);
    expectChance(await shareOfTarget({ tricks, attack: ask }));
  });

  it('gains nothing by an answer that this node alone cannot pass on', async () => {
    const tricks: SourceTricks = (index, request) => (index === TARGET && isHostile(request) ? { fault: 'bad_answer' } : null);
    expectChance(await shareOfTarget({ tricks, attack: ask }));
  });

  it('gains nothing by having it sign another value first, of the same feed and second', async () => {
    let isFirst = true;
    const valueFor = (request: ObserveRequest): string => {
      if (!isHostile(request)) return TRUE_VALUE;
      return isFirst ? '1' : '2';
    };
    const tricks: SourceTricks = (index, request) =>
      isFirst && index !== TARGET && isHostile(request) ? { code: 'upstream_failure' } : null;
    const attack: Attack['attack'] = async (gateway, round) => {
      for (let pair = 0; pair < 4; pair += 1)
        for (isFirst of [true, false]) await ask(gateway, round, { timestampSeconds: 1_000 * round + pair });
    };
    expectChance(await shareOfTarget({ tricks, nodes: Array.from({ length: NODES }, () => ({ valueFor })), attack }));
  });
});
