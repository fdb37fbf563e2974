import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { ApiConfig } from '@oracle-gateway/protocol';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { SourceError } from '../src/errors/node-error.js';
import { createReadingTurns } from '../src/sharing/reading-turns.js';
import { createStartWork } from '../src/sharing/work-time.js';
import { createObserveNumber, type ObserveNumber } from '../src/source/observe-number.js';
import { createSafeFetch, type FetchParticulars } from '../src/source/safe-fetch.js';
import type { SourceReceipt } from '../src/source/source-receipt.js';
import { createSourceThreads } from '../src/source/threads/source-threads.js';
import { Cleanup } from './cleanup.js';
import { asked } from './source-servers.js';
import { startBuiltThread } from './source-threads.js';

/** A source, and how it is asked. */
interface Case {
  readonly status: number;
  readonly body: string;
  readonly headers: readonly string[];
  readonly framing: 'length' | 'chunks' | 'cut_off' | 'none';
  readonly isGzip: boolean;
  readonly parser: string | undefined;
  readonly transform: string | undefined;
  readonly isDryRun: boolean;
  readonly isPaid: boolean;
}

const RECEIPT = Buffer.from('{"success":true}').toString('base64');
const TERMS = Buffer.from('{"x402Version":2,"accepts":[]}').toString('base64');
const LIMIT_MS = 5_000;

const anyCase: fc.Arbitrary<Case> = fc.record({
  status: fc.constantFrom(200, 200, 200, 201, 206, 302, 402, 404, 503, 999),
  body: fc.constantFrom(
    '{"price":"64628.31"}',
    '{"price":1e300}',
    '{"price":"x"}',
    '[1,2]',
    '12.5',
    '',
    '{',
    '{"price":0}',
    `[${'1,'.repeat(9_000)}1]`,
  ),
  headers: fc.subarray([`payment-response: ${RECEIPT}`, `payment-required: ${TERMS}`, 'location: /again', 'content-encoding: zstd']),
  framing: fc.constantFrom('length', 'length', 'chunks', 'cut_off', 'none'),
  isGzip: fc.boolean(),
  parser: fc.constantFrom(undefined, '$.price', '$..price', '$[1]', '$.cost'),
  transform: fc.constantFrom(undefined, 'multiply:100', 'invert', 'divide:1e40|multiply:1e40'),
  isDryRun: fc.boolean(),
  isPaid: fc.boolean(),
});

function answerOf({ status, body, headers, framing, isGzip }: Case): string {
  const sent = (isGzip ? gzipSync(body) : Buffer.from(body)).toString('latin1');
  const coding = isGzip ? ['content-encoding: gzip'] : [];
  const framed: Readonly<Record<Case['framing'], readonly [string[], string]>> = {
    length: [[`content-length: ${sent.length}`], sent],
    cut_off: [[`content-length: ${sent.length + 1}`], sent],
    chunks: [['transfer-encoding: chunked'], `${sent === '' ? '' : `${sent.length.toString(16)}\r\n${sent}\r\n`}0\r\n\r\n`],
    none: [[], sent],
  };
  const [framing_, text] = framed[framing];
  return `${[`HTTP/1.1 ${status} Words`, 'connection: close', ...headers, ...coding, ...framing_].join('\r\n')}\r\n\r\n${text}`;
}

/** All that an asker learns: the value, or each member of the error, and the receipts. */
async function learnt(read: ObserveNumber, url: string, { parser, transform, isDryRun, isPaid }: Case): Promise<unknown> {
  const config: ApiConfig = {
    url,
    method: 'GET',
    ...(parser === undefined ? {} : { responseParser: parser }),
    ...(transform === undefined ? {} : { valueTransform: transform }),
  };
  const receipts: SourceReceipt[] = [];
  const particulars: FetchParticulars = {
    ...asked(),
    ...(isDryRun ? { isDryRun } : {}),
    ...(isPaid ? { payment: { x402Version: 2, payment: 'cGF5bWVudA==' } } : {}),
    noteReceipt: (receipt) => receipts.push(receipt),
  };
  try {
    const { decimal } = await read(config, particulars);
    return { decimal, receipts };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const { name, code, message, step, upstreamStatus, terms, broken } = error;
    return { name, code, message, step, upstreamStatus, terms, broken, receipts };
  }
}

/** A source that answers each path as its case says, once told, and hangs up. */
async function startSource(cleanup: Cleanup) {
  const answers = new Map<string, string>();
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', (request) => {
      const path = /^\S+ (\S+)/.exec(request.toString('latin1'))?.[1] ?? '';
      socket.end(answers.get(path) ?? 'HTTP/1.1 404 Words\r\ncontent-length: 0\r\n\r\n', 'latin1');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanup.add(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('no port');
  const name = `127.0.0.1:${address.port}`;
  const serve = (answer: string): string => {
    const path = `/${answers.size}`;
    answers.set(path, answer);
    return `http://${name}${path}`;
  };
  return { name, serve };
}

const cleanup = new Cleanup();
afterAll(() => cleanup.run());

/** Threads of this process with a lower priority than its own; none where the system has no priority of a thread. */
function givingWay(): number {
  if (process.platform !== 'linux') return 0;
  return readdirSync('/proc/self/task').filter((thread) => getPriority(Number(thread)) > getPriority()).length;
}

it('the last of several threads gives way to all else', async () => {
  const settings = { allowed: [], fixtures: {}, timeoutMs: LIMIT_MS, paidTimeoutMs: LIMIT_MS, maxKeptConnections: 1, maxReads: 1 };
  const before = givingWay();
  for (const count of [1, 3]) {
    const threads = createSourceThreads({
      count,
      settings,
      startThread: startBuiltThread(),
      monotonicMs: () => performance.now(),
      onLoss: () => undefined,
    });
    await threads.started();
    const isExpected = count > 1 && process.platform === 'linux';
    expect(givingWay() - before).toBe(isExpected ? 1 : 0);
    await threads.close();
  }
});

it('a thread tells of a source exactly what a call in this thread tells', async () => {
  const source = await startSource(cleanup);
  const monotonicMs = (): number => performance.now();
  const startWork = createStartWork({ monotonicMs });
  const settings = {
    allowed: [source.name],
    fixtures: {},
    timeoutMs: LIMIT_MS,
    paidTimeoutMs: LIMIT_MS,
    maxKeptConnections: 16,
    maxReads: 16,
  };
  const safeFetch = createSafeFetch({ ...settings, startWork });
  cleanup.add(() => safeFetch.close());
  const readingTurns = createReadingTurns({ max: 16, monotonicMs, startWork });
  const here = createObserveNumber({ fetchSource: safeFetch.fetchSource, readingTurns, nowMs: Date.now });
  const threads = createSourceThreads({ count: 2, settings, startThread: startBuiltThread(), monotonicMs, onLoss: () => undefined });
  cleanup.add(() => threads.close());
  await fc.assert(
    fc.asyncProperty(anyCase, async (each) => {
      const url = source.serve(answerOf(each));
      const [apart, own] = await Promise.all([threads.observeNumber, here].map((read) => learnt(read, url, each)));
      expect(apart).toEqual(own);
    }),
    { numRuns: 300 },
  );
});
