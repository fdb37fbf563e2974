import { randomBytes } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { toHex } from '@oracle-gateway/protocol';
import { describe, expect, it } from 'vitest';
import type { TestNodeFault } from '../../../tests/fakes/faults.js';
import { answerOf, outcomesOfHost, stageRound, withPorts } from '../../../tests/fakes/staged-round.js';
import { GatewayError } from '../../errors/gateway-error.js';
import { NodeCallError, type NodeFault } from '../nodes/node-call-error.js';
import { createNodeHealth } from '../nodes/node-health.js';
import { createUnstableSources, type PeerOutcome } from '../nodes/peer-record.js';
import type { ReleaseHaste } from '../nodes/session-releases.js';
import type { FailedDraw } from './node-outcomes.js';
import type { RoundPorts } from '../model/round-ports.js';
import { runRound } from './run-round.js';

const QUORUM = 2;
const NODES = [0, 1, 2];
/** Faults that the client reports of nodes that answer nothing usable. */
const BROKEN: { readonly [Fault in TestNodeFault]?: NodeFault } = { garbage: 'bad_answer', down: 'unreachable' };

/**
 * A round over three nodes that behave as told; in one exchange those with the lowest indices are designated, from a stock of so many commitments.
 * `endRelease` lets the nodes hear what they were told.
 */
function setUp(faults: readonly TestNodeFault[], exchanges: 'one' | 'two' = 'two', stocked = 100) {
  const { round, session, signers, ports } = stageRound({ nodes: faults.map((fault) => ({ fault })), quorum: QUORUM });
  const ends = new AbortController();
  const released: [nodeIndex: number, sessionId: string, haste: ReleaseHaste][] = [];
  let endRelease = (): void => undefined;
  const told = new Promise<void>((resolve) => (endRelease = resolve));
  const asked: number[] = [];
  const blamed: string[] = [];
  const noted: [tenant: string, outcomes: Record<number, PeerOutcome>][] = [];
  const late: Record<number, boolean>[] = [];
  const failed: FailedDraw[] = [];
  const health = createNodeHealth({ monotonicMs: () => 0 });
  const stock = {
    has: () => exchanges === 'one',
    take: ({ index }: { readonly index: number }) => {
      stocked -= 1;
      return stocked < 0 ? null : signers[index]!.commit({ count: 1, gatewayNonce: toHex(randomBytes(16)) }).nonces[0]!;
    },
    drop: () => undefined,
    forgotten: () => 'started_anew' as const,
    close: () => undefined,
  };
  const unstable = createUnstableSources({ monotonicMs: ports.clock.monotonicMs });
  const calls: Pick<RoundPorts['nodes']['calls'], 'observe'> = {
    observe({ index }, request, { signal }) {
      asked.push(index);
      if (faults[index] === 'late-observe') return untilAborted(index, signal);
      const broken = BROKEN[faults[index] ?? 'none'];
      if (broken !== undefined) return Promise.reject(new NodeCallError({ nodeIndex: index, step: 'observe', fault: broken }));
      return answerOf(index, 'observe', () => signers[index]!.observe(request));
    },
  };
  const runPorts = withPorts(ports, {
    nodes: {
      stock,
      unstable,
      health,
      peers: {
        ...ports.nodes.peers,
        note: (tenant, outcomes) => void noted.push([tenant, outcomesOfHost(outcomes)]),
        notePunctuality: (_, wasLate) => void late.push(Object.fromEntries(wasLate)),
      },
      calls: { ...ports.nodes.calls, ...calls },
      releases: {
        add({ index }, sessionId, haste) {
          released.push([index, sessionId, haste]);
          return told;
        },
        close: () => Promise.resolve(),
      },
    },
    curve: { randomBytes: (length) => new Uint8Array(length) },
    events: { nodeFault: ({ nodeIndex, fault }) => void blamed.push(`${nodeIndex} ${fault}`) },
  });
  const id = toHex(session.sessionId);
  const outcome = runRound(
    {
      round,
      session,
      signal: ends.signal,
      refuseForSource: undefined,
      isSponsored: false,
    },
    { heardStale: () => undefined, drawFailed: (draw) => void failed.push(draw) },
    runPorts,
  );
  return {
    outcome,
    asked,
    blamed,
    noted,
    late,
    failed,
    failing: () => NODES.filter((index) => health.isFailing(index)),
    released,
    id,
    ends,
    endRelease,
    isRestless: () => unstable.has(round.subject.sourceId),
  };
}

function untilAborted(nodeIndex: number, signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new NodeCallError({ nodeIndex, step: 'observe', fault: 'aborted' })));
  });
}

it.each<[string, TestNodeFault]>([
  ['answered', 'none'],
  ['refused', 'upstream'],
])('a round that was %s leaves no listener on the signal that it was given', async (_, fault) => {
  const { outcome, ends } = setUp(['none', fault, fault]);
  await outcome.catch(() => undefined);
  await expect.poll(() => getEventListeners(ends.signal, 'abort')).toEqual([]);
});

describe('a round in one exchange', () => {
  it('is signed by the designated signers; the spare is not asked, and has nothing to release', async () => {
    const { outcome, asked, released, id, isRestless } = setUp(['none', 'none', 'none'], 'one');
    expect(await outcome).toMatchObject({ exchanges: 1, signers: [0, 1] });
    await expect.poll(() => released).toEqual([0, 1].map((index) => [index, id, 'later']));
    expect([asked, isRestless()]).toEqual([[0, 1], false]);
  });

  it.each<TestNodeFault>(['upstream', 'lie', 'bad-partial'])('asks the spare when a designated signer fails (%s)', async (fault) => {
    const { outcome, asked, isRestless } = setUp(['none', fault, 'none'], 'one');
    expect(await outcome).toMatchObject({ exchanges: 2, signers: [0, 2] });
    expect(asked).toEqual([0, 1, 2]);
    await expect.poll(isRestless).toBe(fault === 'lie');
  });

  it('fails where it falls back on a stock with nothing left, and says so, but blames no node for it', async () => {
    const { outcome, blamed } = setUp(['none', 'upstream', 'none'], 'one', QUORUM);
    await expect(outcome).rejects.toMatchObject({
      code: 'signing_failed',
      message: expect.stringContaining('node 0 no_commitment') as unknown,
    });
    expect(blamed).toEqual(['1 upstream']);
  });

  it('asks the spare when a designated signer is late, and does not wait for its deadline', async () => {
    const { outcome, asked, ends } = setUp(['none', 'late-observe', 'none'], 'one');
    expect(await outcome).toMatchObject({ exchanges: 2, signers: [0, 2] });
    expect(asked).toEqual([0, 1, 2]);
    ends.abort();
  });

  it('remembers that a source is unstable when the round fails for it, too', async () => {
    const { outcome, asked, isRestless } = setUp(['none', 'lie', 'upstream'], 'one');
    await expect(outcome).rejects.toThrow(GatewayError);
    expect([asked, isRestless()]).toEqual([[0, 1, 2], true]);
  });
});

describe('what is remembered of the nodes of a round, beside their peers', () => {
  it.each<[TestNodeFault, PeerOutcome]>([
    ['upstream', 'lacked'],
    ['lie', 'lacked'],
    ['declines', 'declined'],
    ['garbage', 'failed'],
  ])('is what became of each (%s)', async (fault, became) => {
    const { outcome, noted } = setUp(['none', fault, 'none']);
    await outcome;
    await expect.poll(() => noted).toEqual([['key:owner', { 0: 'agreed', 1: became, 2: 'agreed' }]]);
  });

  it('is nothing of a node that one caller can bring to what it did', async () => {
    const { outcome, noted } = setUp(['none', 'excuses-itself', 'none']);
    await outcome;
    await expect.poll(() => noted).toEqual([['key:owner', { 0: 'agreed', 2: 'agreed' }]]);
  });

  it('is who kept the designated signers waiting, and who did not', async () => {
    const { outcome, late, ends } = setUp(['none', 'late-observe', 'none'], 'one');
    await outcome;
    expect(late).toEqual([{ 1: true }]);
    ends.abort();
    const inTime = setUp(['none', 'none', 'none'], 'one');
    await inTime.outcome;
    expect(inTime.late).toEqual([{ 0: false, 1: false }]);
  });

  it.each<TestNodeFault>(['upstream', 'lie', 'declines', 'garbage'])('is nothing when no quorum served the round (%s)', async (fault) => {
    const { outcome, noted } = setUp(['none', fault, fault === 'lie' ? 'upstream' : fault]);
    await expect(outcome).rejects.toThrow(GatewayError);
    expect(noted).toEqual([]);
  });
});

describe('what counts against a node for every host and caller', () => {
  const IGNORED: readonly TestNodeFault[] = ['upstream', 'lie', 'declines', 'excuses-itself', 'garbage', 'expired'];

  it.each(IGNORED)('is nothing that a source or a caller may have caused (%s), in a round that is served or not', async (fault) => {
    const served = setUp(['none', fault, 'none']);
    await served.outcome;
    await expect.poll(() => served.noted.length).toBe(1);
    const unserved = setUp([fault, fault, fault]);
    await unserved.outcome.catch(() => undefined);
    expect([served.failing(), unserved.failing()]).toEqual([[], []]);
  });

  it('is what it has itself proven', async () => {
    const { outcome, failing } = setUp(['none', 'bad-partial', 'none']);
    await outcome;
    expect(failing()).toEqual([1]);
  });

  it('is that it alone of a round cannot be reached; of several the network may be at fault, or the source', async () => {
    const alone = setUp(['none', 'down', 'none']);
    await alone.outcome;
    await expect.poll(alone.failing).toEqual([1]);
    const several = setUp(['down', 'down', 'none']);
    await expect(several.outcome).rejects.toThrow(GatewayError);
    expect(several.failing()).toEqual([]);
  });
});

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
    ['at the deadline, and no round waits for that', 'node_timeout', false],
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
