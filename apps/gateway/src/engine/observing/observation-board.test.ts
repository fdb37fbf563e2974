import { describe, expect, it } from 'vitest';
import { NodeCallError } from '../nodes/node-call-error.js';
import { exactRule } from './value-rule.js';
import type { NodeObservation } from './observation.js';
import { createObservationBoard, type ObservationBoard } from './observation-board.js';

const nonce = { d: '', e: '' };
function seen(index: number, value: string): NodeObservation {
  return {
    node: { index, publicKey: new Uint8Array(64), origin: '', encryptionKey: null },
    values: [{ value, receivedAtMs: 0 }],
    signed: null,
    nonces: [nonce, nonce],
    partial: null,
  };
}
function failed(nodeIndex: number): NodeCallError {
  return new NodeCallError({ nodeIndex, step: 'observe', fault: 'timeout' });
}

/** Calls that the test answers when it wants to. */
function pendingCalls(count: number) {
  const answers: { resolve: (observation: NodeObservation) => void; reject: (error: unknown) => void }[] = [];
  const calls = Array.from({ length: count }, () => new Promise<NodeObservation>((resolve, reject) => answers.push({ resolve, reject })));
  return { calls, answer: (at: number) => answers[at]! };
}

function boardOf(calls: readonly Promise<NodeObservation>[], quorum: number): ObservationBoard {
  const board = createObservationBoard(exactRule, quorum);
  board.add(calls);
  return board;
}

describe('createObservationBoard', () => {
  it('fixes as soon as a quorum agrees, without waiting for the rest', async () => {
    const { calls, answer } = pendingCalls(3);
    const board = boardOf(calls, 2);
    answer(2).resolve(seen(2, 'a'));
    answer(0).resolve(seen(0, 'a'));
    expect((await board.decide(new Set(), null))?.signers.map(({ node }) => node.index)).toEqual([0, 2]);
  });

  it('gives up as soon as no quorum can come about any more', async () => {
    const { calls, answer } = pendingCalls(3);
    const board = boardOf(calls, 3);
    answer(1).reject(failed(1));
    expect(await board.decide(new Set(), null)).toBeNull();
    expect(board.failures).toEqual([{ nodeIndex: 1, step: 'observe', fault: 'timeout' }]);
  });

  it('a second decision leaves out the excluded and takes one that arrived late', async () => {
    const { calls, answer } = pendingCalls(3);
    const board = boardOf(calls, 2);
    answer(0).resolve(seen(0, 'a'));
    answer(1).resolve(seen(1, 'a'));
    await board.decide(new Set(), null);
    const second = board.decide(new Set([0]), null);
    answer(2).resolve(seen(2, 'a'));
    expect((await second)?.signers.map(({ node }) => node.index)).toEqual([1, 2]);
  });

  it('waits for calls that were added later', async () => {
    const { calls, answer } = pendingCalls(2);
    const board = boardOf(calls.slice(0, 1), 2);
    board.add(calls.slice(1));
    const decision = board.decide(new Set(), null);
    answer(0).resolve(seen(0, 'a'));
    answer(1).resolve(seen(1, 'a'));
    expect((await decision)?.signers.map(({ node }) => node.index)).toEqual([0, 1]);
  });

  it("passes on a fault that is no node's", async () => {
    const { calls, answer } = pendingCalls(2);
    const board = boardOf(calls, 2);
    answer(0).reject(new RangeError('ours'));
    await expect(board.decide(new Set(), null)).rejects.toThrow(RangeError);
  });
});
