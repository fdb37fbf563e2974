import { type ObserveRequest, parseObserveRequest } from '@oracle-gateway/node-api';
import { formatAddress, NO_OWNER, parseAddress, toAddress, toHex, unixMs } from '@oracle-gateway/protocol';
import { createSigningKey, publicKeyOf } from '@oracle-gateway/schnorr/signing';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NODE_KEYS } from '../../tests/fixture.js';
import { DEPLOYMENT_ID, registryAccount } from '../../tests/ledger-fake.js';
import { NodeError } from '../errors/node-error.js';
import { createClockJumps } from '../signing/clock-jumps.js';
import { createCommitmentStore } from '../signing/commitments.js';
import { createSigningSessions } from '../signing/sessions.js';
import { createStampWait } from '../signing/stamp-wait.js';
import { createObserve } from './observe.js';

/** The times of a request and of its fetch, against a model of its own. Numbers are those of docs/protocol.md. */

const NOW_MS = 1_795_000_000_000;
const OWNER = formatAddress(toAddress(new Uint8Array(32).fill(5)));
const GATEWAY = toAddress(new Uint8Array(32).fill(6));

interface Course {
  readonly isOwned: boolean;
  readonly isPaid: boolean;
  /** Milliseconds from the node's clock. */
  readonly timestampOffsetMs: number;
  readonly stampOffsetMs: number;
  readonly fetchMs: number;
  /** Milliseconds by which the clock is set while the node waits for it, and while it fetches. */
  readonly setInWaitMs: number;
  readonly setInFetchMs: number;
}

/** Numbers at and around some bounds. */
function around(...bounds: readonly number[]): fc.Arbitrary<number> {
  return fc.tuple(fc.constantFrom(...bounds), fc.integer({ min: -2, max: 2 })).map(([bound, beside]) => bound + beside);
}

const course: fc.Arbitrary<Course> = fc.record({
  isOwned: fc.boolean(),
  isPaid: fc.boolean(),
  timestampOffsetMs: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(0, -60_000, -310_000, 310_000) },
    around(0, -310_000, 310_000),
    fc.integer({ min: -400, max: 400 }).map((seconds) => seconds * 1_000),
  ),
  stampOffsetMs: fc.oneof(around(0, 2_000, -14_000, -22_000), fc.integer({ min: -24_000, max: 2_500 })),
  // No fetch is longer than the life of a session.
  fetchMs: fc.oneof(around(12_000, 20_000, 26_000), fc.integer({ min: 0, max: 21_000 })),
  setInWaitMs: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, around(-1_000, 1_000, -400, 400, -60_000)),
  setInFetchMs: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, around(-1_000, 1_000, -400, 400, 60_000)),
});

type Outcome = 'invalid_request' | 'clock_skew, not asked' | 'clock_skew, asked' | 'observed';

/** The rule, written down once more. The first bounds are of the request, the others of its fetch. */
function expected({ isOwned, isPaid, timestampOffsetMs, stampOffsetMs, fetchMs, setInWaitMs, setInFetchMs }: Course): Outcome {
  if (isOwned && timestampOffsetMs % 1_000 !== 0) return 'invalid_request';
  if (timestampOffsetMs < -310_000 || timestampOffsetMs > 310_000) return 'clock_skew, not asked';
  if (stampOffsetMs > 2_000 || stampOffsetMs < (isPaid ? -22_000 : -14_000)) return 'clock_skew, not asked';
  const waits = stampOffsetMs > 0;
  if (waits && Math.abs(setInWaitMs) > 1_000) return 'clock_skew, not asked';
  if (Math.abs(setInFetchMs) > 1_000) return 'clock_skew, asked';
  const ageAtBegin = waits ? Math.max(0, setInWaitMs) : -stampOffsetMs;
  const ageAtEnd = ageAtBegin + fetchMs + setInFetchMs;
  return ageAtEnd < 0 || ageAtEnd > (isPaid ? 42_000 : 26_000) ? 'clock_skew, asked' : 'observed';
}

async function run(input: Course) {
  const clock = { wallMs: NOW_MS, monotonicMs: 50_000 };
  const pass = (ms: number, setMs: number): void => {
    clock.wallMs += ms + setMs;
    clock.monotonicMs += ms;
  };
  const clocks = { nowMs: () => clock.wallMs, monotonicMs: () => clock.monotonicMs };
  const clockJumps = createClockJumps(clocks);
  const registry = registryAccount(NODE_KEYS.map(publicKeyOf));
  const seen = { beganAtMs: null as number | null };
  let toSetMs = input.setInWaitMs;
  const observe = createObserve({
    deploymentId: DEPLOYMENT_ID,
    nodeIndex: 0,
    maxBodyBytes: 1_048_576,
    signingKey: createSigningKey(NODE_KEYS[0] ?? new Uint8Array()),
    registryWatch: {
      view: () => ({ registry, readAtMs: 0 }),
      accepted: () => registry,
      refresh: () => Promise.resolve(),
      catchUp: () => Promise.resolve(),
      unready: () => [],
    },
    places: { take: () => [() => undefined] },
    readingBudget: { requireShare: () => undefined, charge: () => true },
    sessions: createSigningSessions({ maxOpenPerGateway: 8, monotonicMs: clocks.monotonicMs }),
    commitments: createCommitmentStore({ monotonicMs: clocks.monotonicMs, clockJumps }),
    signRound: () => {
      throw new Error('no request names signers');
    },
    unsealSources: ({ subject }) => subject.sources.map(({ apiConfig }) => ({ config: apiConfig, secrets: [] })),
    waitForStamp: createStampWait({
      ...clocks,
      clockJumps,
      wait: (ms) => {
        pass(ms, toSetMs);
        toSetMs = 0;
        return Promise.resolve();
      },
    }),
    observeSubject: () => {
      seen.beganAtMs = clock.wallMs;
      pass(input.fetchMs, input.setInFetchMs);
      return Promise.resolve([{ value: new Uint8Array(32).fill(1), receivedAtMs: unixMs(clock.wallMs) }]);
    },
    allowedSources: [],
    random: (length) => new Uint8Array(length).fill(7),
    nowMs: clocks.nowMs,
    log: { info: () => undefined } as never,
  });
  const observedAtMs = NOW_MS + input.stampOffsetMs;
  const request: ObserveRequest = {
    requester: OWNER,
    feedOwner: input.isOwned ? OWNER : formatAddress(NO_OWNER),
    apiConfig: { url: 'https://prices.example/btc', method: 'GET', responseParser: '$.price' },
    signaturesRequired: 2,
    registryVersion: 1,
    timestampMs: NOW_MS + input.timestampOffsetMs,
    observedAtMs,
    eligible: [0, 1],
    gatewayNonce: toHex(new Uint8Array(16)),
    ...(input.isPaid ? { sourcePayment: { x402Version: 2, payment: 'YWJj' } } : {}),
  };
  const caller = { gateway: GATEWAY, authority: parseAddress(OWNER), name: formatAddress(GATEWAY) };
  const outcome = await observe(caller, parseObserveRequest(request), new AbortController().signal).then(
    (): Outcome => 'observed',
    (error: unknown) => {
      if (!(error instanceof NodeError)) throw error;
      return error.code === 'clock_skew' ? `clock_skew, ${seen.beganAtMs === null ? 'not asked' : 'asked'}` : error.code;
    },
  );
  return { outcome, observedAtMs, ...seen };
}

it('a request is served exactly within the bounds of its times, and no fetch begins before the stamp', async () => {
  const met = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(course, async (input) => {
      const { outcome, beganAtMs, observedAtMs } = await run(input);
      met.set(outcome, (met.get(outcome) ?? 0) + 1);
      expect(outcome).toBe(expected(input));
      if (beganAtMs !== null) expect(beganAtMs).toBeGreaterThanOrEqual(observedAtMs);
    }),
    { numRuns: 1_500 },
  );
  expect([...met.keys()].sort()).toEqual(['clock_skew, asked', 'clock_skew, not asked', 'invalid_request', 'observed']);
});
