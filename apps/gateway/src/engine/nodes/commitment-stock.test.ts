import { type CommitResponse, MAX_COMMITMENTS } from '@oracle-gateway/node-api';
import { toHex } from '@oracle-gateway/protocol';
import { portableCurve } from '@oracle-gateway/schnorr';
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type CommitmentStock, createCommitmentStock } from './commitment-stock.js';
import { type NodeCallContext, NodeCallError, type NodeFault } from './node-call-error.js';
import { engineEvents, nodeCalls } from '../../../tests/fakes/engine-ports.js';

const node = { index: 3, publicKey: new Uint8Array(64), origin: 'http://127.0.0.1:1', encryptionKey: null };
const BATCH = 4;
const LIFE_MS = 120_000;

let made = 0;
/** A point of its own at every call. */
function point(): string {
  made += 1;
  const multiple = portableCurve.multiplyBase(
    new Uint8Array(32)
      .fill(0)
      .with(31, made % 256)
      .with(30, made >> 8),
  );
  if (multiple === null) throw new Error('a scalar of the curve');
  return toHex(multiple.toBytes(true));
}

/** A node that answers when the test says so. */
function start() {
  const clock = { nowMs: 0 };
  const bootId = { fill: 'aa' };
  const reported: NodeCallContext[] = [];
  const waiting: { resolve: (answer: CommitResponse) => void; reject: (error: unknown) => void; signal: AbortSignal }[] = [];
  const asked: number[] = [];
  const stock = createCommitmentStock({
    client: nodeCalls({
      commit: (_node, { count }, { signal }) => {
        asked.push(count);
        return new Promise((resolve, reject) => waiting.push({ resolve, reject, signal }));
      },
    }),
    events: engineEvents({ stockNotFilled: (context) => void reported.push(context) }),
    curve: portableCurve,
    randomBytes: (length) => new Uint8Array(randomBytes(length)),
    monotonicMs: () => clock.nowMs,
  });
  const settle = () => new Promise(setImmediate);
  /** The answer of the call under way; gives what it holds. */
  const answer = async (changed: Partial<CommitResponse> = {}): Promise<CommitResponse['nonces']> => {
    const nonces = Array.from({ length: BATCH }, () => ({ d: point(), e: point() }));
    const batch = { bootId: `0x${bootId.fill.repeat(16)}`, lifeMs: LIFE_MS, nonces, ...changed };
    waiting.shift()?.resolve(batch);
    await settle();
    return batch.nonces;
  };
  /** The node gives a batch unasked; gives what it holds. */
  const push = ({ count = BATCH, ...changed }: Partial<CommitResponse> & { readonly count?: number } = {}): CommitResponse['nonces'] => {
    const nonces = Array.from({ length: count }, () => ({ d: point(), e: point() }));
    const batch = { bootId: `0x${bootId.fill.repeat(16)}`, lifeMs: LIFE_MS, nonces, ...changed };
    stock.receive(node, batch);
    return batch.nonces;
  };
  const fail = async (fault: NodeFault): Promise<void> => {
    waiting.shift()?.reject(new NodeCallError({ nodeIndex: node.index, step: 'commit', fault }));
    await settle();
  };
  return { stock, clock, bootId, reported, waiting, answer, push, fail, asked };
}

function takeAll(stock: CommitmentStock): string[] {
  const taken: string[] = [];
  for (let nonce = stock.take(node); nonce !== null; nonce = stock.take(node)) taken.push(nonce.d);
  return taken;
}

describe('createCommitmentStock', () => {
  it('gives each commitment once, the oldest first, and no round waits for them', async () => {
    const { stock, answer } = start();
    expect([stock.has(node), stock.take(node)]).toEqual([false, null]);
    const first = await answer();
    const second = await answer();
    expect(stock.has(node)).toBe(true);
    expect(takeAll(stock)).toEqual([...first, ...second].map(({ d }) => d));
    expect(stock.has(node)).toBe(false);
  });

  it('keeps the last two of a node for a second exchange: with those it is not named any more', async () => {
    const { stock, answer } = start();
    stock.has(node);
    await answer();
    const told: boolean[] = [];
    for (let taken = 0; taken < BATCH; taken += 1) {
      told.push(stock.has(node));
      expect(stock.take(node)).not.toBeNull();
    }
    expect(told).toEqual([true, true, false, false]);
  });

  it('asks in one call at a time for what it misses, for twice as much each time half of it is used, 64 at most', async () => {
    const { stock, asked, answer } = start();
    for (let times = 0; times < 5; times += 1) stock.has(node);
    expect(asked).toEqual([8]);
    await answer();
    // The node gave 4 of the 8.
    expect(asked).toEqual([8, 4]);
    await answer();
    for (let taken = 0; taken < 4; taken += 1) {
      stock.has(node);
      expect(asked).toEqual([8, 4]);
      stock.take(node);
    }
    for (const full of [16, 32, 64, 64]) {
      while (stock.take(node) !== null);
      stock.has(node);
      expect(asked.at(-1)).toBe(Math.min(full, MAX_COMMITMENTS));
      for (let calls = 0; calls < 4; calls += 1) await answer();
    }
  });

  it('makes no more than four calls on end, however little the node gives', async () => {
    const { stock, asked, answer } = start();
    stock.has(node);
    for (let calls = 0; calls < 8; calls += 1) await answer({ nonces: [{ d: point(), e: point() }] });
    expect(asked).toEqual([8, 7, 6, 5]);
  });

  it('begins small again when some have expired unused', async () => {
    const { stock, clock, asked, answer } = start();
    for (const full of [8, 16]) {
      stock.has(node);
      expect(asked.at(-1)).toBe(full);
      for (let calls = 0; calls < 4; calls += 1) await answer();
      while (full < 16 && stock.take(node) !== null);
    }
    clock.nowMs = LIFE_MS;
    stock.has(node);
    expect(asked.at(-1)).toBe(8);
  });

  it('names none that the node has forgotten by then, counted from before it was asked', async () => {
    const { stock, clock, answer } = start();
    stock.has(node);
    clock.nowMs = 1_000;
    await answer();
    clock.nowMs = LIFE_MS - 1;
    expect(stock.has(node)).toBe(true);
    clock.nowMs = LIFE_MS;
    expect([stock.has(node), stock.take(node)]).toEqual([false, null]);
  });

  it('forgets those of a process that is gone', async () => {
    const { stock, bootId, answer } = start();
    stock.has(node);
    await answer();
    bootId.fill = 'bb';
    const fresh = await answer();
    expect(takeAll(stock)).toEqual(fresh.map(({ d }) => d));
  });

  it('forgets all of a node that did not know one', async () => {
    const { stock, answer } = start();
    stock.has(node);
    await answer();
    stock.drop(node);
    expect(stock.take(node)).toBeNull();
  });

  describe('a node that did not know one that it was shown', () => {
    /** Named, and answers without a signature, until its stock is filled again. */
    const forget = async ({ stock, clock, answer }: ReturnType<typeof start>): Promise<string> => {
      const nonce = stock.take(node);
      if (nonce === null) throw new Error('the stock is filled');
      const told = stock.forgotten(node, nonce);
      expect(stock.take(node)).toBeNull();
      clock.nowMs += 60_000;
      stock.has(node);
      for (let calls = 0; calls < 4; calls += 1) await answer();
      return told;
    };
    const startFilled = async () => {
      const started = start();
      started.stock.has(node);
      for (let calls = 0; calls < 4; calls += 1) await started.answer();
      return started;
    };

    it('may have started anew the first time, and each time that another process of it had made the commitment', async () => {
      const started = await startFilled();
      for (const fill of ['bb', 'cc', 'dd']) {
        started.bootId.fill = fill;
        expect(await forget(started)).toBe('started_anew');
      }
    });

    it('never lost it when it forgets a second time in one process', async () => {
      const started = await startFilled();
      expect([await forget(started), await forget(started), await forget(started)]).toEqual(['started_anew', 'again', 'again']);
    });

    it('forgot once, however many rounds find out about it', async () => {
      const { stock } = await startFilled();
      const taken = [stock.take(node), stock.take(node), stock.take(node)];
      expect(taken.map((nonce) => stock.forgotten(node, nonce!))).toEqual(['started_anew', 'started_anew', 'started_anew']);
    });

    it('keeps what it has given since, when a round that is older finds out', async () => {
      const { stock, bootId, answer } = await startFilled();
      const [first, older] = [stock.take(node)!, stock.take(node)!];
      stock.forgotten(node, first);
      bootId.fill = 'bb';
      stock.has(node);
      await answer();
      expect(stock.forgotten(node, older)).toBe('started_anew');
      expect(stock.take(node)).not.toBeNull();
    });

    it('is not to blame for one that has expired by the time of its answer', async () => {
      const { stock, clock, answer } = await startFilled();
      stock.forgotten(node, stock.take(node)!);
      stock.has(node);
      await answer();
      const late = stock.take(node)!;
      clock.nowMs += LIFE_MS;
      expect(stock.forgotten(node, late)).toBe('started_anew');
    });

    it('waits longer for each time that it has started anew within two minutes, and is not named meanwhile', async () => {
      const { stock, clock, bootId, asked, answer } = await startFilled();
      for (const [pauseMs, fill] of [
        [0, 'bb'],
        [1_000, 'cc'],
        [2_000, 'dd'],
        [4_000, 'ee'],
      ] as const) {
        stock.forgotten(node, stock.take(node)!);
        bootId.fill = fill;
        const calls = asked.length;
        if (pauseMs > 0) {
          clock.nowMs += pauseMs - 1;
          expect(stock.has(node)).toBe(false);
          expect(asked.length).toBe(calls);
          clock.nowMs += 1;
        }
        expect(stock.has(node)).toBe(false);
        expect(asked.length).toBe(calls + 1);
        for (let batch = 0; batch < 4; batch += 1) await answer();
      }
    });
  });

  it('keeps those of another endpoint of the same index apart', async () => {
    const { stock, answer } = start();
    stock.has(node);
    await answer();
    expect(stock.take({ ...node, origin: 'http://127.0.0.1:2' })).toBeNull();
    expect(stock.take(node)).not.toBeNull();
  });

  it('leaves a node that gives none alone, for longer each time, a minute at most', async () => {
    const { stock, clock, reported, fail, asked } = start();
    for (const pauseMs of [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]) {
      stock.has(node);
      const calls = asked.length;
      await fail('refused');
      clock.nowMs += pauseMs - 1;
      stock.has(node);
      expect(asked.length).toBe(calls);
      clock.nowMs += 1;
    }
    expect(reported).toEqual(Array.from({ length: 8 }, () => ({ nodeIndex: 3, step: 'commit', fault: 'refused' })));
  });

  it.each<[string, () => CommitResponse['nonces']]>([
    ['bytes that are no point', () => [{ d: `0x02${'ff'.repeat(32)}`, e: point() }]],
    [
      'one point twice',
      () => {
        const twice = point();
        return [
          { d: twice, e: point() },
          { d: point(), e: twice },
        ];
      },
    ],
  ])('takes no batch with %s: co-signers would refuse the session it is named in', async (_, nonces) => {
    const { stock, reported, answer } = start();
    stock.has(node);
    await answer({ nonces: nonces() });
    expect(stock.take(node)).toBeNull();
    expect(reported).toEqual([{ nodeIndex: 3, step: 'commit', fault: 'bad_answer' }]);
  });

  describe('what a node pushes', () => {
    it('is kept and given like what it was asked for, and the node need not be asked until a quarter is left', () => {
      const { stock, push, asked } = start();
      const pushed = push({ count: 16 });
      expect(stock.has(node)).toBe(true);
      const taken = Array.from({ length: 11 }, () => {
        stock.has(node);
        return stock.take(node)?.d;
      });
      expect(taken).toEqual(pushed.slice(0, 11).map(({ d }) => d));
      stock.has(node);
      expect(asked).toEqual([]);
      stock.take(node);
      stock.has(node);
      expect(asked).toHaveLength(1);
    });

    it('is bounded: the newest that find no room are lost', () => {
      const { stock, push } = start();
      const pushed = [...push({ count: 64 }), ...push({ count: 60 }), ...push({ count: 16 })];
      expect(takeAll(stock)).toEqual(pushed.slice(0, 128).map(({ d }) => d));
    });

    it('takes the place of what another process of the node gave', () => {
      const { stock, push, bootId } = start();
      push();
      bootId.fill = 'bb';
      const anew = push();
      expect(takeAll(stock)).toEqual(anew.map(({ d }) => d));
    });

    it('expires with the life that the node states, counted from its arrival', () => {
      const { stock, push, clock } = start();
      push();
      clock.nowMs += LIFE_MS;
      expect(stock.take(node)).toBeNull();
    });

    it('is not kept where co-signers would refuse it, and then nothing of the node for a minute', () => {
      const { stock, push, reported, clock } = start();
      const twice = point();
      push({ nonces: [{ d: twice, e: twice }] });
      expect(reported).toEqual([{ nodeIndex: 3, step: 'commit', fault: 'bad_answer' }]);
      clock.nowMs += 59_999;
      push();
      expect(stock.take(node)).toBeNull();
      clock.nowMs += 1;
      push();
      expect(stock.take(node)).not.toBeNull();
      expect(reported).toHaveLength(1);
    });

    it('is not kept while a node that starts anew again and again has to wait', () => {
      const { stock, push, clock, bootId } = start();
      for (const fill of ['bb', 'cc']) {
        push();
        stock.forgotten(node, stock.take(node)!);
        bootId.fill = fill;
      }
      push();
      expect(stock.take(node)).toBeNull();
      clock.nowMs += 1_000;
      push();
      expect(stock.take(node)).not.toBeNull();
    });

    it('counts up to 32 times a second: each batch is work', () => {
      const { stock, push, clock } = start();
      for (let times = 0; times < 33; times += 1) push({ count: 1 });
      expect(takeAll(stock)).toHaveLength(32);
      clock.nowMs += 1_000;
      push({ count: 1 });
      expect(takeAll(stock)).toHaveLength(1);
    });

    it('is not kept once the stock is closed', () => {
      const { stock, push } = start();
      stock.close();
      push();
      expect(stock.take(node)).toBeNull();
    });
  });

  it('asks no node once it is closed, and blames none for the call that it ended', async () => {
    const { stock, waiting, reported, fail, asked } = start();
    stock.has(node);
    const [call] = waiting;
    stock.close();
    expect(call?.signal.aborted).toBe(true);
    await fail('aborted');
    stock.has(node);
    expect([asked.length, reported]).toEqual([1, []]);
  });
});
