import type { Response } from 'express';
import type { EndpointEvent } from './endpoint.js';

/** Proxies close a connection that is silent for a minute, some for half of one. */
const HEARTBEAT_MS = 15_000;
/** Milliseconds that a browser waits before it asks again. */
const RETRY_MS = 2_000;
/** A reader that has taken nothing of what waits for it for so long has left. */
const UNREAD_LIMIT_MS = 30_000;
/** A reader that leaves more than this lying has left. */
const MAX_UNREAD_BYTES = 65_536;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  // A proxy that compresses or buffers would hold events back.
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
};

/**
 * Sends events as they come, and something now and then in between. The next event is asked for once its reader has room for it. Ends with the
 * events, and throws what they throw.
 */
export async function sendEvents(
  response: Response,
  events: AsyncIterable<EndpointEvent>,
  { heartbeatMs = HEARTBEAT_MS, unreadLimitMs = UNREAD_LIMIT_MS }: { readonly heartbeatMs?: number; readonly unreadLimitMs?: number } = {},
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
    for await (const { id, value } of events) {
      write(`id: ${id}\ndata: ${JSON.stringify(value)}\n\n`);
      if (response.writableNeedDrain) await roomIn(response, unreadLimitMs);
      if (response.destroyed) break;
    }
  } finally {
    clearInterval(beating);
  }
  response.end();
}

/** Resolves once all that was written has left, or the connection is gone. A reader that takes nothing for too long is left. */
function roomIn(response: Response, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const leaving = setTimeout(() => response.destroy(), limitMs).unref();
    const goOn = (): void => {
      clearTimeout(leaving);
      response.off('drain', goOn).off('close', goOn);
      resolve();
    };
    response.on('drain', goOn).on('close', goOn);
    if (response.destroyed) goOn();
  });
}
