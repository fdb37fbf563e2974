import { randomBytes } from 'node:crypto';
import { sampleAddress, sampleRoundId } from '@oracle-gateway/outbox/testing';
import {
  type ApiConfig,
  deriveDeploymentId,
  deriveFeedId,
  deriveSourceId,
  toUnixMs,
  type UnixSeconds,
  unixSeconds,
} from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { createAggregateKeyCache, createCurveVerify, type Curve, portableCurve } from '@oracle-gateway/schnorr';
import type { ChargedRound, DatedRound } from '../../src/rounds/model/admitted-round.js';
import { createCallPace } from '../../src/nodes/call-pace.js';
import { faultOfCode } from '../../src/nodes/fault-of-code.js';
import { createHedgeBudget } from '../../src/nodes/hedge-budget.js';
import { createNodeHealth } from '../../src/nodes/node-health.js';
import { NodeCallError, type NodeStep } from '../../src/errors/node-call-error.js';
import { createPeerRecord } from '../../src/nodes/peer-record.js';
import type { RandomBytes } from '../../src/rounds/model/random-bytes.js';
import { openSigningSession } from '../../src/rounds/model/round-session.js';
import { type Behaviour, createNodeSigner, Refusal } from './node-signer.js';

const EXACT_SOURCE: ApiConfig = { url: 'https://api.example.com/', method: 'GET' };

export interface StageOptions {
  readonly nodes: readonly Partial<Behaviour>[];
  readonly quorum: number;
  readonly apiConfig?: ApiConfig;
  readonly timestampSeconds?: UnixSeconds;
  readonly randomBytes?: RandomBytes;
  readonly curve?: Curve;
  /** The registry version after the one that the round is under. */
  readonly nextRegistry?: (registry: RegistryAccount) => RegistryAccount;
}

/** A round over eligible nodes that sign for real, and what the engine needs beside the nodes' client. */
export function stageRound(options: StageOptions) {
  const { quorum, curve = portableCurve, apiConfig = EXACT_SOURCE, timestampSeconds = unixSeconds(1_700_000_000) } = options;
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
  const sourceId = deriveSourceId(apiConfig);
  const round: DatedRound<ChargedRound> = {
    path: 'subscription',
    roundId: sampleRoundId(),
    requester: owner,
    party: { name: 'key:owner', isStranger: false },
    feedOwner: owner,
    feedId: deriveFeedId({ owner, sourceId, signaturesRequired: quorum }),
    sourceId,
    apiConfig,
    signaturesRequired: quorum,
    registry,
    time: { rule: 'flat', timestampSeconds },
    timestampMs: toUnixMs(timestampSeconds),
    charge: { kind: 'subscription', subscriptionOwner: owner, feedOwner: owner },
    opensAccountsOfBytes: [],
    exclusive: [],
    holds: [],
  };
  const nodes = signers.map(({ publicKey }, index) => ({ index, publicKey, origin: '', encryptionKey: null }));
  const session = openSigningSession(round, nodes, { deploymentId, gateway, randomBytes: options.randomBytes ?? randomBytes });
  const deps = {
    deploymentId,
    nowMs: Date.now,
    observeDeadlineMs: 1_000,
    paidObserveDeadlineMs: 1_000,
    signDeadlineMs: 1_000,
    curve,
    verify: createCurveVerify(curve),
    aggregateKeys: createAggregateKeyCache({ maxEntries: 8 }),
    inAdvance: null,
    randomBytes: options.randomBytes ?? randomBytes,
    monotonicMs: () => performance.now(),
    health: createNodeHealth({ monotonicMs: () => performance.now() }),
    peers: createPeerRecord({ monotonicMs: () => performance.now() }),
    pace: createCallPace(),
    hedgeBudget: createHedgeBudget(),
    registryNews: { heard: () => undefined, after: () => Promise.resolve(registry) },
    heardStale: () => undefined,
    drawFailed: () => undefined,
  };
  return { gateway, deploymentId, round, session, registry, nextRegistry, nodes, signers, behaviours, deps };
}

/** What a node answers, or how the client tells its refusal. */
export async function answerOf<T>(nodeIndex: number, step: NodeStep, work: () => T): Promise<T> {
  try {
    return await Promise.resolve(work());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new NodeCallError({ nodeIndex, step, fault: faultOfCode(error.code), code: error.code });
  }
}
