import type { FlatRoundResult } from '@oracle-gateway/gateway-api';
import { sampleAddress, sampleRoundId } from '@oracle-gateway/outbox/testing';
import { type Address, deriveFeedId, formatAddress, fromHex, signersOf, unixSeconds } from '@oracle-gateway/protocol';
import { listSubject, sourceSubject } from '@oracle-gateway/protocol/internal';
import type { Curve } from '@oracle-gateway/schnorr';
import { vi } from 'vitest';
import {
  createCallPace,
  createCommitmentStock,
  createNodeHealth,
  createPeerRecord,
  createRoundEngine,
  createUnstableSources,
} from '../../src/engine/testing.js';
import { GatewayError } from '../../src/errors/gateway-error.js';
import { createChargeRound } from '../../src/charges/charge-round.js';
import type { Behaviour } from '../fakes/node-signer.js';
import { silentEvents } from '../fakes/silent-events.js';
import { stageRound, withPorts } from '../fakes/staged-round.js';
import type { SeededRandom } from './seeded-random.js';
import { simulateNetwork, type SourceTricks } from './simulated-network.js';
import { simulateOutbox } from './simulated-outbox.js';
import { engineEvents } from '../fakes/engine-ports.js';

export interface SimulatedRequest {
  readonly source: string;
  /** Further sources: the request is of a list, which needs one value. */
  readonly others?: readonly string[];
  /** Default: a tenant that asks for nothing else. Each owner is a tenant. */
  readonly owner?: Address;
  /** When the caller hangs up. */
  readonly leavesAfterMs?: number;
  /** Time of the round. Default: now. */
  readonly timestampSeconds?: number;
}

/** Outcome of one round. */
export interface SimulatedRound {
  /** Value as decimal text; null when it failed. */
  readonly value: string | null;
  /** Value of each source of a list as decimal text; null where it has none. */
  readonly values: readonly (string | null)[];
  readonly failure: string | null;
  /** Whether it counts as a failed use of its tenant's share. */
  readonly isCharged: boolean;
  /** Node indices. */
  readonly eligible: readonly number[];
  /** Node indices; none when it failed. */
  readonly signers: readonly number[];
}

/** Steps in which time passes until a round is over. */
const STEP_MS = 10;

/**
 * A gateway with its real draw, naming, signing and memory of nodes, on a simulated clock. Its simulated nodes sign for real, over a
 * network without trouble. Timers must be fake.
 */
export type SimulatedGateway = ReturnType<typeof simulateGateway>;

export function simulateGateway(input: {
  readonly random: SeededRandom;
  readonly nodes: readonly Partial<Behaviour>[];
  readonly quorum: number;
  readonly buffer: number;
  readonly curve: Curve;
  readonly tricks?: SourceTricks;
  /** Longest way of an answer, in milliseconds. Default: 20 ms, when no node is ever late. */
  readonly backWithinMs?: number;
}) {
  const { random, quorum, buffer, curve, tricks = () => null, backWithinMs = 20 } = input;
  const stage = stageRound({ nodes: input.nodes, quorum, randomBytes: random.bytes, curve });
  const registry = { ...stage.registry, redundancyBuffer: buffer };
  const monotonicMs = (): number => Date.now();
  const pace = createCallPace();
  const network = simulateNetwork(stage.signers, { random, trouble: 0, tricks, backWithinMs });
  const eligible = new Map<string, readonly number[]>();
  const calls: typeof network = {
    ...network,
    async observe(node, request, limits) {
      eligible.set(`${request.timestampMs} ${request.feedOwner}`, request.eligible);
      const startedAtMs = monotonicMs();
      const answer = await network.observe(node, request, limits);
      pace.record(node.index, 'observe', monotonicMs() - startedAtMs);
      return answer;
    },
  };
  const stock = createCommitmentStock({
    client: calls,
    events: engineEvents(),
    curve,
    randomBytes: random.bytes,
    monotonicMs,
  });
  const outbox = simulateOutbox({ random, trouble: 0 });
  const conclude = createChargeRound({ outbox, queue: null, showAnswered: null, events: silentEvents, gateway: stage.gateway });
  const ports = withPorts(stage.ports, {
    settings: { failingPerMinute: 100_000, observeDeadlineMs: 12_000, paidObserveDeadlineMs: 20_000, signDeadlineMs: 2_000 },
    nodes: {
      calls,
      health: createNodeHealth({ monotonicMs }),
      peers: createPeerRecord({ monotonicMs }),
      pace,
      stock,
      unstable: createUnstableSources({ monotonicMs }),
    },
    records: outbox,
    clock: { monotonicMs },
  });
  const serve = createRoundEngine(ports).serve({ policy: {}, conclude });

  return {
    async round(request: SimulatedRequest): Promise<SimulatedRound> {
      const { source, others = [], owner = sampleAddress(), timestampSeconds = Math.floor(Date.now() / 1_000), leavesAfterMs } = request;
      const leaving = new AbortController();
      if (leavesAfterMs !== undefined) setTimeout(() => leaving.abort(), leavesAfterMs);
      const configs = [source, ...others].map((url) => ({ url, method: 'GET' }) as const);
      const subject = others.length > 0 ? listSubject(configs, 1) : sourceSubject(configs[0]!);
      const outcome = { answer: null as FlatRoundResult | null, failure: null as string | null, isCharged: false };
      const over = serve(
        {
          ...stage.round,
          roundId: sampleRoundId(),
          requester: owner,
          tenant: { name: `key:${formatAddress(owner)}`, isStranger: false },
          feedOwner: owner,
          feedId: deriveFeedId({ owner, sourceId: subject.sourceId, signaturesRequired: quorum }),
          subject,
          registry,
          timestampSeconds: unixSeconds(timestampSeconds),
        },
        { requestId: 'request', clientGone: leaving.signal },
      ).then(
        (answer) => {
          outcome.answer = answer;
        },
        (error: unknown) => {
          outcome.failure = error instanceof Error ? error.message : 'failed';
          outcome.isCharged = error instanceof GatewayError && error.rule.isChargedToTenant === true;
        },
      );
      for (let isOver = false; !isOver;) {
        isOver = await Promise.race([over.then(() => true), vi.advanceTimersByTimeAsync(STEP_MS).then(() => false)]);
      }
      const drawn = [...eligible.values()].at(-1) ?? [];
      const { answer, failure, isCharged } = outcome;
      const signers = answer === null ? [] : signersOf(fromHex(answer.data.signersBitmap, 32));
      const values = (answer?.data.values ?? []).map((one) => ('value' in one ? one.value : null));
      return { value: answer?.data.value ?? null, values, failure, isCharged, eligible: drawn, signers };
    },
    close: () => {
      stock.close();
    },
  };
}
