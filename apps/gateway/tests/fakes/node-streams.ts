import {
  type StreamCallOptions,
  type CloseReason,
  type GatewayStream,
  StreamCallError,
  StreamHandshakeError,
  type StreamReply,
  type StreamState,
} from '@oracle-gateway/node-api/stream';
import type { StreamLinkDeps } from '../../src/engine/testing.js';

type OpenInput = Parameters<StreamLinkDeps['open']>[0];

/** One handshake that a test decides. */
export interface FakeHandshake {
  readonly input: OpenInput;
  succeed(): FakeStream;
  fail(error: StreamHandshakeError): void;
}

/** A stream whose other half is the test. */
export interface FakeStream extends GatewayStream {
  room: number;
  readonly calls: FakeCall[];
  /** Milliseconds given at `close`. */
  readonly closedWith: number[];
  drain(): void;
  end(reason: CloseReason): void;
}

export interface FakeCall {
  readonly operation: string;
  readonly body: Uint8Array;
  readonly options: StreamCallOptions;
  answer(reply: StreamReply): void;
  fail(error: Error): void;
}

/** Handshakes wait until the test decides them, in their order. An aborted one fails as the real one does. */
export function fakeHandshakes(): { readonly open: StreamLinkDeps['open']; readonly handshakes: FakeHandshake[] } {
  const handshakes: FakeHandshake[] = [];
  return {
    handshakes,
    open: (input) =>
      new Promise((resolve, reject) => {
        input.signal?.addEventListener('abort', () => {
          reject(new StreamHandshakeError('aborted'));
        });
        handshakes.push({
          input,
          succeed() {
            const stream = fakeStream(input);
            resolve(stream);
            return stream;
          },
          fail: reject,
        });
      }),
  };
}

export function fakeStream({ onDraining, onClosed }: Partial<Pick<OpenInput, 'onDraining' | 'onClosed'>> = {}): FakeStream {
  const calls: FakeCall[] = [];
  const closedWith: number[] = [];
  const current: { state: StreamState } = { state: 'open' };
  const end = (reason: CloseReason): void => {
    if (current.state === 'closed') return;
    current.state = 'closed';
    onClosed?.(reason);
  };
  return {
    room: 64,
    calls,
    closedWith,
    get state() {
      return current.state;
    },
    call(operation, body, options) {
      if (current.state !== 'open') return Promise.reject(new StreamCallError('not_open'));
      return new Promise((answer, fail) => {
        calls.push({ operation, body, options, answer, fail });
      });
    },
    close(graceMs = 0) {
      closedWith.push(graceMs);
      end('done');
      return Promise.resolve();
    },
    drain() {
      current.state = 'draining';
      onDraining?.();
    },
    end,
  };
}
