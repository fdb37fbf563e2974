import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NodeCallError, type NodeCallContext } from './node-call-error.js';
import { createSessionReleases } from './session-releases.js';
import { engineEvents, nodeCalls } from '../../../tests/fakes/engine-ports.js';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function node(index: number) {
  return { index, publicKey: new Uint8Array(64), origin: `http://node-${index}`, encryptionKey: null };
}

function setUp(answer: () => Promise<{ released: number }> = () => Promise.resolve({ released: 1 })) {
  const calls: { index: number; sessionIds: readonly string[] }[] = [];
  const faults: NodeCallContext[] = [];
  const releases = createSessionReleases({
    client: nodeCalls({
      release: (target, { sessionIds }) => {
        calls.push({ index: target.index, sessionIds });
        return answer();
      },
    }),
    events: engineEvents({ nodeFault: (context) => void faults.push(context) }),
  });
  return { releases, calls, faults };
}

describe('createSessionReleases', () => {
  it('makes one call per node for what comes within a moment', () => {
    const { releases, calls } = setUp();
    void releases.add(node(0), 'a', 'soon');
    void releases.add(node(1), 'a', 'soon');
    void releases.add(node(0), 'b', 'soon');
    expect(calls).toEqual([]);
    vi.advanceTimersByTime(250);
    expect(calls).toEqual([
      { index: 0, sessionIds: ['a', 'b'] },
      { index: 1, sessionIds: ['a'] },
    ]);
  });

  it('collects what no node waits for over a longer time', () => {
    const { releases, calls } = setUp();
    void releases.add(node(0), 'a', 'later');
    vi.advanceTimersByTime(999);
    void releases.add(node(0), 'b', 'later');
    expect(calls).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(calls).toEqual([{ index: 0, sessionIds: ['a', 'b'] }]);
  });

  it('a release in haste takes those along that were not', () => {
    const { releases, calls } = setUp();
    void releases.add(node(0), 'a', 'later');
    void releases.add(node(0), 'b', 'soon');
    void releases.add(node(1), 'c', 'later');
    vi.advanceTimersByTime(250);
    expect(calls).toEqual([
      { index: 0, sessionIds: ['a', 'b'] },
      { index: 1, sessionIds: ['c'] },
    ]);
    void releases.add(node(0), 'd', 'later');
    vi.advanceTimersByTime(999);
    expect(calls).toHaveLength(2);
  });

  it("keeps to the contract's 64 per call and drops what a node could not be told in time", () => {
    const { releases, calls } = setUp();
    for (let session = 0; session < 2_000; session += 1) void releases.add(node(0), String(session), 'soon');
    vi.advanceTimersByTime(250);
    expect(calls).toHaveLength(1_024 / 64);
    expect(calls.every(({ sessionIds }) => sessionIds.length === 64)).toBe(true);
  });

  it('names a node that does not take them, and goes on', async () => {
    const fault: NodeCallContext = { nodeIndex: 0, step: 'release', fault: 'timeout' };
    const { releases, faults } = setUp(() => Promise.reject(new NodeCallError(fault)));
    void releases.add(node(0), 'a', 'soon');
    await vi.advanceTimersByTimeAsync(250);
    expect(faults).toEqual([fault]);
  });

  it('says when the node has been told', async () => {
    let answer = (): void => undefined;
    const { releases } = setUp(
      () =>
        new Promise((resolve) => {
          answer = () => {
            resolve({ released: 1 });
          };
        }),
    );
    let isTold = false;
    const told = releases.add(node(0), 'a', 'soon').then(() => {
      isTold = true;
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(isTold).toBe(false);
    answer();
    await told;
    expect(isTold).toBe(true);
  });

  it('a node that cannot be told keeps no round waiting', async () => {
    const { releases } = setUp(() => Promise.reject(new NodeCallError({ nodeIndex: 0, step: 'release', fault: 'timeout' })));
    const told = releases.add(node(0), 'a', 'soon');
    await vi.advanceTimersByTimeAsync(250);
    await expect(told).resolves.toBeUndefined();
  });

  it('sends what waits when it is closed, and nothing afterwards', async () => {
    const { releases, calls } = setUp();
    void releases.add(node(0), 'a', 'soon');
    await releases.close();
    void releases.add(node(0), 'b', 'soon');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(calls).toEqual([{ index: 0, sessionIds: ['a'] }]);
  });
});
