import { randomBytes } from 'node:crypto';
import { sampleAddress, sampleRoundId } from '@oracle-gateway/outbox/testing';
import { deriveDeploymentId, deriveFeedId, deriveSourceId, formatAddress, toHex, toUnixMs, unixSeconds } from '@oracle-gateway/protocol';
import type { RegistryAccount } from '@oracle-gateway/protocol/accounts';
import { createAggregateKeyCache, portableCurve, verifySignature } from '@oracle-gateway/schnorr';
import { describe, expect, it } from 'vitest';
import type { TestNodeFault } from '../../tests/fakes/faults.js';
import { createNodeSigner, Refusal } from '../../tests/fakes/node-signer.js';
import type { ChargedRound, DatedRound } from '../admission/admitted-round.js';
import { GatewayError } from '../errors.js';
import { NodeCallError, type NodeStep } from '../nodes/node-call-error.js';
import type { ReleaseHaste } from '../nodes/session-releases.js';
import { openSession } from './round-session.js';
import { runRound, type RunRoundDeps } from './run-round.js';

const QUORUM = 2;
const [gateway, owner] = [sampleAddress(), sampleAddress()];
const deploymentId = deriveDeploymentId({ programId: sampleAddress(), network: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' });

/** A round over three nodes that behave as told. `endRelease` lets the nodes hear what they were told. */
function setUp(faults: readonly TestNodeFault[]) {
  const world = { deploymentId, gateway, authority: gateway, registry: () => registry };
  const signers = faults.map((fault, index) =>
    createNodeSigner(index, world, { fault, value: '1.25', gate: Promise.resolve(), slowFor: null, observed: [] }),
  );
  const registry: RegistryAccount = {
    version: 1n,
    redundancyBuffer: 1,
    minSigners: 2,
    active: signers.length,
    createdAt: 0n,
    acceptUntil: 2n ** 63n - 1n,
    keys: signers.map(({ publicKey }) => publicKey),
  };
  const apiConfig = { url: 'https://api.example.com/', method: 'GET' } as const;
  const sourceId = deriveSourceId(apiConfig);
  const timestampSeconds = unixSeconds(1_700_000_000);
  const timestampMs = toUnixMs(timestampSeconds);
  const round: DatedRound<ChargedRound> = {
    path: 'subscription',
    roundId: sampleRoundId(),
    requester: owner,
    feedOwner: owner,
    feedId: deriveFeedId({ owner, sourceId, signaturesRequired: QUORUM }),
    sourceId,
    apiConfig,
    signaturesRequired: QUORUM,
    registry,
    time: { rule: 'flat', timestampMs },
    timestampSeconds,
    timestampMs,
    charge: { kind: 'subscription', owner: formatAddress(owner), consumer: formatAddress(owner) },
    exclusive: [],
    holds: [],
  };
  const nodes = signers.map(({ publicKey }, index) => ({ index, publicKey, origin: '' }));
  const session = openSession(round, nodes, { deploymentId, gateway, randomBytes });

  const ends = new AbortController();
  const released: [nodeIndex: number, sessionId: string, haste: ReleaseHaste][] = [];
  let endRelease = (): void => undefined;
  const told = new Promise<void>((resolve) => (endRelease = resolve));
  const deps: RunRoundDeps = {
    client: {
      observe: ({ index }, request, { signal }) =>
        faults[index] === 'late-observe' ? untilAborted(index, signal) : answer(index, 'observe', () => signers[index]!.observe(request)),
      sign: ({ index }, request) => answer(index, 'sign', () => signers[index]!.sign(request)),
    },
    releases: {
      add({ index }, sessionId, haste) {
        released.push([index, sessionId, haste]);
        return told;
      },
    },
    events: { nodeFault: () => undefined },
    nowMs: Date.now,
    observeDeadlineMs: 1_000,
    paidObserveDeadlineMs: 1_000,
    signDeadlineMs: 1_000,
    deploymentId,
    curve: portableCurve,
    verify: verifySignature,
    aggregateKeys: createAggregateKeyCache({ maxEntries: 8 }),
    inAdvance: null,
    health: { isFailing: () => false },
    randomBytes,
    monotonicMs: () => performance.now(),
  };
  const id = toHex(session.sessionId);
  return { outcome: runRound(round, session, ends.signal, deps), released, id, ends, endRelease };
}

function answer<T>(nodeIndex: number, step: NodeStep, work: () => T): Promise<T> {
  try {
    return Promise.resolve(work());
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const fault = error.code === 'upstream_failure' ? 'upstream' : 'refused';
    return Promise.reject(new NodeCallError({ nodeIndex, step, fault }));
  }
}

function untilAborted(nodeIndex: number, signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new NodeCallError({ nodeIndex, step: 'observe', fault: 'aborted' })));
  });
}

describe('what a round has left open at the nodes', () => {
  it('is released later when it was served, at every node that was asked', async () => {
    const { outcome, released, id } = setUp(['none', 'none', 'none']);
    await outcome;
    await expect.poll(() => released).toEqual([0, 1, 2].map((index) => [index, id, 'later']));
  });

  it('is released soon when it failed, but for nodes that hold nothing of it', async () => {
    const { outcome, released, id } = setUp(['none', 'lie', 'upstream']);
    await expect(outcome).rejects.toThrow(GatewayError);
    expect(released).toEqual([0, 1].map((index) => [index, id, 'soon']));
  });

  it('is released soon when no node signs', async () => {
    const { outcome, released, id } = setUp(['refuse-sign', 'refuse-sign', 'refuse-sign']);
    await expect(outcome).rejects.toThrow(GatewayError);
    expect(released).toEqual([0, 1, 2].map((index) => [index, id, 'soon']));
  });

  it.each([
    ['when its caller leaves, and the round waits until the nodes have heard of it', 'client_gone', true],
    ['at the deadline, and nobody waits for that', 'node_timeout', false],
  ] as const)('is released soon %s', async (_end, code, waits) => {
    const { outcome, released, id, ends, endRelease } = setUp(['late-observe', 'late-observe', 'late-observe']);
    let isOver = false;
    const over = outcome.catch((error: unknown) => {
      isOver = true;
      return error;
    });
    ends.abort(new GatewayError(code));
    await expect.poll(() => released).toEqual([0, 1, 2].map((index) => [index, id, 'soon']));
    // Whatever does not wait for the nodes is over by then.
    await new Promise(setImmediate);
    expect(isOver).toBe(!waits);
    endRelease();
    expect(await over).toMatchObject({ code });
  });
});
