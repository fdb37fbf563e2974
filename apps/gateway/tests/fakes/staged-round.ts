import type { RandomBytes } from '@oracle-gateway/schnorr/signing';
import { randomBytes } from 'node:crypto';
import { sampleAddress, sampleRoundId } from '@oracle-gateway/outbox/testing';
import { type ApiConfig, deriveDeploymentId, deriveFeedId, toUnixMs, type UnixSeconds, unixSeconds } from '@oracle-gateway/protocol';
import { sourceSubject, type Subject } from '@oracle-gateway/protocol/internal';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { createAggregateKeyCache, createCurveVerify, type Curve, portableCurve } from '@oracle-gateway/schnorr';
import type { ChargedRound } from '../../src/charges/charged-round.js';
import type { ServedRound } from '../../src/engine/index.js';
import {
  createCallPace,
  createHedgeBudget,
  type NodeCallContext,
  createClockWatch,
  createNodeHealth,
  createPeerRecord,
  createUnstableSources,
  faultOfCode,
  NodeCallError,
  openSigningSession,
  type ValueOutcomes,
  type PeerOutcome,
  type RoundPorts,
} from '../../src/engine/testing.js';
import { type Behaviour, createNodeSigner, Refusal } from './node-signer.js';

const EXACT_SOURCE: ApiConfig = { url: 'https://api.example.com/', method: 'GET' };

export interface StageOptions {
  readonly nodes: readonly Partial<Behaviour>[];
  readonly quorum: number;
  readonly apiConfig?: ApiConfig;
  /** The subject of the round, in place of a source. */
  readonly subject?: Subject;
  readonly timestampSeconds?: UnixSeconds;
  readonly randomBytes?: RandomBytes;
  readonly curve?: Curve;
  /** The registry version after the one that the round is under. */
  readonly nextRegistry?: (registry: RegistryAccount) => RegistryAccount;
}

/** Nodes have given no commitments in advance: a round takes two exchanges. */
export const EMPTY_STOCK: RoundPorts['nodes']['stock'] = {
  has: () => false,
  take: () => null,
  drop: () => undefined,
  forgotten: () => 'started_anew',
  close: () => undefined,
};

/** A round over eligible nodes that sign for real, and what the engine needs beside the nodes' client. */
export function stageRound(options: StageOptions) {
  const { quorum, curve = portableCurve, apiConfig = EXACT_SOURCE, timestampSeconds = unixSeconds(1_700_000_000) } = options;
  const subject = options.subject ?? sourceSubject(apiConfig);
  const [gateway, owner] = [sampleAddress(), sampleAddress()];
  const deploymentId = deriveDeploymentId({ programId: sampleAddress(), network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' });
  const world = {
    deploymentId,
    gateway,
    authority: gateway,
    registry: (version: bigint) => (version === registry.version ? registry : nextRegistry),
  };
  const behaviours = options.nodes.map((changes): Behaviour => ({
    fault: 'none',
    value: '1.25',
    valueFor: null,
    gate: Promise.resolve(),
    slowFor: null,
    brokenAt: null,
    commitsInAdvance: true,
    stale: new Set(),
    observed: [],
    simulated: [],
    vouched: [],
    ...changes,
  }));
  const signers = behaviours.map((behaviour, index) => createNodeSigner(index, world, behaviour, curve));
  const registry: RegistryAccount = {
    version: 1n,
    redundancyBuffer: signers.length - quorum,
    minSigners: 2,
    active: signers.length,
    createdAt: 0n,
    acceptUntil: 2n ** 63n - 1n,
    keys: signers.map(({ publicKey }) => publicKey),
  };
  const nextRegistry = options.nextRegistry?.(registry) ?? { ...registry, version: 2n };
  const round: ServedRound<ChargedRound>['round'] = {
    path: 'subscription',
    roundId: sampleRoundId(),
    requester: owner,
    tenant: { name: 'key:owner', isStranger: false },
    feedOwner: owner,
    feedId: deriveFeedId({ owner, sourceId: subject.sourceId, signaturesRequired: quorum }),
    subject,
    signaturesRequired: quorum,
    registry,
    timestampSeconds,
    timestampMs: toUnixMs(timestampSeconds),
    charge: { kind: 'subscription', subscriptionOwner: owner, feedOwner: owner },
    opensAccountsOfBytes: [],
    exclusive: [],
    holds: [],
  };
  const nodes = signers.map(({ publicKey }, index) => ({ index, publicKey, origin: '', encryptionKey: null }));
  const monotonicMs = (): number => performance.now();
  const events = {
    nodeFault: () => undefined,
    roundBeganAnew: () => undefined,
    roundCompleted: () => undefined,
    roundFailed: () => undefined,
    outboxTrouble: () => undefined,
    shareRefused: () => undefined,
  };
  const answering = <Name extends 'commit' | 'observe' | 'sign' | 'simulate'>(step: Name) =>
    (({ index }: { readonly index: number }, request: never) =>
      answerOf(index, step, () => signers[index]![step](request))) as unknown as RoundPorts['nodes']['calls'][Name];
  const ports: RoundPorts = {
    settings: {
      deploymentId,
      gateway,
      processName: 'staged',
      maxInFlight: 1_024,
      maxConcurrent: 64,
      failingPerMinute: 1_000,
      roundDeadlineMs: 25_000,
      observeDeadlineMs: 1_000,
      paidObserveDeadlineMs: 1_000,
      signDeadlineMs: 1_000,
      spacing: new Map(),
    },
    nodes: {
      directory: () => Promise.resolve(nodes),
      calls: {
        commit: answering('commit'),
        observe: answering('observe'),
        sign: answering('sign'),
        simulate: answering('simulate'),
        release: unasked,
        vouch: unasked,
      },
      releases: { add: () => Promise.resolve(), close: () => Promise.resolve() },
      health: createNodeHealth({ monotonicMs }),
      peers: createPeerRecord({ monotonicMs }),
      pace: createCallPace(),
      hedges: createHedgeBudget(),
      stock: EMPTY_STOCK,
      unstable: createUnstableSources({ monotonicMs }),
      rooms: { maxBodyBytes: () => undefined },
      clock: createClockWatch({ nowMs: Date.now, monotonicMs, onJudged: () => undefined }),
      registryNews: { heard: () => undefined, after: () => Promise.resolve(registry) },
    },
    records: { reserve: unasked, fail: unasked },
    providers: { peek: () => Promise.resolve(), take: () => Promise.resolve(null) },
    curve: {
      curve,
      verify: createCurveVerify(curve),
      aggregateKeys: createAggregateKeyCache({ maxEntries: 8 }),
      randomBytes: options.randomBytes ?? randomBytes,
    },
    clock: { nowMs: Date.now, monotonicMs, wait: () => Promise.resolve() },
    events,
  };
  const session = openSigningSession(round, nodes, ports);
  return { gateway, deploymentId, round, session, registry, nextRegistry, nodes, signers, behaviours, ports };
}

function unasked(): Promise<never> {
  throw new Error('this is not asked in the test');
}

/** The ports with other members in place of theirs. */
export function withPorts(ports: RoundPorts, changes: { readonly [Port in keyof RoundPorts]?: Partial<RoundPorts[Port]> }): RoundPorts {
  return {
    settings: { ...ports.settings, ...changes.settings },
    nodes: { ...ports.nodes, ...changes.nodes },
    records: { ...ports.records, ...changes.records },
    providers: { ...ports.providers, ...changes.providers },
    curve: { ...ports.curve, ...changes.curve },
    clock: { ...ports.clock, ...changes.clock },
    events: { ...ports.events, ...changes.events },
  };
}

/** Answer of a node, or its refusal as the client reports it. */
export async function answerOf<T>(nodeIndex: number, step: NodeCallContext['step'], work: () => T): Promise<T> {
  try {
    return await Promise.resolve(work());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new NodeCallError({ nodeIndex, step, fault: faultOfCode(error.code), code: error.code });
  }
}

/** Outcomes of the nodes of a round whose sources have one host, the staged source's. */
export function outcomesOfHost(outcomes: readonly ValueOutcomes[]): Record<number, PeerOutcome> {
  const atHost = outcomes.filter(({ hosts }) => hosts.includes(new URL(EXACT_SOURCE.url).host));
  return Object.fromEntries(atHost.flatMap(({ ofNodes }) => [...ofNodes]));
}
