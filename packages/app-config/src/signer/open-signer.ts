import { connect, type Socket } from 'node:net';
import { createFrameReader, type FrameReader, readOpening } from './frame.js';
import { judgePlace, type PlaceFault } from './socket-place.js';

/** An open connection to a signer. It holds the process up by nothing. */
export interface SignerConnection {
  readonly socket: Socket;
  readonly frames: FrameReader;
  readonly publicKey: Uint8Array;
  /** Frames that came together with the opening. */
  readonly early: readonly Buffer[];
}

/** Connects to the signer at `path`, and reads its opening. Resolves with what is wrong, where anything is. */
export async function openSigner(path: string, { timeoutMs }: { readonly timeoutMs: number }): Promise<SignerConnection | PlaceFault> {
  const fault = await judgePlace(path);
  if (fault !== null) return fault;
  return await new Promise((resolve) => {
    const frames = createFrameReader();
    const socket = connect(path);
    socket.unref();
    const end = (outcome: SignerConnection | PlaceFault): void => {
      clearTimeout(timer);
      socket.removeAllListeners().pause();
      // A socket that is not used any more may still fail.
      socket.on('error', () => undefined);
      if ('rule' in outcome) socket.destroy();
      resolve(outcome);
    };
    const fail = (rule: string, mayPass: boolean): void => end({ rule, mayPass });
    const timer = setTimeout(() => fail(`the signer at ${path} sends no opening; see its log`, true), timeoutMs);
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES') fail(`this user may not write to ${path}; let the signer give it to this user’s group`, false);
      else fail(`no signer listens at ${path}; start it, and see docs/signer.md`, true);
    });
    socket.on('close', () => fail(`the signer at ${path} hangs up; see its log`, true));
    socket.on('data', (bytes) => {
      const read = frames.read(bytes);
      const [opening, ...early] = read ?? [];
      if (read !== null && opening === undefined) return;
      const publicKey = opening === undefined ? null : readOpening(opening);
      if (publicKey === null) fail(`what listens at ${path} is no signer of version 1; see docs/signer.md`, false);
      else end({ socket, frames, publicKey, early });
    });
  });
}
