import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { type BodyBuffer, createBodyBuffer } from './body-buffer.js';
import type { FetchBudget } from './fetch-budget.js';

/** The body of an answer, as sent: its content coding is not undone. */
export type SentBody =
  | { readonly ok: true; readonly bytes: Uint8Array }
  /** It was not asked for, had more bytes than were asked for, or did not arrive whole. */
  | { readonly ok: false; readonly why: 'unread' | 'too_large' | 'cut_off' };

/** An answer, with `Body` what is known of its body. */
export interface SourceAnswer<Body = SentBody> {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
}

export interface SourceRequest {
  readonly options: Pick<Dispatcher.DispatchOptions, 'origin' | 'path' | 'method' | 'headers' | 'body'>;
  /** The largest body, in bytes, to read for an answer that begins like this; null for none. */
  readonly maxBytes: (answer: Pick<SourceAnswer, 'status' | 'headers'>) => number | null;
  readonly signal: AbortSignal;
  /** Ends the request by the signal where it takes too much. */
  readonly budget: Pick<FetchBudget, 'informational' | 'piece'>;
  /** Called right before the request is written to its connection. */
  readonly onStart: () => void;
}

const FIRST_FINAL_STATUS = 200;

/** Ends a request whose answer is not read on. It has no reader. */
const NOT_READ_ON = new Error('the answer is not read on');

/**
 * One request and its answer. Bytes are collected as they arrive: a stream for a body of some hundred bytes costs more than all else of a fetch.
 * An answer that is not read to its end loses its connection. Rejects where no answer begins, or with the reason of the signal.
 */
export async function requestSource(
  dispatcher: Dispatcher,
  { options, maxBytes, signal, budget, onStart }: SourceRequest,
): Promise<SourceAnswer> {
  signal.throwIfAborted();
  return await new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let begun: Omit<SourceAnswer, 'body'> | null = null;
    let buffer: BodyBuffer = createBodyBuffer(0);
    let isOver = false;
    let isComplete = false;

    const end = (settle: () => void): void => {
      if (isOver) return;
      isOver = true;
      signal.removeEventListener('abort', abort);
      settle();
    };
    const answer = (body: SentBody): void =>
      end(() => {
        if (begun === null) reject(new Error('the answer has no beginning'));
        else resolve({ ...begun, body });
      });
    const fail = (error: unknown): void => {
      if (begun !== null) answer({ ok: false, why: 'cut_off' });
      else end(() => reject(error instanceof Error ? error : new Error('the request failed')));
    };
    const abort = (): void => {
      fail(signal.reason);
      controller?.abort(NOT_READ_ON);
    };
    // Not at once: an answer of one packet is complete by then, and keeps its connection. undici would also connect anew at once.
    const leave = (started: Dispatcher.DispatchController): void => {
      queueMicrotask(() => {
        if (!isComplete) started.abort(NOT_READ_ON);
      });
    };
    signal.addEventListener('abort', abort, { once: true });

    dispatcher.dispatch(options, {
      onRequestStart(started) {
        controller = started;
        if (isOver) started.abort(NOT_READ_ON);
        else onStart();
      },
      onResponseStart(started, status, headers) {
        if (status < FIRST_FINAL_STATUS) {
          budget.informational();
          return;
        }
        begun = { status, headers };
        const wanted = maxBytes(begun);
        buffer = createBodyBuffer(wanted ?? 0);
        if (wanted !== null) return;
        answer({ ok: false, why: 'unread' });
        leave(started);
      },
      onResponseData(started, chunk) {
        if (isOver) return;
        budget.piece();
        if (buffer.add(chunk)) return;
        answer({ ok: false, why: 'too_large' });
        leave(started);
      },
      onResponseEnd() {
        isComplete = true;
        answer({ ok: true, bytes: buffer.bytes() });
      },
      onResponseError(_, error) {
        isComplete = true;
        fail(error);
      },
    });
  });
}
