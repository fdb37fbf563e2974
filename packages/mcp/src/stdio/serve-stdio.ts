import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** A message names a tool and a source. */
const MAX_MESSAGE_BYTES = 128 * 1_024;
const MAX_SUBSCRIPTIONS = 16;

/** Serves the process that started this one, until it closes the standard input or the signal comes. */
export async function serveStdioUntilEnd(
  createServer: () => McpServer,
  onError: (error: Error) => void,
  signal: AbortSignal,
): Promise<void> {
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MAX_MESSAGE_BYTES });
  const ended = new Promise<void>((resolve) => {
    process.stdin.once('end', resolve).once('close', resolve);
    process.stdout.once('close', resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const handle = serveStdio(createServer, { transport, maxSubscriptions: MAX_SUBSCRIPTIONS, onerror: onError });
  await ended;
  await handle.close();
}
