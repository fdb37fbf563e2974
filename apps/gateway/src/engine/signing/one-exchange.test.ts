import { randomBytes } from 'node:crypto';
import type { ObserveRequest } from '@oracle-gateway/node-api';
import { toHex } from '@oracle-gateway/protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestNodeFault } from '../../../tests/fakes/faults.js';
import { stageRound, withPorts } from '../../../tests/fakes/staged-round.js';
import { type NodeCallContext, NodeCallError, type NodeFault } from '../nodes/node-call-error.js';
import { exactRule } from '../observing/value-rule.js';
import type { NodeObservation } from '../observing/observation.js';
import { createObservationBoard } from '../observing/observation-board.js';
import { readObserveAnswer } from '../observing/observers.js';
import { signInOneExchange } from './one-exchange.js';

const QUORUM = 2;
/** When 95 of 100 answers are there, of the slowest signer's peers. */
const USUAL_MS = 60;
const NODES = [0, 1, 2];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A round of three nodes whose first two are designated, and asked; each answers when the test lets it. */
function setUp(
  behaviours: readonly { readonly fault?: TestNodeFault; readonly value?: string }[] = [],
  forgets: 'started_anew' | 'again' = 'started_anew',
) {
  const staged = stageRound({ quorum: QUORUM, nodes: NODES.map((index) => behaviours[index] ?? {}) });
  const { round, session, nodes, signers } = staged;
  const designated = nodes.slice(0, QUORUM).map((node) => {
    const [nonce] = signers[node.index]!.commit({ count: 1, gatewayNonce: toHex(randomBytes(16)) }).nonces;
    return { node, nonce: nonce! };
  });
  const request: ObserveRequest = { ...session.request, signers: designated.map(({ node, nonce }) => ({ index: node.index, ...nonce })) };

  const answers: { resolve: (observation: NodeObservation) => void; reject: (error: unknown) => void }[] = [];
  const calls = nodes.map(() => new Promise<NodeObservation>((resolve, reject) => answers.push({ resolve, reject })));
  const board = createObservationBoard(exactRule, QUORUM);
  board.add(calls.slice(0, QUORUM));
  const spares = calls.slice(QUORUM);
  const clock = { nowMs: 0 };
  const monotonicMs = (): number => clock.nowMs;
  const dropped: number[] = [];
  const blamed: string[] = [];
  const stock = {
    has: () => true,
    take: () => null,
    drop: ({ index }: { readonly index: number }) => void dropped.push(index),
    forgotten: ({ index }: { readonly index: number }) => {
      dropped.push(index);
      return forgets;
    },
    close: () => undefined,
  };
  const reportFault = ({ nodeIndex, fault }: NodeCallContext): void => void blamed.push(`${nodeIndex} ${fault}`);
  const askSpares = (): void => board.add(spares.splice(0));
  const outcome = signInOneExchange(
    {
      round,
      session,
      designated,
      board,
      rule: exactRule,
      signal: new AbortController().signal,
      reportFault,
      refuseForSource: undefined,
      isSponsored: false,
    },
    askSpares,
    withPorts(staged.ports, {
      clock: { monotonicMs },
      nodes: { stock, pace: { record: () => undefined, lateAfterMs: (index) => (index === 0 ? USUAL_MS - 10 : USUAL_MS) } },
    }),
  );
  return {
    outcome,
    clock,
    hasAskedSpares: () => spares.length === 0,
    dropped,
    blamed,
    /** Answer of the node, which signs it when it was designated. */
    answer: (index: number, asked: ObserveRequest = index < QUORUM ? request : session.request): Promise<void> => {
      const answer = signers[index]!.observe(asked);
      answers[index]!.resolve(
        readObserveAnswer({ answer, node: nodes[index]!, round, session, isDesignated: asked.signers !== undefined }, staged.ports.curve),
      );
      return settled();
    },
    fail: (index: number, fault: NodeFault): Promise<void> => {
      answers[index]!.reject(new NodeCallError({ nodeIndex: index, step: 'observe', fault }));
      return settled();
    },
    session,
  };
}

function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

const GO_ON = { ok: false, faults: [], late: [] };

describe('signInOneExchange', () => {
  it('sums what the designated signers answer with, in whichever order, without the spare', async () => {
    const { outcome, answer, dropped } = setUp();
    await answer(1);
    await answer(0);
    expect(await outcome).toMatchObject({ ok: true, signed: { signers: [0, 1] }, decision: { set: null }, late: [] });
    expect(dropped).toEqual([]);
  });

  it('names the node whose partial signature spoils the sum', async () => {
    const { outcome, answer } = setUp([{}, { fault: 'bad-partial' }]);
    await answer(0);
    await answer(1);
    expect(await outcome).toEqual({
      ok: false,
      faults: [{ nodeIndex: 1, step: 'observe', fault: 'bad_partial', isProven: true }],
      late: [],
    });
  });

  it('ends at once when the signers saw different values, and holds that against no node', async () => {
    const { outcome, answer, dropped } = setUp([{}, { value: '2' }]);
    await answer(0);
    await answer(1);
    expect(await outcome).toEqual(GO_ON);
    expect(dropped).toEqual([]);
  });

  it.each<[NodeFault, number[]]>([
    ['timeout', []],
    ['upstream', []],
    ['bad_answer', []],
    ['refused', [0]],
    ['unreachable', [0]],
    ['declined', []],
  ])('ends at once when a signer fails (%s); what one that may have forgotten committed to is dropped', async (fault, expected) => {
    const { outcome, fail, dropped } = setUp();
    await fail(0, fault);
    expect(await outcome).toEqual(GO_ON);
    expect(dropped).toEqual(expected);
  });

  it.each([
    ['names no node for it when the node has started anew', 'started_anew', []],
    ['names a node that had not', 'again', ['1 bad_answer']],
  ] as const)('ends at once when a signer answers without a signature, and %s', async (_case, forgets, expected) => {
    const { outcome, answer, dropped, blamed, session } = setUp([], forgets);
    await answer(1, session.request);
    expect(await outcome).toEqual(GO_ON);
    expect([dropped, blamed]).toEqual([[1], expected]);
  });

  it('judges a late signer by its own measure, not by that of one that has answered', async () => {
    const { outcome, answer, hasAskedSpares } = setUp();
    await answer(1);
    await vi.advanceTimersByTimeAsync(USUAL_MS - 11);
    expect(hasAskedSpares()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(hasAskedSpares()).toBe(true);
    await answer(0);
    expect(await outcome).toMatchObject({ ok: true });
  });

  it.each([
    ['the others are later than their peers mostly are', 20, USUAL_MS - 20],
    ['as much time again has passed as the first took', 100, 100],
    ['a quarter of a second has passed since the first', 3_000, 250],
  ])('asks the spare when %s, not before', async (_, firstMs, patienceMs) => {
    const { outcome, answer, clock, hasAskedSpares } = setUp();
    // No node is late at a source that is slow for all.
    await vi.advanceTimersByTimeAsync(firstMs);
    expect(hasAskedSpares()).toBe(false);
    clock.nowMs = firstMs;
    await answer(0);
    await vi.advanceTimersByTimeAsync(patienceMs - 1);
    expect(hasAskedSpares()).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(hasAskedSpares()).toBe(true);
    await answer(1);
    expect(await outcome).toMatchObject({ ok: true, signed: { signers: [0, 1] } });
  });

  it('goes on without the late signer when the spare comes first, and names who was late', async () => {
    const { outcome, answer } = setUp();
    await answer(0);
    await vi.advanceTimersByTimeAsync(USUAL_MS);
    await answer(2);
    expect(await outcome).toEqual({ ...GO_ON, late: [1] });
  });

  it('waits for the late signer while there is no quorum without it', async () => {
    const { outcome, answer } = setUp([{}, {}, { value: '2' }]);
    await answer(0);
    await vi.advanceTimersByTimeAsync(USUAL_MS);
    await answer(2);
    await vi.advanceTimersByTimeAsync(60_000);
    await answer(1);
    expect(await outcome).toMatchObject({ ok: true, signed: { signers: [0, 1] }, late: [] });
  });

  it('asks no spare while the signers are in time', async () => {
    const { outcome, answer, hasAskedSpares } = setUp();
    await answer(0);
    await answer(1);
    await outcome;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(hasAskedSpares()).toBe(false);
  });
});
