import { tracingChannel } from 'node:diagnostics_channel';
import { EventEmitter } from 'node:events';
import {
  inAnswerSpan,
  inCallSpan,
  inRoundSpans,
  inSpan,
  roundTrace,
  runService,
  traceHeaders,
  traceRequest,
  traceRound,
  traceWork,
} from '@oracle-gateway/process';
import { InMemorySpanExporter, type ReadableSpan, type TracerProvider } from '@opentelemetry/sdk-trace';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { startTracing } from '../src/start-tracing.js';

const exporter = new InMemorySpanExporter();
const ROUND = { roundId: 'round', path: 'subscription' };
const { traceId, spanId } = roundTrace(ROUND.roundId);

let provider: TracerProvider;
beforeAll(() => {
  provider = startTracing({ name: 'test', exporter, ratio: 1, exportDelayMs: 60_000 });
});
beforeEach(() => exporter.reset());

async function recorded(): Promise<readonly ReadableSpan[]> {
  await provider.forceFlush();
  return exporter.getFinishedSpans();
}

function outline(spans: readonly ReadableSpan[]): readonly string[] {
  const names = new Map(spans.map((span) => [span.spanContext().spanId, span.name]));
  return spans.map((span) => `${names.get(span.parentSpanContext?.spanId ?? '') ?? '-'} > ${span.name}`).sort();
}

it('a round is one trace whose first span has the names that follow from the round’s id', async () => {
  await traceRequest('request', () =>
    traceRound(ROUND, () => inSpan('reserve', () => inCallSpan('ledger getSlot', () => Promise.resolve(1)))),
  );
  const spans = await recorded();
  expect(outline(spans)).toEqual(['- > round', 'reserve > ledger getSlot', 'round > admit', 'round > reserve']);
  expect(new Set(spans.map((span) => span.spanContext().traceId))).toEqual(new Set([traceId]));
  const first = spans.find(({ name }) => name === 'round');
  expect([first?.spanContext().spanId, first?.attributes]).toEqual([
    spanId,
    { 'oracle.round.id': 'round', 'oracle.path': 'subscription', 'oracle.request.id': 'request' },
  ]);
});

it('work that no request asked for is a trace of its own, and none within a round', async () => {
  await traceRound(ROUND, () => traceWork('check', { 'oracle.feed': 'price' }, () => inCallSpan('ledger read', () => Promise.resolve())));
  const spans = await recorded();
  expect(outline(spans)).toEqual(['- > check', '- > round', 'check > ledger read']);
  const check = spans.find(({ name }) => name === 'check');
  expect([check?.attributes, check?.spanContext().traceId === traceId]).toEqual([{ 'oracle.feed': 'price' }, false]);
});

it('a node’s answer and a worker’s work join the trace, and rounds that are settled together are linked', async () => {
  const { traceparent } = await traceRound(ROUND, () => inCallSpan('node observe', () => Promise.resolve(traceHeaders(ROUND.roundId))));
  await inAnswerSpan('observe', traceparent, () => inSpan('fetch source', () => Promise.resolve()));
  await inRoundSpans('send', ['round', 'other'], () => inCallSpan('ledger sendTransaction', () => Promise.resolve()));
  const spans = await recorded();
  expect(outline(spans.filter((span) => span.spanContext().traceId === traceId))).toEqual([
    '- > round',
    'node observe > observe',
    'observe > fetch source',
    'round > node observe',
    'round > send',
    'send > ledger sendTransaction',
  ]);
  const other = spans.find((span) => span.spanContext().traceId === roundTrace('other').traceId);
  expect(other?.links.map(({ context }) => context.traceId)).toEqual([traceId]);
});

it('a failure tells its code, never its message or stack', async () => {
  const failure = Object.assign(new Error('planted'), { code: 'upstream_failure' });
  await expect(traceRound(ROUND, () => Promise.reject(failure))).rejects.toBe(failure);
  const [span] = await recorded();
  expect([span?.attributes['error.type'], span?.events, span?.status.message]).toEqual(['upstream_failure', [], undefined]);
});

it('work without a round is not recorded', async () => {
  await inSpan('sweep', () => inCallSpan('ledger getSlot', () => Promise.resolve()));
  await inAnswerSpan('simulate', undefined, () => Promise.resolve());
  await inAnswerSpan('simulate', 'planted', () => Promise.resolve());
  await command('get', () => Promise.resolve());
  expect(await recorded()).toEqual([]);
});

it('a Redis command of a round is a span with its name and without its arguments', async () => {
  await traceRound(ROUND, () => command('evalsha', () => Promise.resolve()));
  await traceRound(ROUND, () => command('set', () => Promise.reject(new Error('planted')))).catch(() => undefined);
  const spans = (await recorded()).filter(({ name }) => name.startsWith('redis'));
  expect(spans.map(({ name, attributes, status }) => [name, attributes, status.code])).toEqual([
    ['redis evalsha', { 'db.system.name': 'redis', 'db.operation.name': 'evalsha' }, 0],
    ['redis set', { 'db.system.name': 'redis', 'db.operation.name': 'set' }, 2],
  ]);
});

it('a process that ends sends its last spans', async () => {
  const signals = new EventEmitter();
  const service = {
    listen: () => Promise.resolve(signals.emit('SIGTERM')),
    close: () => traceRound(ROUND, () => Promise.resolve()),
    failed: new Promise<never>(() => undefined),
    logger: { warn: () => undefined },
  };
  await runService(() => Promise.resolve(service), signals);
  expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['round']);
});

/** Publishes a command like ioredis. */
function command(name: string, work: () => Promise<void>): Promise<void> {
  return tracingChannel('ioredis:command').tracePromise(work, { command: name, args: ['planted'] });
}
