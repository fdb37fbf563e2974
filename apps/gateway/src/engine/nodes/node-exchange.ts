import { ANSWER_TIME_HEADER, readAnswerTime } from '@oracle-gateway/node-api';
import type { Dispatcher, Pool } from 'undici';
import type { NodeReply } from './node-transport.js';

export interface NodePost {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly deadlineMs: number;
  /** Ends the exchange early. */
  readonly signal: AbortSignal;
  /** Called once, when the pool holds nothing of the exchange any more: at its end or, where it still waited for a connection, after it. */
  readonly onReleased?: () => void;
}

/** This side ended the exchange: its time was up, or its result is no longer needed. */
export class ExchangeEndedError extends Error {
  override readonly name = 'ExchangeEndedError';
  constructor(readonly endedBy: 'timeout' | 'aborted') {
    super(`exchange: ${endedBy}`);
  }
}

/**
 * One POST over a kept connection; the pool bounds the size of the reply. It listens to the connection itself, because a reply of a few
 * hundred bytes is not worth a stream, and a round makes seven. Rejects with ExchangeEndedError the moment its time is up or its signal
 * aborted, also while a connection is being made; or with what undici says is wrong.
 */
export function postToNode(pool: Pool, post: NodePost): Promise<NodeReply> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let status = 0;
    let timeMs: number | null = null;
    let underWay: Dispatcher.DispatchController | undefined;
    let ended: ExchangeEndedError | undefined;

    const settle = (): void => {
      clearTimeout(timer);
      post.signal.removeEventListener('abort', onAbort);
    };
    const end = (endedBy: 'timeout' | 'aborted'): void => {
      ended = new ExchangeEndedError(endedBy);
      settle();
      reject(ended);
      // One that still waits for a connection ends as soon as it would be sent.
      underWay?.abort(ended);
    };
    const onAbort = (): void => {
      end('aborted');
    };
    const timer = setTimeout(end, post.deadlineMs, 'timeout');
    if (post.signal.aborted) onAbort();
    else post.signal.addEventListener('abort', onAbort, { once: true });

    const { path, headers, body } = post;
    pool.dispatch(
      { method: 'POST', path, headers, body },
      {
        onRequestStart(controller) {
          underWay = controller;
          if (ended !== undefined) controller.abort(ended);
        },
        onResponseStart(_controller, statusCode, replied) {
          status = statusCode;
          timeMs = readAnswerTime(replied[ANSWER_TIME_HEADER]?.toString());
        },
        onResponseData(_controller, chunk) {
          chunks.push(chunk);
        },
        onResponseEnd() {
          settle();
          resolve({ status, body: new Uint8Array(Buffer.concat(chunks)), timeMs });
          post.onReleased?.();
        },
        onResponseError(_controller, error) {
          settle();
          reject(error);
          post.onReleased?.();
        },
      },
    );
  });
}
