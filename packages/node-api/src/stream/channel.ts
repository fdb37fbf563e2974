import { CLOSE_CODES, type CloseReason } from './close-reason.js';
import { encodeFrame, type Frame, FrameError } from './frame.js';
import { MAX_MESSAGE_BYTES, type StreamLimits } from './limits.js';
import { createOpener, createSealer } from './seal.js';
import type { Wire } from './wire.js';

/** Frames of one stream, sealed in messages. Both halves are built on it. */
export interface Channel<Sent> {
  /** The frames of one turn of the event loop leave in one message. Throws RangeError for a frame that no message can hold. */
  send(frame: Sent): void;
  /** Answers a ping. While a pong is on its way no other follows: a side that asks and does not read gets one. */
  pong(): void;
  /** Bytes that wait to be sent, those of this turn included. */
  bufferedBytes(): number;
  /** Whether the keys are nearly used up: a stream should send a drain notice. */
  isWearingOut(): boolean;
  /** Sends what waits, then ends the connection. */
  close(reason: CloseReason): void;
  readonly isClosed: () => boolean;
}

export interface ChannelInput<Received> {
  readonly wire: Wire;
  readonly sealKey: Uint8Array;
  readonly openKey: Uint8Array;
  readonly limits: StreamLimits;
  /** Reads no more while more than `maxBufferedBytes` wait to be sent. */
  readonly pausesReading: boolean;
  readonly read: (plain: Buffer) => Iterable<Received>;
  /** A ping or pong of WebSocket itself, with its bytes. Throws FrameError for one too many. */
  readonly onControl?: (bytes: number) => void;
  /** Throws FrameError for a frame that may not come now. */
  readonly onFrame: (frame: Received) => void;
  /** Once after `quietMs`, again and again. */
  readonly onTick?: () => void;
  /** A failure of this half's own code, which ends the stream and not the process. */
  readonly onFailure: (error: unknown) => void;
  /** Called once, whichever side ended the connection. */
  readonly onClosed: (reason: CloseReason) => void;
}

/** Messages that are left for a drain notice and for the answers of calls under way. */
const LAST_MESSAGES = 2 ** 16;

export function createChannel<Sent extends Frame, Received extends Frame>(input: ChannelInput<Received>): Channel<Sent> {
  const { wire, limits } = input;
  const sealer = createSealer(input.sealKey);
  const opener = createOpener(input.openKey);
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let isFlushDue = false;
  let isPaused = false;
  let closedFor: CloseReason | null = null;
  let isEnded = false;
  let pong: 'none' | 'waits' | 'sent' = 'none';
  /** Ticks without a message of the other side. */
  let quietTicks = 0;
  /** Ticks at which too much waited to be sent. */
  let fullTicks = 0;

  const close = (reason: CloseReason): void => {
    if (closedFor !== null) return;
    closedFor = sendWaiting() ? reason : 'key_used_up';
    clearInterval(ticks);
    wire.close(closedFor === 'lost' ? CLOSE_CODES.done : CLOSE_CODES[closedFor], closedFor);
  };

  const flush = (): void => {
    isFlushDue = false;
    if (closedFor !== null) return;
    if (!sendWaiting()) close('key_used_up');
    if (input.pausesReading && !isPaused && wire.bufferedBytes() > limits.maxBufferedBytes) {
      isPaused = true;
      wire.pause();
    }
  };

  /** False when there is something to send and the key is used up. */
  const sendWaiting = (): boolean => {
    if (waiting.length === 0) return true;
    const plain = Buffer.concat(waiting, waitingBytes);
    waiting = [];
    waitingBytes = 0;
    if (sealer.count() >= limits.maxMessages) return false;
    const holdsPong = pong === 'waits';
    if (holdsPong) pong = 'sent';
    wire.send(sealer.seal(plain), () => {
      if (holdsPong) pong = 'none';
      onSent();
    });
    return true;
  };

  const onSent = (): void => {
    if (!isPaused || closedFor !== null || wire.bufferedBytes() > limits.maxBufferedBytes / 2) return;
    isPaused = false;
    wire.resume();
  };

  const send = (frame: Frame): void => {
    if (closedFor !== null) return;
    const pieces = encodeFrame(frame);
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0);
    if (waitingBytes + bytes > MAX_MESSAGE_BYTES) flush();
    waiting.push(...pieces);
    waitingBytes += bytes;
    if (isFlushDue) return;
    isFlushDue = true;
    // The flush follows the reads of this turn, so that messages that they cause leave together.
    setImmediate(flush);
  };

  const take = (message: Buffer | null): void => {
    if (closedFor !== null) return;
    const plain = message === null || opener.count() >= limits.maxMessages ? null : opener.open(message);
    if (plain === null) {
      close('not_authentic');
      return;
    }
    quietTicks = 0;
    for (const frame of input.read(plain)) {
      if (isClosed()) return;
      input.onFrame(frame);
    }
  };

  const bufferedBytes = (): number => waitingBytes + wire.bufferedBytes();
  const isClosed = (): boolean => closedFor !== null || isEnded;

  const tick = (): void => {
    quietTicks += 1;
    fullTicks = bufferedBytes() > limits.maxBufferedBytes ? fullTicks + 1 : 0;
    if (quietTicks > 2) close('idle');
    else if (fullTicks > 1) close('unread');
    else if (quietTicks > 1) send({ kind: 'ping' });
    input.onTick?.();
  };
  const ticks = setInterval(tick, limits.quietMs);
  ticks.unref();

  const closeOnError = (work: () => void): void => {
    try {
      work();
    } catch (error) {
      if (error instanceof FrameError) {
        close(error.closesFor);
      } else {
        input.onFailure(error);
        close('failed');
      }
    }
  };

  wire.listen({
    onMessage: (message) => closeOnError(() => take(message)),
    onControl: (bytes) => {
      if (!isClosed()) closeOnError(() => input.onControl?.(bytes));
    },
    onEnd: (code) => {
      if (isEnded) return;
      isEnded = true;
      clearInterval(ticks);
      const reason = closedFor ?? reasonOf(code);
      closedFor ??= reason;
      input.onClosed(reason);
    },
  });

  return {
    send,
    pong: () => {
      if (pong !== 'none') return;
      pong = 'waits';
      send({ kind: 'pong' });
    },
    bufferedBytes,
    isWearingOut: () => Math.max(sealer.count(), opener.count()) >= limits.maxMessages - LAST_MESSAGES,
    close,
    isClosed,
  };
}

const REASONS = new Map(
  Object.keys(CLOSE_CODES)
    .filter((reason): reason is keyof typeof CLOSE_CODES => reason in CLOSE_CODES)
    .map((reason): [number, CloseReason] => [CLOSE_CODES[reason], reason]),
);

/** Meaning of the code in the other side's close frame. */
function reasonOf(code: number): CloseReason {
  return REASONS.get(code) ?? 'lost';
}
