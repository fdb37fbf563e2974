import { expect, it, vi } from 'vitest';
import { EventStreamError, readServerSentEvents, type ServerSentEvent } from './server-sent-events.js';

/** A body that arrives in these chunks, and whether it was given up. */
function bodyOf(chunks: readonly Uint8Array[], onCancel = vi.fn()) {
  const left = [...chunks];
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = left.shift();
      if (chunk === undefined) controller.close();
      else controller.enqueue(chunk);
    },
    cancel: onCancel,
  });
}

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

async function read(body: ReadableStream<Uint8Array>): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  for await (const event of readServerSentEvents(body)) events.push(event);
  return events;
}

const TEXT = 'retry: 2000\n\n: hello\n\nid: 4\ndata: {"value":"3 €"}\n\n: still here\n\ndata: {}\n\nid: 5\ndata: cut off';
const EVENTS = [
  { id: '4', data: '{"value":"3 €"}' },
  { id: '4', data: '{}' },
];

it('reads events with their last id, and leaves out comments and what was cut off', async () => {
  expect(await read(bodyOf([bytes(TEXT)]))).toEqual(EVENTS);
});

it('reads the same however the bytes arrive', async () => {
  expect(await read(bodyOf([...bytes(TEXT)].map((byte) => Uint8Array.of(byte))))).toEqual(EVENTS);
});

it('gives up the body with the iteration', async () => {
  const onCancel = vi.fn();
  for await (const event of readServerSentEvents(bodyOf([bytes(TEXT), bytes(TEXT)], onCancel))) {
    expect(event).toEqual(EVENTS[0]);
    break;
  }
  expect(onCancel).toHaveBeenCalledOnce();
});

it('refuses an event without an end', async () => {
  const endless = readServerSentEvents(bodyOf([bytes('data: '), bytes('x'.repeat(100))]), { maxCharacters: 50 });
  await expect(endless.next()).rejects.toBeInstanceOf(EventStreamError);
});
