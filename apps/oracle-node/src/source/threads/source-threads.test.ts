import { parseDecimal, unixMs } from '@oracle-gateway/protocol';
import { afterEach, describe, expect, it } from 'vitest';
import { Cleanup } from '../../../tests/cleanup.js';
import { asked } from '../../../tests/source-servers.js';
import type { FetchParticulars } from '../safe-fetch.js';
import type { SourceReceipt } from '../source-receipt.js';
import type { ThreadLoss } from '../../telemetry/metrics.js';
import { createSourceThreads } from './source-threads.js';
import { createStartThread } from './start-thread.js';

/** Threads that are lost. Their program does at once what the host of a source says. */
const cleanup = new Cleanup();
afterEach(() => cleanup.run());

const SECRET = 'planted-in-a-thread';
/** It answers with the count of variables of its environment. */
const PROGRAM = `
  const { parentPort, workerData } = require('node:worker_threads');
  const answer = (id) => {
    const decimal = { mantissa: BigInt(Object.keys(process.env).length), exponent: 0 };
    parentPort.postMessage({ kind: 'number', id, ms: 3, number: { decimal, receivedAtMs: 1 } });
  };
  const doings = {
    answer,
    wait: () => undefined,
    exit: () => process.exit(1),
    throw: (id, secrets) => { process.stderr.write(secrets[0]); throw new Error(secrets[0]); },
    reject: (id, secrets) => void Promise.reject(new Error(secrets[0])),
    hang: (id) => { Atomics.store(workerData.reading, 0, id); for (;;); },
    grow: () => { const all = []; for (;;) all.push(new Array(10_000).fill(all.length)); },
    pay: (id) => {
      parentPort.postMessage({ kind: 'receipt', id, receipt: { success: true, transaction: null } });
      setTimeout(() => process.exit(1), 20);
    },
    spend: (id) => parentPort.postMessage({ kind: 'spent', id, ms: 700 }),
    nowhere: (id, [secret]) => {
      parentPort.postMessage({ kind: 'fault', id, ms: 0, fault: { kind: 'unforeseen', error: { error: 'TypeError', at: ['at read'] } } });
    },
  };
  const waiting = new Set();
  parentPort.on('message', ({ kind, id, config, secrets, why }) => {
    if (kind === 'ping') parentPort.postMessage({ kind: 'pong' });
    if (kind === 'read') doings[new URL(config.url).host](id, secrets);
    if (kind === 'end' && why === 'time_used') {
      const fault = { kind: 'failed', step: 'fetch', message: 'time used' };
      parentPort.postMessage({ kind: 'fault', id, ms: 0, fault });
    }
  });
  parentPort.postMessage({ kind: 'ready' });
`;
const CHECKED = { checkEveryMs: 50 };
const SETTINGS = { allowed: [], fixtures: {}, timeoutMs: 10_000, paidTimeoutMs: 10_000, maxKeptConnections: 1, maxReads: 1 };
const LOST = { step: 'fetch', message: 'the thread of the node that read the source was lost; ask again' };

function start(count = 1, { program = PROGRAM, checkEveryMs = 60_000 } = {}) {
  const losses: ThreadLoss[] = [];
  const threads = createSourceThreads({
    count,
    settings: SETTINGS,
    startThread: createStartThread(
      new URL(
        `data:text/javascript,${encodeURIComponent(`import { createRequire } from 'node:module'; const require = createRequire('file:///');${program}`)}`,
      ),
    ),
    monotonicMs: () => performance.now(),
    onLoss: (loss) => losses.push(loss),
    checkEveryMs,
  });
  cleanup.add(() => threads.close());
  const read = (doing: string, how: Partial<FetchParticulars> & { readonly requester?: string } = {}) => {
    const { requester = 'r', ...particulars } = how;
    const config = { url: `https://${doing}/`, method: 'GET' } as const;
    const number = threads.observeNumber(config, { ...asked(requester), secrets: [SECRET], ...particulars });
    number.catch(() => undefined);
    return number;
  };
  return { threads, losses, read };
}

/** Charges of a requester. */
function account(leftMs = Number.POSITIVE_INFINITY) {
  const charges: number[] = [];
  const sum = (): number => charges.reduce((total, ms) => total + ms, 0);
  return { sum, charge: (ms: number): boolean => charges.push(ms) > 0 && sum() < leftMs };
}

describe('a thread of sources', () => {
  it('answers with the number, the time that it took, and none of the environment', async () => {
    const { threads, read } = start();
    await threads.started();
    const { sum, charge } = account();
    expect(await read('answer', { charge })).toEqual({ decimal: parseDecimal('0'), receivedAtMs: unixMs(1) });
    expect(sum()).toBe(3);
  });

  it.each<[string, ThreadLoss]>([
    ['exit', 'ended'],
    ['throw', 'ended'],
    ['reject', 'ended'],
    ['grow', 'grown'],
    ['hang', 'hung'],
  ])('fails its fetches as a source does when it is lost (%s), charges them, and starts anew', async (doing, loss) => {
    const { losses, read } = start(1, loss === 'hung' ? CHECKED : {});
    const [beside, fatal] = [account(), account()];
    const waiting = read('wait', { charge: beside.charge, requester: 'beside' });
    const lost = read(doing, { charge: fatal.charge });
    const faults: unknown[] = await Promise.all([waiting, lost].map((each) => each.catch((error: unknown) => error)));
    for (const fault of faults) expect(fault).toMatchObject(LOST);
    expect(losses).toEqual([loss]);
    expect(JSON.stringify(faults) + String(faults)).not.toContain(SECRET);
    expect(await read('answer')).toMatchObject({ receivedAtMs: 1 });
    // Where it is known which fetch the thread was at, the others are charged nothing.
    expect(fatal.sum()).toBeGreaterThanOrEqual(250);
    expect(beside.sum() === 0).toBe(doing === 'hang');
  });

  it('starts later each time that it is lost, and loses no fetch that waits for it', async () => {
    const { losses, read } = start();
    for (let time = 0; time < 4; time += 1) await expect(read('exit')).rejects.toMatchObject(LOST);
    const startedMs = performance.now();
    await read('answer');
    expect(performance.now() - startedMs).toBeGreaterThan(300);
    expect(losses).toEqual(['ended', 'ended', 'ended', 'ended']);
  });

  it('takes no fetch of another thread with it; the requester whose fetch it was is kept apart from then on', async () => {
    const { read } = start(2, CHECKED);
    await expect(read('hang', { requester: 'a' })).rejects.toMatchObject(LOST);
    const beside = read('wait', { requester: 'b' });
    await expect(read('exit', { requester: 'a' })).rejects.toMatchObject(LOST);
    expect(await read('answer', { requester: 'b' })).toMatchObject({ receivedAtMs: 1 });
    const isOver = await Promise.race([beside.then(() => true), Promise.resolve(false)]);
    expect(isOver).toBe(false);
  });

  it('tells of a payment although it is lost afterwards', async () => {
    const { read } = start();
    const receipts: SourceReceipt[] = [];
    await expect(read('pay', { noteReceipt: (receipt) => receipts.push(receipt) })).rejects.toMatchObject(LOST);
    expect(receipts).toEqual([{ success: true, transaction: null }]);
  });

  it('answers each fetch of a requester without time left, in whatever thread it is', async () => {
    const { read } = start(2);
    const { charge } = account(500);
    const others = ['wait', 'wait'].map((doing) => read(doing, { charge }));
    const free = read('wait', { requester: 'free' });
    const used = await Promise.all([...others, read('spend', { charge })].map((each) => each.catch((error: unknown) => error)));
    for (const fault of used) expect(fault).toMatchObject({ message: 'time used' });
    expect(await Promise.race([free, Promise.resolve('waits')])).toBe('waits');
  });

  it('gives a fetch up that it does not answer in time, and lives on', async () => {
    const { losses, read } = start(1, CHECKED);
    await expect(read('wait', { waitedMs: 13_500 })).rejects.toMatchObject({ step: 'fetch', message: 'the source did not answer in time' });
    expect(await read('answer')).toMatchObject({ receivedAtMs: 1 });
    expect(losses).toEqual([]);
  });

  it('is lost where it does not answer a fetch that was given up', async () => {
    const { losses, read } = start(1, CHECKED);
    await expect(read('wait', { waitedMs: 24_000 })).rejects.toMatchObject({ message: 'the source did not answer in time' });
    await expect.poll(() => losses).toEqual(['hung']);
  });

  it('ends a fetch at once when its asker leaves', async () => {
    const { read } = start();
    const leaving = new AbortController();
    const left = read('wait', { signal: leaving.signal });
    leaving.abort();
    await expect(left).rejects.toMatchObject({ message: 'the gateway ended the session before the source answered' });
    await expect(read('answer', { signal: leaving.signal })).rejects.toMatchObject({ step: 'fetch' });
  });

  it('names the place of a fault of this program, and nothing else of it', async () => {
    const { read } = start();
    const error: unknown = await read('nowhere').catch((fault: unknown) => fault);
    expect(error).toMatchObject({ name: 'TypeError', message: 'a fault in a thread of sources' });
    expect(error).toHaveProperty('stack', 'TypeError: a fault in a thread of sources\n    at read');
  });
});

describe('threads of sources', () => {
  it.each(['wait', 'hang'])('fail fetches under way (%s) at once when their node ends', async (doing) => {
    const { threads, losses, read } = start(2);
    await threads.started();
    const under = read(doing);
    await threads.close();
    await expect(under).rejects.toMatchObject({ step: 'fetch', message: 'the node ended before the source answered' });
    await expect(read('answer')).rejects.toMatchObject({ message: 'the node ended before the source answered' });
    expect(losses).toEqual([]);
  });

  it('tell a node that they could not start: it serves nothing without them', async () => {
    const { threads } = start(1, { program: 'process.exit(1);' });
    await expect(threads.started()).rejects.toThrow('before it had started');
  });
});
