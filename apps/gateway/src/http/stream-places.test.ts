import { expect, it } from 'vitest';
import { GatewayError } from '../errors/gateway-error.js';
import { createStreamPlaces } from './stream-places.js';

const events = { shareRefused: () => undefined };
const gone = new AbortController().signal;

function placesOf(maxOfSender?: number) {
  const stopping = new AbortController();
  const places = createStreamPlaces({
    max: 10,
    ...(maxOfSender === undefined ? {} : { maxOfSender }),
    events,
    stopping: stopping.signal,
    monotonicMs: () => 0,
  });
  const open = (name: string) => places.open({ sender: { name, isStranger: false }, clientGone: gone });
  return { places, stopping, open };
}

function refusalOf(open: () => unknown): string {
  try {
    open();
  } catch (error) {
    if (error instanceof GatewayError) return error.code;
    throw error;
  }
  return 'none';
}

it('a sender with a cap has so many whatever others have, and all places are used in the end', () => {
  const { places, open } = placesOf(5);
  for (let stream = 0; stream < 5; stream += 1) open('a');
  expect(refusalOf(() => open('a'))).toBe('share_used');
  for (let stream = 0; stream < 5; stream += 1) open('b');
  expect(refusalOf(() => open('c'))).toBe('at_capacity');
  expect(places.used()).toBe(10);
});

it('a place that is given back twice counts once', () => {
  const { places, open } = placesOf(5);
  const stream = open('a');
  open('a');
  stream.close();
  stream.close();
  expect(places.used()).toBe(1);
  expect(stream.signal.aborted).toBe(true);
});

it('no stream begins once the process stops, and those under way are told', () => {
  const { open, stopping } = placesOf();
  const { signal } = open('a');
  stopping.abort();
  expect(signal.aborted).toBe(true);
  expect(refusalOf(() => open('a'))).toBe('shutting_down');
});
