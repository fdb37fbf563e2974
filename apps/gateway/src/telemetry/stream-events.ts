import type { EngineEvents } from '../engine/index.js';
import { BoundedMap } from '@oracle-gateway/protocol';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.js';

/** Events of the streams between this gateway and its nodes. */
export type StreamEvents = Pick<
  EngineEvents,
  'streamOpened' | 'streamEnded' | 'streamNotOpened' | 'streamFailed' | 'nodesNotRead' | 'nodeCallSent'
>;

/** A node whose stream comes and goes writes each line once in this time. The counters have every event. */
const LINE_EVERY_MS = 60_000;
/** Lines of each node of a registry with 64 places. */
const MAX_LINES = 512;

export function createStreamEvents(deps: {
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly monotonicMs: () => number;
}): StreamEvents {
  const { logger, metrics } = deps;
  const writtenAtMs = new BoundedMap<string, number>(MAX_LINES);
  const calls = { stream: metrics.nodeCalls.labels('stream'), http: metrics.nodeCalls.labels('http') };

  const write = (level: 'info' | 'warn', about: Readonly<Record<string, number | string | null>>, text: string): void => {
    const nowMs = deps.monotonicMs();
    const key = `${JSON.stringify(about)} ${text}`;
    if (nowMs - (writtenAtMs.peek(key) ?? -Infinity) < LINE_EVERY_MS) return;
    writtenAtMs.set(key, nowMs);
    logger[level](about, text);
  };

  return {
    streamOpened(nodeIndex) {
      metrics.nodeStreams.set({ node: nodeIndex }, 1);
      metrics.nodeStreamHandshakes.inc({ node: nodeIndex, outcome: 'opened' });
      write('info', { nodeIndex }, 'stream to a node opened');
    },
    streamEnded(nodeIndex, reason) {
      metrics.nodeStreams.set({ node: nodeIndex }, 0);
      metrics.nodeStreamEnds.inc({ node: nodeIndex, reason });
      if (reason === 'draining' || reason === 'done') write('info', { nodeIndex, reason }, 'stream to a node ended');
      else write('warn', { nodeIndex, reason }, 'stream to a node lost; it is opened again');
    },
    streamNotOpened(nodeIndex, failure, status) {
      metrics.nodeStreams.set({ node: nodeIndex }, 0);
      metrics.nodeStreamHandshakes.inc({ node: nodeIndex, outcome: failure });
      write(
        failure === 'refused' ? 'info' : 'warn',
        { nodeIndex, failure, status },
        'stream to a node not opened; check its endpoint, and that proxies before it pass upgrades',
      );
    },
    streamFailed(error) {
      logger.error({ err: error }, 'internal error in a stream to a node; the stream is opened again');
    },
    nodesNotRead(error) {
      logger.warn({ err: error }, 'nodes of the ledger not read; streams stay as they are');
    },
    nodeCallSent(transport) {
      calls[transport].inc();
    },
  };
}
