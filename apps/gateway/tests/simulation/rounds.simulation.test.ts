import type { FlatRoundResult } from '@oracle-gateway/gateway-api';
import { sampleRoundId } from '@oracle-gateway/outbox/testing';
import {
  type Address,
  deriveDeploymentId,
  deriveFeedId,
  fromHex,
  listValue,
  NO_OWNER,
  type RoundId,
  signersOf,
  unixMs,
  type Form,
  SOURCE_FORM,
  unitsOf,
} from '@oracle-gateway/protocol';
import { listSubject } from '@oracle-gateway/protocol/internal';
import { verifyAttestation } from '@oracle-gateway/schnorr';
import { createFastCurve } from '@oracle-gateway/schnorr/native';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { GatewayError } from '../../src/errors/gateway-error.js';
import { createCommitmentStock, createNodeHealth, createRoundEngine, createUnstableSources } from '../../src/engine/testing.js';
import { createChargeRound } from '../../src/charges/charge-round.js';
import { readStoredAnswer } from '../../src/answers/stored-answer.js';
import type { TestNodeFault } from '../fakes/faults.js';
import type { Behaviour } from '../fakes/node-signer.js';
import { silentEvents } from '../fakes/silent-events.js';
import { EMPTY_STOCK, stageRound, withPorts } from '../fakes/staged-round.js';
import { AGGREGATION } from '../fakes/tolerance.js';
import { createSeededRandom, type SeededRandom } from './seeded-random.js';
import { simulateNetwork } from './simulated-network.js';
import { simulateOutbox } from './simulated-outbox.js';
import { engineEvents } from '../fakes/engine-ports.js';

/**
 * The engine runs on a clock, a network and callers that one seed decides. The outbox is a model, because a server would add its own time to
 * a schedule that a seed must repeat. Nodes sign for real. SIMULATION_RUNS=10000 makes a long run, SIMULATION_SEED=<n> SIMULATION_RUNS=1 repeats one schedule.
 */
const RUNS = Number(process.env['SIMULATION_RUNS'] ?? 75);
const FIRST_SEED = Number(process.env['SIMULATION_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

const [NODES, QUORUM] = [5, 3];
const HONEST_VALUE = '1.25';
const DEADLINE_MS = 25_000;
/** Longer than a round, its commit and its releases may take. */
const LONGEST_MS = 120_000;
/** An exact source, one of tolerance mode, and another exact one. */
const LIST = listSubject(
  [
    { url: 'https://api.example.com/a', method: 'GET' },
    { url: 'https://api.example.com/b', method: 'GET', aggregation: AGGREGATION },
    { url: 'https://api.example.com/c', method: 'GET' },
  ],
  2,
);
const FAULTS: readonly [TestNodeFault, ...TestNodeFault[]] = [
  'lie',
  'upstream',
  'refuse-sign',
  'bad-partial',
  'bad-observation',
  'bad-nonces',
  'bad-commitments',
  'no-commitments',
];

const { curve } = await createFastCurve({ installedBy: import.meta.url });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Schedule {
  readonly random: SeededRandom;
  readonly mode: 'exact' | 'tolerance' | 'list';
  readonly exchanges: 'one' | 'two';
  /** A schedule without any trouble must be served. */
  readonly isCalm: boolean;
}

/** Rounds at one gateway on one schedule of faults; each with what its caller heard. */
async function simulate({ random, mode, exchanges, isCalm }: Schedule) {
  const trouble = isCalm ? 0 : random.next() * 0.3;
  const faulty = isCalm ? 0 : random.between(0, NODES);
  const stage = stageRound({
    nodes: Array.from({ length: NODES }, (_, index) => ({
      value: HONEST_VALUE,
      fault: index < faulty ? random.pick(FAULTS) : 'none',
      ...(mode === 'list' && index < faulty && random.happens(0.5) ? oneSourceApart(random) : {}),
    })),
    quorum: QUORUM,
    randomBytes: random.bytes,
    curve,
    ...(mode === 'list' ? { subject: LIST } : {}),
    ...(mode === 'tolerance' ? { apiConfig: { url: 'https://api.example.com/', method: 'GET', aggregation: AGGREGATION } as const } : {}),
  });
  const client = simulateNetwork(stage.signers, { random, trouble });
  const outbox = simulateOutbox({ random, trouble: trouble / 2 });
  const monotonicMs = (): number => Date.now();
  const health = createNodeHealth({ monotonicMs });
  const stock = createCommitmentStock({
    client,
    events: engineEvents(),
    curve,
    randomBytes: random.bytes,
    monotonicMs,
  });
  if (exchanges === 'one') {
    for (const node of stage.nodes) stock.has(node);
    await vi.advanceTimersByTimeAsync(5_000);
  }
  const engine = createRoundEngine(
    withPorts(stage.ports, {
      settings: {
        observeDeadlineMs: 12_000,
        paidObserveDeadlineMs: 20_000,
        signDeadlineMs: 2_000,
        roundDeadlineMs: DEADLINE_MS,
        maxConcurrent: 8,
      },
      nodes: {
        calls: client,
        health,
        stock: exchanges === 'one' ? stock : EMPTY_STOCK,
        unstable: createUnstableSources({ monotonicMs }),
        releases: {
          add: (node, sessionId) => client.release(node, { sessionIds: [sessionId] }, limits()).then(noted, noted),
          close: () => Promise.resolve(),
        },
      },
      records: outbox,
      clock: { monotonicMs, wait },
    }),
  );
  const serve = engine.serve({
    policy: {},
    conclude: createChargeRound({ outbox, queue: null, showAnswered: null, events: silentEvents, gateway: stage.gateway }),
  });

  const calls = Array.from({ length: random.between(1, 3) }, (_, place) => {
    const isRepeat = place > 0 && random.happens(0.5);
    const round = isRepeat ? stage.round : { ...stage.round, roundId: place === 0 ? stage.round.roundId : sampleRoundId() };
    const leaving = new AbortController();
    if (!isCalm && random.happens(0.1)) setTimeout(() => leaving.abort(), random.between(1, 3_000));
    const call = { round, answer: null as FlatRoundResult | null, refusal: null as unknown, hasLeft: leaving.signal };
    const over = serve(round, { requestId: 'request', clientGone: leaving.signal }).then(
      (answer) => {
        call.answer = answer;
      },
      (refusal: unknown) => {
        call.refusal = refusal;
      },
    );
    return { call, over };
  });
  if (!isCalm && random.happens(0.05)) setTimeout(() => void engine.drain(0), random.between(1, 3_000));
  await vi.advanceTimersByTimeAsync(LONGEST_MS);
  stock.close();
  return { stage, outbox, engine, calls: calls.map(({ call }) => call) };
}

/** A node that lacks one source of the list, or sees another value of it. It is honest in all else. */
function oneSourceApart(random: SeededRandom): Partial<Behaviour> {
  const [apart, seen] = [random.between(0, LIST.sources.length - 1), random.pick<string | null>([null, '1.5'])];
  return { fault: 'none', valueFor: (_request, place) => (place === apart ? seen : HONEST_VALUE) };
}

/** Waits on the simulated clock. */
function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function limits() {
  return { deadlineMs: 2_000, signal: new AbortController().signal };
}

function noted(): void {
  // Whether a node has heard of it is its own matter.
}

type Simulated = Awaited<ReturnType<typeof simulate>>;

/** Never lost, doubled or unverified. */
function check({ stage, outbox, engine, calls }: Simulated, { isCalm }: Schedule): void {
  expect(engine.inFlight()).toBe(0);
  const served = new Set<RoundId>();
  for (const { round, answer, refusal, hasLeft } of calls) {
    const record = outbox.records.get(round.roundId);
    if (answer !== null) {
      expect(served.has(round.roundId)).toBe(false);
      served.add(round.roundId);
      expect(record).toMatchObject({ state: 'pending', charges: 1 });
      expect(readStoredAnswer(record?.result ?? '').result).toEqual({ ...answer, data: { ...answer.data, fresh: false } });
      expect(isSigned(stage, statementOf(stage, round, answer))).toBe(true);
      for (const other of otherStatements(statementOf(stage, round, answer))) expect(isSigned(stage, other)).toBe(false);
      if (round.subject === LIST) checkValues(answer);
      continue;
    }
    if (!(refusal instanceof GatewayError)) throw new Error('a caller has heard nothing', { cause: refusal });
    expect(refusal.code).not.toBe('internal');
    const isOthers = refusal.code === 'duplicate_round';
    // A caller that hears of no charge is not charged; one that is told to ask may be.
    if (refusal.rule.authorization !== 'unknown' && !isOthers && !hasLeft.aborted) expect(record?.state).not.toBe('pending');
    if (isCalm) expect([refusal.code, isOthers]).toEqual(['duplicate_round', true]);
  }
  for (const [roundId, record] of outbox.records) {
    expect(record.charges).toBeLessThanOrEqual(1);
    const own = calls.filter(({ round }) => round.roundId === roundId);
    const hasHeard = own.some(({ answer, refusal, hasLeft }) => answer !== null || hasLeft.aborted || isUnknown(refusal));
    if (record.state === 'pending') expect(hasHeard).toBe(true);
  }
}

function isUnknown(refusal: unknown): boolean {
  return refusal instanceof GatewayError && refusal.rule.authorization === 'unknown';
}

/** Claim of an answer that this is signed. */
interface Statement {
  readonly deploymentId: Simulated['stage']['deploymentId'];
  readonly attestation: Parameters<typeof verifyAttestation>[0]['attestation'];
}

/** The claim as a caller makes it of its own request. */
function statementOf(
  { deploymentId, registry }: Simulated['stage'],
  round: Simulated['stage']['round'],
  { data }: FlatRoundResult,
): Statement {
  return {
    deploymentId,
    attestation: {
      feedId: round.feedId,
      sourceId: round.subject.sourceId,
      form: round.subject.form,
      timestampMs: round.timestampMs,
      observedAtMs: unixMs(data.observedAt),
      registryVersion: registry.version,
      signaturesRequired: QUORUM,
      value: fromHex(data.valuePacked, 32),
      signersBitmap: fromHex(data.signersBitmap, 32),
      s: fromHex(data.s, 32),
      commitment: fromHex(data.commitmentAddr, 20),
    },
  };
}

/** The same signature as another value, source, owner, number of sources, time or chain. */
function otherStatements({ deploymentId, attestation }: Statement): Statement[] {
  const isSource = attestation.form === SOURCE_FORM;
  const form = isSource ? (130 as Form) : SOURCE_FORM;
  const { sourceId } = LIST.sources[0]!;
  const feedId = deriveFeedId({ owner: NO_OWNER, sourceId: attestation.sourceId, signaturesRequired: QUORUM });
  const changes: Partial<Statement['attestation']>[] = [
    { form },
    { form: unitsOf(attestation.form) as Form, observedAtMs: unixMs(attestation.observedAtMs + Number(isSource)) },
    { sourceId },
    { sourceId, form: SOURCE_FORM, feedId: deriveFeedId({ owner: NO_OWNER, sourceId, signaturesRequired: QUORUM }) },
    { feedId },
    { value: new Uint8Array(32) },
    { observedAtMs: unixMs(attestation.observedAtMs + 1) },
    { timestampMs: unixMs(attestation.timestampMs + 1_000) },
  ];
  const elsewhere = deriveDeploymentId({ programId: attestation.feedId as Uint8Array as Address, network: 'solana:other' });
  return [
    ...changes.map((change) => ({ deploymentId, attestation: { ...attestation, ...change } })),
    { deploymentId: elsewhere, attestation },
  ];
}

/** Verifies like a third party, from the registry. */
function isSigned({ registry }: Simulated['stage'], { deploymentId, attestation }: Statement): boolean {
  const { ok } = verifyAttestation({ deploymentId, registry, attestation });
  return ok && signersOf(attestation.signersBitmap).length === QUORUM;
}

/** Requires that the values of a list hash to the one that was signed, and are as many as it needs. */
function checkValues({ data }: FlatRoundResult): void {
  const values = (data.values ?? []).map((one) => ('valuePacked' in one ? fromHex(one.valuePacked, 32) : null));
  expect(values).toHaveLength(LIST.sources.length);
  expect(values.filter((value) => value !== null).length).toBeGreaterThanOrEqual(LIST.minValues);
  expect(fromHex(data.valuePacked, 32)).toEqual(
    listValue(LIST.sources.map(({ sourceId }, place) => ({ sourceId, value: values[place] ?? null }))),
  );
}

/** Schedules that take turns. */
const KINDS = [
  { mode: 'exact', exchanges: 'one' },
  { mode: 'exact', exchanges: 'two' },
  { mode: 'tolerance', exchanges: 'two' },
  { mode: 'list', exchanges: 'one' },
  { mode: 'list', exchanges: 'two' },
] as const;

describe.each(KINDS)('rounds in $mode mode, in $exchanges exchange(s)', ({ mode, exchanges }) => {
  it(
    'are never lost, doubled or unverified, whatever nodes, network, outbox and callers do',
    { timeout: 900_000 + RUNS * 2_000 },
    async () => {
      for (let run = 0; run < Math.ceil(RUNS / KINDS.length); run += 1) {
        const seed = FIRST_SEED + run;
        const random = createSeededRandom(seed);
        const schedule: Schedule = { random, mode, exchanges, isCalm: random.happens(0.1) };
        try {
          check(await simulate(schedule), schedule);
        } catch (error) {
          throw new Error(
            `SIMULATION_SEED=${seed} SIMULATION_RUNS=1 (${mode}, ${exchanges}): ${error instanceof Error ? error.message : 'failed'}`,
            { cause: error },
          );
        }
      }
    },
  );
});
