import { describe, expect, it } from 'vitest';
import { NodeCallError } from './node-call-error.js';
import type { RoundNode } from './node-directory.js';
import { createLastCalls } from './node-health.js';
import { createNodePresence, type Presence } from './node-presence.js';
import { nodeCalls } from '../../../tests/fakes/engine-ports.js';

const NEEDED = 3;
const nodes = [0, 1, 2, 3, 4].map((index): RoundNode => ({ index, publicKey: new Uint8Array(64), origin: '', encryptionKey: null }));

function start() {
  const clock = { ms: 1_000_000 };
  const monotonicMs = (): number => clock.ms;
  const dead = new Set<number>();
  const asked: number[] = [];
  const told: Presence[] = [];
  const ledger = { failure: null as Error | null };
  const lastCalls = createLastCalls({ nowMs: monotonicMs, monotonicMs });
  const watch = createNodePresence({
    ledger: {
      currentRegistry: () => (ledger.failure === null ? Promise.resolve({ minSigners: NEEDED } as never) : Promise.reject(ledger.failure)),
    },
    directory: () => Promise.resolve(nodes),
    client: nodeCalls({
      release: ({ index }) => {
        asked.push(index);
        const fault = dead.has(index) ? 'unreachable' : null;
        lastCalls.note(index, fault);
        return fault === null
          ? Promise.resolve({ released: 0 })
          : Promise.reject(new NodeCallError({ nodeIndex: index, step: 'release', fault }));
      },
    }),
    lastCalls,
    events: { nodesCheckedAt: (presence) => void told.push(presence) },
    monotonicMs,
    signal: new AbortController().signal,
  });
  /** Checks as often as the process does. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 5_000) {
      clock.ms += 5_000;
      await watch.check();
    }
  };
  return { clock, dead, asked, told, ledger, lastCalls, watch, pass };
}

describe('the nodes that answer', () => {
  it('are not known before the first check, and then all that were asked and answered', async () => {
    const { dead, asked, told, watch } = start();
    expect(watch.presence()).toBeNull();
    dead.add(4);
    await watch.check();
    expect(asked).toEqual([0, 1, 2, 3, 4]);
    expect(watch.presence()).toEqual({ answering: 4, needed: NEEDED });
    expect(told).toEqual([{ answering: 4, needed: NEEDED }]);
  });

  it('are all still counted while rounds hear of them, and none of those is asked', async () => {
    const { clock, asked, lastCalls, watch } = start();
    await watch.check();
    asked.length = 0;
    for (let second = 0; second < 120; second += 1) {
      clock.ms += 1_000;
      // A round of a caller whose source fails: an answer all the same.
      for (const { index } of nodes) lastCalls.note(index, 'upstream');
      if (second % 5 === 0) await watch.check();
    }
    expect(asked).toEqual([]);
    expect(watch.presence()).toEqual({ answering: 5, needed: NEEDED });
  });

  it('lack each node that was silent for half a minute, and have it again with its first answer', async () => {
    const { dead, pass, watch } = start();
    await pass(20_000);
    for (const index of [0, 1, 2]) dead.add(index);
    await pass(10_000);
    expect(watch.presence()?.answering).toBe(5);
    await pass(30_000);
    expect(watch.presence()).toEqual({ answering: 2, needed: NEEDED });
    dead.clear();
    await pass(5_000);
    expect(watch.presence()?.answering).toBe(5);
  });

  it('are not fewer because calls of rounds fail, as a caller can make them, where they answer otherwise', async () => {
    const { lastCalls, pass, watch } = start();
    for (let time = 0; time < 20; time += 1) {
      for (const { index } of nodes) for (const fault of ['timeout', 'bad_answer'] as const) lastCalls.note(index, fault);
      await pass(5_000);
      expect(watch.presence()?.answering).toBe(5);
    }
  });

  it('stay as they were seen while the ledger cannot be read, until they have been silent for too long', async () => {
    const { clock, ledger, watch } = start();
    await watch.check();
    ledger.failure = new Error('no ledger');
    await expect(watch.check()).rejects.toThrow('no ledger');
    expect(watch.presence()?.answering).toBe(5);
    clock.ms += 60_000;
    expect(watch.presence()?.answering).toBe(0);
  });
});
