import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { toAddress } from '@oracle-gateway/protocol';
import { equalBytes, type MessageKind, signedBytes } from '@oracle-gateway/protocol/internal';
import { nativeSha256 } from '@oracle-gateway/protocol/node';
import { ConfigError } from '../config-error.js';
import type { Keypair } from '../keypair.js';
import { encodeRequest, MAX_SIGNED_BYTES, readSignerAnswer } from './frame.js';
import { openSigner, type SignerConnection } from './open-signer.js';
import { SignerError, type SignerFailure } from './signer-error.js';

export interface SignerPlace {
  /** The setting that names the socket, for errors. */
  readonly setting: string;
  readonly path: string;
}

/** Times in milliseconds. */
export interface SignerLimits {
  /** Time to a signature, a new connection included. */
  readonly timeoutMs: number;
  /** Time to the opening, once connected. */
  readonly openingMs: number;
  /** Time that a process waits at its start for a signer that is not there yet. */
  readonly startMs: number;
}

const LIMITS: SignerLimits = { timeoutMs: 2_000, openingMs: 1_000, startMs: 10_000 };
/** Messages that the signer has at once. */
const MAX_IN_FLIGHT = 64;
/** Messages in flight and waiting. */
const MAX_OPEN = 1_024;
const START_RETRY_MS = 100;
/** Wait before a new connection, doubled with each that brings no answer. */
const RECONNECT_MS = { first: 50, longest: 1_000 } as const;
/** RFC 8410: SPKI of an Ed25519 key is this prefix and the key. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** A message whose signature is awaited. */
interface Wish {
  readonly kind: MessageKind;
  readonly message: Uint8Array;
  readonly timer: NodeJS.Timeout;
  readonly resolve: (signature: Uint8Array) => void;
  readonly reject: (error: SignerError) => void;
  sentAtMs: number;
}

interface Live {
  readonly connection: SignerConnection;
  readonly inFlight: Map<number, Wish>;
  /** Numbers of messages whose time was up. The signer may still answer each once. */
  readonly late: Set<number>;
  lastId: number;
  answeredAtMs: number;
}

/**
 * The key of a signer process (docs/signer.md). Waits for a signer that is not there yet, and connects again to one that has gone, with the same
 * key alone. Throws ConfigError.
 */
export async function connectSigner(place: SignerPlace, limits: SignerLimits = LIMITS): Promise<Keypair> {
  const endMs = performance.now() + limits.startMs;
  for (;;) {
    const opened = await openSigner(place.path, { timeoutMs: limits.openingMs });
    if (!('rule' in opened)) return keypairOf(opened, place, limits);
    if (!opened.mayPass || performance.now() >= endMs) throw new ConfigError(place.setting, opened.rule);
    await new Promise((resolve) => setTimeout(resolve, START_RETRY_MS));
  }
}

function keypairOf(first: SignerConnection, { setting, path }: SignerPlace, limits: SignerLimits): Keypair {
  const address = toAddress(first.publicKey);
  const publicKey = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, first.publicKey]), format: 'der', type: 'spki' });
  const waiting: Wish[] = [];
  let live: Live | null = null;
  let reconnectMs: number = RECONNECT_MS.first;
  /** Why no connection is open, and what was wrong with the last answer. */
  let absence: string | null = null;
  let fault: string | null = null;

  const failed = (failure: SignerFailure, rule: string, words: string | null = null): SignerError => {
    if (failure !== 'refused') fault = rule;
    return new SignerError(setting, failure, rule, words);
  };

  const settle = (wish: Wish, outcome: Uint8Array | SignerError): void => {
    clearTimeout(wish.timer);
    if (outcome instanceof SignerError) wish.reject(outcome);
    else wish.resolve(outcome);
  };

  /** Ends a connection. Its open messages are sent again: a signature of the same bytes has no further effect. */
  const drop = (ended: Live, why: string): void => {
    if (live !== ended) return;
    live = null;
    absence = why;
    ended.connection.socket.destroy();
    waiting.unshift(...ended.inFlight.values());
    setTimeout(() => void reconnect(), reconnectMs).unref();
    reconnectMs = Math.min(2 * reconnectMs, RECONNECT_MS.longest);
  };

  const reconnect = async (): Promise<void> => {
    const opened = await openSigner(path, { timeoutMs: limits.openingMs });
    const isSame = !('rule' in opened) && equalBytes(opened.publicKey, address);
    if (isSame) {
      use(opened);
      return;
    }
    absence =
      'rule' in opened ? opened.rule : `the signer at ${path} has another key than at the start; give it that key, or restart this process`;
    if (!('rule' in opened)) opened.socket.destroy();
    setTimeout(() => void reconnect(), reconnectMs).unref();
    reconnectMs = Math.min(2 * reconnectMs, RECONNECT_MS.longest);
  };

  const use = (connection: SignerConnection): void => {
    const now: Live = { connection, inFlight: new Map(), late: new Set(), lastId: 0, answeredAtMs: performance.now() };
    live = now;
    absence = null;
    const { socket, frames } = connection;
    socket.removeAllListeners('error');
    socket.on('error', () => drop(now, `the connection to the signer at ${path} broke; see its log`));
    socket.on('close', () => drop(now, `no signer listens at ${path}; start it, and see docs/signer.md`));
    socket.on('data', (bytes) => take(now, frames.read(bytes)));
    socket.resume();
    take(now, connection.early);
    flush();
  };

  const take = (from: Live, frames: readonly Buffer[] | null): void => {
    if (frames === null) drop(from, `the signer at ${path} sent a frame that is too long; replace it`);
    for (const frame of frames ?? []) {
      if (live !== from) return;
      if (!answer(from, frame)) drop(from, `the signer at ${path} answered what it was not asked; replace it`);
    }
    flush();
  };

  /** False: the frame answers nothing that was asked. */
  const answer = (from: Live, frame: Buffer): boolean => {
    const read = readSignerAnswer(frame);
    if (read === null) return false;
    if (from.late.delete(read.id)) {
      from.answeredAtMs = performance.now();
      return true;
    }
    const wish = from.inFlight.get(read.id);
    if (wish === undefined) return false;
    from.inFlight.delete(read.id);
    if (read.kind === 'signed' && !isSignature(publicKey, wish, read.signature)) {
      settle(wish, failed('bad_signature', 'the signer answered what is no signature of its key; replace it'));
      drop(from, `the signer at ${path} answered what is no signature of its key; replace it`);
      return true;
    }
    from.answeredAtMs = performance.now();
    reconnectMs = RECONNECT_MS.first;
    fault = null;
    const refusal = 'the signer refused the message; see its log and its policy';
    settle(wish, read.kind === 'signed' ? read.signature : failed('refused', refusal, read.reason));
    return true;
  };

  const flush = (): void => {
    while (live !== null && live.inFlight.size + live.late.size < MAX_IN_FLIGHT) {
      const wish = waiting.shift();
      if (wish === undefined) return;
      live.lastId = (live.lastId + 1) >>> 0;
      wish.sentAtMs = performance.now();
      live.inFlight.set(live.lastId, wish);
      live.connection.socket.write(encodeRequest(live.lastId, wish.kind, wish.message));
    }
  };

  const giveUp = (wish: Wish): void => {
    const place = waiting.indexOf(wish);
    if (place >= 0) waiting.splice(place, 1);
    const now = live;
    const id = now === null ? undefined : [...now.inFlight].find(([, other]) => other === wish)?.[0];
    const seconds = limits.timeoutMs / 1_000;
    const isAbsent = absence !== null;
    settle(wish, failed(isAbsent ? 'unavailable' : 'timeout', absence ?? `the signer did not sign within ${seconds} s; see its log`));
    if (now === null || id === undefined) return;
    now.inFlight.delete(id);
    now.late.add(id);
    // A signer that answers others is slow; one that answers nothing for so long is lost.
    if (now.answeredAtMs < wish.sentAtMs) drop(now, `the signer at ${path} answers nothing; see its log`);
  };

  const sign = (kind: MessageKind, message: Uint8Array): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      if (message.length > MAX_SIGNED_BYTES) throw new RangeError(`message: must have at most ${MAX_SIGNED_BYTES} bytes`);
      if (waiting.length + (live?.inFlight.size ?? 0) >= MAX_OPEN) {
        reject(failed('overloaded', `${MAX_OPEN} messages wait for the signer; use a faster one`));
        return;
      }
      const wish: Wish = { kind, message, timer: setTimeout(() => giveUp(wish), limits.timeoutMs), resolve, reject, sentAtMs: 0 };
      waiting.push(wish);
      flush();
    });

  use(first);
  return { address, sign, trouble: () => absence ?? fault };
}

function isSignature(key: KeyObject, { kind, message }: Wish, signature: Uint8Array): boolean {
  return verify(null, signedBytes(kind, message, { sha256: nativeSha256 }), key, signature);
}
