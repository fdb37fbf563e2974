import { createUpgrader, refuseUpgrade, STREAM_PATH } from '@oracle-gateway/node-api/stream';
import type { IncomingMessage } from 'node:http';
import { nodeErrorAnswer, NodeError } from '../../errors/node-error.js';
import type { Authenticate } from '../authenticate.js';
import type { NodeRequest, StreamAcceptor, Upgrade } from '../exchange.js';
import { logRefusal } from '../log-refusal.js';
import type { JudgeHandshake } from './judge-handshake.js';
import { type ServedStream, serveStream, type ServeStreamDeps } from './serve-stream.js';

export interface StreamsDeps {
  readonly judgeHandshake: JudgeHandshake;
  readonly authenticate: Pick<Authenticate, 'ofStream'>;
  readonly served: ServeStreamDeps;
}

/** All streams of this node. */
export interface Streams extends StreamAcceptor {
  /** Streams whose gateway has proved itself. */
  openCount(): number;
  /** Closes the streams of gateways that the view of the ledger no longer has as active, and retires the streams that a replaced key opened. */
  review(): Promise<void>;
  tellVersion(version: bigint): void;
}

/** Interval of the search for commitments that expire soon. */
const FILL_EVERY_MS = 5_000;

export function createStreams(deps: StreamsDeps): Streams {
  const { handle, metrics, log } = deps.served;
  const streams = new Set<ServedStream>();
  const upgrade = createUpgrader();
  let isClosing = false;
  let filling: NodeJS.Timeout | undefined;
  let noteEmpty = (): void => undefined;

  const add = (stream: ServedStream): void => {
    streams.add(stream);
    filling ??= setInterval(() => {
      for (const each of streams) each.fillStock();
    }, FILL_EVERY_MS).unref();
  };
  const remove = (stream: ServedStream): void => {
    streams.delete(stream);
    if (streams.size > 0) return;
    clearInterval(filling);
    filling = undefined;
    noteEmpty();
  };

  const open = async (asked: Upgrade, request: NodeRequest): Promise<void> => {
    if (isClosing) throw new NodeError('not_ready', 'the node is closing');
    const judged = await deps.judgeHandshake(request);
    upgrade(asked, judged.header, (wire) => {
      const { connection } = asked;
      connection.upgrade();
      const stream = serveStream(deps.served, { wire, judged, connection, onClosed: () => remove(stream) });
      add(stream);
      // The node may have begun to close during the reading of the ledger.
      if (isClosing) stream.half.sendDrainNotice();
    });
  };

  return {
    accept: async (asked) => {
      const { request, socket, connection } = asked;
      // A connection may end early; nothing else listens to it until it is a stream.
      socket.on('error', () => socket.destroy());
      const { method = '', url: path = '' } = request;
      const peer = connection;
      const plain: NodeRequest = { method, path, header: headersOf(request), body: NO_BODY, peer, signal: NEVER };
      if (path !== STREAM_PATH) {
        // A client that offers another protocol gets its answer in this one.
        refuseUpgrade(asked, await handle(plain));
        return;
      }
      try {
        await open(asked, plain);
        metrics.requests.inc({ operation: 'stream', code: 'ok' });
      } catch (error) {
        const { status, body } = nodeErrorAnswer(error);
        metrics.requests.inc({ operation: 'stream', code: body.code });
        logRefusal(log, { operation: 'stream', traceId: undefined }, body, error);
        refuseUpgrade(asked, { status, body: JSON.stringify(body) });
      }
    },
    openCount: () => [...streams].filter(({ connection }) => connection.gateway() !== null).length,
    review: async () => {
      await Promise.all(
        [...streams].map(async ({ caller, connection, half, retire }) => {
          const isRefused = await deps.authenticate.ofStream(caller, connection).then(
            () => false,
            (error: unknown) => error instanceof NodeError && error.code === 'unauthorized',
          );
          if (!isRefused) return;
          if (deps.served.hasPresentKey(caller)) half.close('not_active');
          else retire();
        }),
      );
    },
    tellVersion: (version) => {
      for (const each of streams) each.tellVersion(version);
    },
    close: async (graceMs) => {
      isClosing = true;
      if (streams.size === 0) return;
      const empty = new Promise<void>((resolve) => {
        noteEmpty = resolve;
      });
      for (const { half, connection } of streams) {
        // A stream that is still a stranger's has no calls to wait for.
        if (connection.gateway() === null) half.close('going_away');
        else half.sendDrainNotice();
      }
      const cutOff = setTimeout(() => {
        for (const { half } of streams) half.close('going_away');
      }, graceMs);
      await empty;
      clearTimeout(cutOff);
    },
  };
}

const NO_BODY = new Uint8Array(0);
const NEVER = new AbortController().signal;

function headersOf({ headers }: IncomingMessage): NodeRequest['header'] {
  return (name) => {
    const value = headers[name];
    return typeof value === 'string' ? value : undefined;
  };
}
