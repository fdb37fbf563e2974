import { createParser } from 'eventsource-parser';

/** One server-sent event. `id` is '' where the stream has not named one yet. */
export interface ServerSentEvent {
  readonly id: string;
  readonly data: string;
}

/** The stream is no stream of events, or one of them is too large. */
export class EventStreamError extends Error {
  override readonly name = 'EventStreamError';
}

const MAX_EVENT_CHARACTERS = 1_048_576;

/**
 * The events of an answer's body, as they arrive. Ends with the body; ending the iteration cancels it. Throws {@link EventStreamError}, or what
 * the body throws.
 */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  { maxCharacters = MAX_EVENT_CHARACTERS }: { readonly maxCharacters?: number } = {},
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const events: ServerSentEvent[] = [];
  let unended = 0;
  let id = '';
  const parser = createParser({
    onEvent(event) {
      id = event.id ?? id;
      events.push({ id, data: event.data });
      unended = 0;
    },
    onComment: () => (unended = 0),
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const text = decoder.decode(chunk.value, { stream: true });
      unended += text.length;
      parser.feed(text);
      yield* events.splice(0);
      if (unended > maxCharacters) throw new EventStreamError(`an event is larger than ${maxCharacters} characters`);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
