import type { Response } from 'express';
import type { EndpointEvent } from './endpoint.js';

/** Proxies close a connection that is silent for a minute, some for half of one. */
const HEARTBEAT_MS = 15_000;
/** Milliseconds that a browser waits before it asks again. */
const RETRY_MS = 2_000;
/** A reader that leaves more than this lying has left. */
const MAX_UNREAD_BYTES = 65_536;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // A proxy that compresses or buffers would hold events back.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/** Sends events as they come, and something now and then in between. Ends with them, and throws what they throw. */
export async function sendEvents(
  response: Response,
  events: AsyncIterable<EndpointEvent>,
  { heartbeatMs = HEARTBEAT_MS }: { readonly heartbeatMs?: number } = {},
): Promise<void> {
  const write = (text: string): void => {
    response.write(text);
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
  };
  response.status(200).set(HEADERS);
  response.flushHeaders();
  write(`retry: ${RETRY_MS}\n\n`);
  const beating = setInterval(() => write(':\n\n'), heartbeatMs);
  try {
    for await (const { id, value } of events) write(`id: ${id}\ndata: ${JSON.stringify(value)}\n\n`);
  } finally {
    clearInterval(beating);
  }
  response.end();
}
