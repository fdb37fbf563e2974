import { getEventListeners } from 'node:events';
import { isRoundPath } from '@oracle-gateway/gateway-api/internal';
import type { RoundRecord } from '@oracle-gateway/outbox';
import { sampleRoundId } from '@oracle-gateway/outbox/testing';
import { unixMs } from '@oracle-gateway/protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EventsOf } from '../http/endpoint.js';
import { createStreamPlaces } from '../http/stream-places.js';
import { createRecordWatch } from '../outbox/record-watch.js';
import { getRoundEvents } from './get-round-events.js';

const STREAMS = 1_024;

const warnings: Error[] = [];
function note(warning: Error): void {
  warnings.push(warning);
}
beforeEach(() => {
  warnings.length = 0;
  process.on('warning', note);
});
afterEach(() => void process.off('warning', note));

const record: RoundRecord = {
  roundId: sampleRoundId(),
  path: 'subscription',
  state: 'reserved',
  parked: false,
  holds: [],
  createdAtMs: unixMs(1),
  attempts: 0,
  broadcasts: [],
};

/** The endpoint over an outbox in which one round stays reserved. */
function endpoint() {
  const stopping = new AbortController();
  const listener = { start: () => Promise.resolve(), stop: () => undefined };
  const watch = createRecordWatch({
    outbox: { read: () => Promise.resolve(record) },
    feeds: { feed: () => Promise.resolve(null) },
    createListener: () => listener,
    lingerMs: 0,
  });
  const events = { shareRefused: () => undefined };
  const places = createStreamPlaces({ max: STREAMS, events, stopping: stopping.signal, monotonicMs: () => 0 });
  const requireReader = () => Promise.reject(new Error('a round without a result asks for no credential'));
  const ask = getRoundEvents({ watch, places, requireReader, isPath: isRoundPath });
  /** A stream whose first event was read, and which waits for the next. */
  const open = async (index: number): Promise<{ readonly stream: EventsOf; readonly ended: Promise<unknown> }> => {
    const answer = await ask({
      body: new Uint8Array(),
      path: { roundId: record.roundId },
      query: '',
      header: () => undefined,
      sender: { name: `address:${index}`, isStranger: false },
      clientGone: new AbortController().signal,
      requestId: 'request',
    });
    if (!('events' in answer)) throw new Error('expected a stream');
    const events = answer.events[Symbol.asyncIterator]();
    await events.next();
    return { stream: answer, ended: events.next() };
  };
  return { stopping, places, watch, openAll: () => Promise.all(Array.from({ length: STREAMS }, (_, index) => open(index))) };
}

it('as many streams as there may be raise no warning of a leak, and leave nothing behind when they close', async () => {
  const { stopping, places, watch, openAll } = endpoint();
  for (const round of [1, 2]) {
    const streams = await openAll();
    expect(getEventListeners(stopping.signal, 'abort'), `round ${round}`).toHaveLength(STREAMS);
    expect(places.used()).toBe(STREAMS);
    for (const { stream } of streams) stream.close();
    await Promise.all(streams.map(({ ended }) => ended));
    expect(getEventListeners(stopping.signal, 'abort')).toEqual([]);
    expect(places.used()).toBe(0);
  }
  // Node warns after the listener is added.
  await new Promise((resolve) => setImmediate(resolve));
  expect(warnings).toEqual([]);
  watch.close();
});

it('they all end when the gateway stops, and give their places back', async () => {
  const { stopping, places, watch, openAll } = endpoint();
  const streams = await openAll();
  stopping.abort();
  await Promise.all(streams.map(({ ended }) => ended));
  for (const { stream } of streams) stream.close();
  expect(getEventListeners(stopping.signal, 'abort')).toEqual([]);
  expect(places.used()).toBe(0);
  watch.close();
});
