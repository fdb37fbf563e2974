import { connect } from 'node:net';
import type { Cleanup } from './cleanup.js';

/** A connection without a client library: what it sends and when it ends is the test's word alone. */
export interface RawConnection {
  /** Bytes as Latin-1 text. */
  send(bytes: string): void;
  /** Sends no more. */
  end(): void;
  /** Resolves once this text has arrived, with all that arrived so far; rejects when the connection ends before. */
  until(text: string): Promise<string>;
  /** Resolves, with all that arrived, when the other end has closed. */
  readonly closed: Promise<string>;
  isOpen(): boolean;
}

/** Connects from another address of the loopback network if one is named. */
export async function openRaw(cleanup: Cleanup, url: string, localAddress = '127.0.0.1'): Promise<RawConnection> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress });
  let received = '';
  let isOpen = true;
  const closed = new Promise<string>((resolve) => {
    socket.on('close', () => {
      isOpen = false;
      resolve(received);
    });
  });
  socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')));
  // A connection that is reset is closed, and that is what a test checks.
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  cleanup.add(() => {
    socket.destroy();
    return closed;
  });
  return {
    send: (bytes) => socket.write(bytes, 'latin1'),
    end: () => socket.end(),
    until: async (text) => {
      while (!received.includes(text)) {
        if (!isOpen) throw new Error(`closed before ${text}: ${received}`);
        await Promise.race([new Promise((resolve) => socket.once('data', resolve)), closed]);
      }
      return received;
    },
    closed,
    isOpen: () => isOpen,
  };
}
