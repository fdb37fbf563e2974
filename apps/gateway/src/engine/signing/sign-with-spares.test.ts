import { describe, expect, it } from 'vitest';
import type { SignRequest, SignResponse } from '@oracle-gateway/node-api';
import { AGGREGATION } from '../../../tests/fakes/tolerance.js';
import type { Behaviour } from '../../../tests/fakes/node-signer.js';
import { answerOf, stageRound, type StageOptions, withPorts } from '../../../tests/fakes/staged-round.js';
import { type NodeCallContext, NodeCallError } from '../nodes/node-call-error.js';
import { createObservationBoard } from '../observing/observation-board.js';
import { readObserveAnswer } from '../observing/observers.js';
import { requestTo } from '../model/round-session.js';
import type { NodeObservation } from '../observing/observation.js';
import { ruleOfSubject } from '../observing/value-rule.js';
import { signWithSpares } from './sign-with-spares.js';

type Sign = (request: SignRequest) => Promise<SignResponse>;

const LATE_AFTER_MS = 5;

interface Setting {
  readonly nodes?: readonly Partial<Behaviour>[];
  /** Nodes whose observation is there only when `observe` is called. */
  readonly observesLate?: number;
  readonly hedges?: number;
  readonly failing?: number;
  readonly lateAfterMs?: (nodeIndex: number) => number;
  /** A node that has signed at once. The gateway has no commitment of it left. */
  readonly used?: number;
  /** A node that shows the nonce points of node 0 as its own. */
  readonly copies?: number;
  readonly apiConfig?: StageOptions['apiConfig'];
}

/** Quorum 2 of three nodes. Every call to sign waits until the test answers it; a signer counts as late after 5 ms. */
function start({
  nodes = [{}, {}, {}],
  observesLate,
  hedges = 1,
  failing,
  lateAfterMs = () => LATE_AFTER_MS,
  used,
  copies,
  apiConfig,
}: Setting = {}) {
  const { round, session, signers, ports, nodes: roundNodes } = stageRound({ nodes, quorum: 2, ...(apiConfig && { apiConfig }) });
  const calls: { node: number; attempt: number; answer: (as?: NodeCallContext['fault']) => void }[] = [];
  let observe = (): void => undefined;
  const late = new Promise<void>((resolve) => (observe = resolve));
  let shown: NodeObservation['nonces'] = null;
  const observations = roundNodes.map(async (node) => {
    if (node.index === observesLate) await late;
    const answer = await answerOf(node.index, 'observe', () => signers[node.index]!.observe(requestTo(node, session)));
    const observation = readObserveAnswer({ answer, node, round, session, isDesignated: false }, ports.curve);
    if (node.index === 0) shown = observation.nonces;
    if (node.index === copies) return { ...observation, nonces: shown };
    return node.index === used ? { ...observation, nonces: null } : observation;
  });
  const sign =
    (node: number): Sign =>
    (request) =>
      new Promise((resolve, reject) => {
        const answer = (fault?: NodeCallContext['fault']): void => {
          if (fault === undefined) resolve(answerOf(node, 'sign', () => signers[node]!.sign(request)));
          else reject(new NodeCallError({ nodeIndex: node, step: 'sign', fault }));
        };
        calls.push({ node, attempt: request.attempt, answer });
      });
  const rule = ruleOfSubject(round.subject, ports.clock);
  const board = createObservationBoard(rule, 2);
  board.add(observations);
  const named: string[] = [];
  const run = {
    round,
    session,
    rule,
    board,
    designated: null,
    signal: new AbortController().signal,
    reportFault: ({ nodeIndex, fault }: NodeCallContext) => void named.push(`${nodeIndex} ${fault}`),
    refuseForSource: undefined,
    isSponsored: false,
  };
  const result = signWithSpares(
    run,
    new Set(),
    withPorts(ports, {
      nodes: {
        calls: { ...ports.nodes.calls, sign: ({ index }, request) => sign(index)(request) },
        health: { ...ports.nodes.health, isFailing: (nodeIndex) => nodeIndex === failing },
        pace: { record: () => undefined, lateAfterMs },
        hedges: { earn: () => undefined, take: () => (hedges -= 1) >= 0 },
      },
    }),
  );
  result.catch(() => undefined);
  const call = async (node: number, attempt: 0 | 1) => {
    const find = () => calls.find((one) => one.node === node && one.attempt === attempt);
    await expect.poll(find).toBeDefined();
    return find()!;
  };
  return { result, named, calls, observe, call };
}

it('a signer without a commitment left is replaced by the spare, and until then no node is asked', async () => {
  const { result, named, calls, call } = start({ used: 1 });
  for (const node of [0, 2]) (await call(node, 1)).answer();
  expect(await result).toMatchObject({ attempt: 1, signers: [0, 2] });
  expect(calls.map(({ attempt }) => attempt)).toEqual([1, 1]);
  expect(named).toEqual(['1 no_commitment']);
});

it('signers that show one nonce point are named, all of them, before a node is asked to sign beside them', async () => {
  const { result, named, calls } = start({ copies: 1 });
  await expect(result).rejects.toThrow('no spare node with a fitting observation was left (node 0 bad_answer, node 1 bad_answer)');
  expect([named, calls]).toEqual([['0 bad_answer', '1 bad_answer'], []]);
});

describe('a late signer', () => {
  it('is overtaken by the spare, and named at once', async () => {
    const { result, named, call } = start();
    (await call(0, 0)).answer();
    const late = await call(1, 0);
    (await call(0, 1)).answer();
    (await call(2, 1)).answer();
    expect(await result).toMatchObject({ attempt: 1, signers: [0, 2] });
    expect(named).toEqual(['1 overtaken']);
    late.answer();
  });

  it('is judged by its own measure: one that is always slow makes the others wait no longer', async () => {
    // The peers of node 0 are slow, because node 1 is one of them.
    const { result, named, call } = start({ lateAfterMs: (index) => (index === 0 ? 3_600_000 : LATE_AFTER_MS) });
    (await call(0, 0)).answer();
    for (const node of [0, 2]) (await call(node, 1)).answer();
    expect(await result).toMatchObject({ attempt: 1, signers: [0, 2] });
    expect(named).toEqual(['1 overtaken']);
  });

  it('is named once more by what became of it when it never answers', async () => {
    const { result, named, call } = start();
    (await call(0, 0)).answer();
    for (const node of [0, 2]) (await call(node, 1)).answer();
    await result;
    (await call(1, 0)).answer('timeout');
    await expect.poll(() => named).toEqual(['1 overtaken', '1 timeout']);
  });

  it('is not overtaken when it answers before the spare: the first attempt counts, and no node is named', async () => {
    const { result, named, call } = start();
    (await call(0, 0)).answer();
    (await call(2, 1)).answer();
    (await call(1, 0)).answer();
    expect(await result).toMatchObject({ attempt: 0, signers: [0, 1] });
    expect(named).toEqual([]);
  });

  it('serves the round when the spare fails, which is named', async () => {
    const { result, named, call } = start();
    (await call(0, 0)).answer();
    (await call(0, 1)).answer();
    (await call(2, 1)).answer('unreachable');
    (await call(1, 0)).answer();
    expect(await result).toMatchObject({ attempt: 0, signers: [0, 1] });
    expect(named).toEqual(['2 unreachable']);
  });

  it('and a spare that both fail: the round fails and names both', async () => {
    const { result, named, call } = start();
    (await call(0, 0)).answer();
    (await call(0, 1)).answer();
    (await call(2, 1)).answer('refused');
    (await call(1, 0)).answer('timeout');
    await expect(result).rejects.toThrow('both attempts failed (node 2 refused, node 1 timeout)');
    expect(named).toEqual(['2 refused', '1 timeout']);
  });

  it('is overtaken as soon as a spare has observed', async () => {
    const { result, call, calls, observe } = start({ observesLate: 2 });
    (await call(0, 0)).answer();
    await call(1, 0);
    expect(calls.filter(({ attempt }) => attempt === 1)).toEqual([]);
    observe();
    for (const node of [0, 2]) (await call(node, 1)).answer();
    expect(await result).toMatchObject({ attempt: 1, signers: [0, 2] });
  });

  it.each([
    ['no spare has seen the same', { nodes: [{}, {}, { value: '7' }] }],
    ['no hedge is left', { hedges: 0 }],
    [
      'the spare would change the median, which the others have signed',
      {
        nodes: [{ value: '1.00' }, { value: '1.01' }, { value: '1.02' }],
        observesLate: 2,
        apiConfig: { ...toleranceSource(), url: 'https://a.example/' },
      },
    ],
  ] as const)('is waited for when %s', async (_case, setting) => {
    const { result, named, calls, observe, call } = start(setting);
    (await call(0, 0)).answer();
    observe();
    const late = await call(1, 0);
    // A timer that starts later and runs longer ends after the one by which the signer counts as late.
    await new Promise((resolve) => setTimeout(resolve, 2 * LATE_AFTER_MS));
    expect(calls.filter(({ attempt }) => attempt === 1)).toEqual([]);
    late.answer();
    expect(await result).toMatchObject({ attempt: 0, signers: [0, 1] });
    expect(named).toEqual([]);
  });

  it('is overtaken without a signer whose signature is bad', async () => {
    const { result, call, calls } = start({ nodes: [{ fault: 'bad-partial' }, {}, {}] });
    (await call(0, 0)).answer();
    // No spare can replace node 1 while node 0 is out, so the round waits for it.
    await new Promise((resolve) => setTimeout(resolve, 2 * LATE_AFTER_MS));
    expect(calls.filter(({ attempt }) => attempt === 1)).toEqual([]);
    (await call(1, 0)).answer();
    for (const node of [1, 2]) (await call(node, 1)).answer();
    expect(await result).toMatchObject({ attempt: 1, signers: [1, 2] });
  });

  it('leaves a signer that has failed meanwhile out as well', async () => {
    const { result, named, call } = start();
    (await call(0, 0)).answer('bad_answer');
    (await call(1, 0)).answer();
    for (const node of [1, 2]) (await call(node, 1)).answer();
    expect(await result).toMatchObject({ attempt: 1, signers: [1, 2] });
    expect(named).toEqual(['0 bad_answer']);
  });
});

describe('a node that failed lately', () => {
  it('does not sign where others can', async () => {
    const { result, call } = start({ failing: 0 });
    for (const node of [1, 2]) (await call(node, 0)).answer();
    expect(await result).toMatchObject({ attempt: 0, signers: [1, 2] });
  });

  it.each([
    ['no other node has seen the same', { failing: 0, nodes: [{}, {}, { value: '7' }] }],
    ['others take too long', { failing: 0, observesLate: 2 }],
  ] as const)('signs when %s', async (_case, setting) => {
    const { result, call } = start(setting);
    for (const node of [0, 1]) (await call(node, 0)).answer();
    expect(await result).toMatchObject({ attempt: 0, signers: [0, 1] });
  });
});

function toleranceSource() {
  return { method: 'GET', aggregation: AGGREGATION } as const;
}
