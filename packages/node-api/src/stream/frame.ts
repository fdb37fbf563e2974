import { readRequestJson } from '@oracle-gateway/protocol';
import type { NodeOperationName } from '../operations.js';
import { type CommitResponse, parseCommitResponse } from '../operations/commit.js';
import { MAX_MESSAGE_BYTES } from './limits.js';
import type { StreamPush, WantedPushes } from './push.js';

/** Frames that the gateway sends. */
export type GatewayFrame =
  | { readonly kind: 'gateway_hello'; readonly wants: WantedPushes }
  | CallFrame
  | { readonly kind: 'cancel'; readonly id: number }
  | LifeSign;

/** Frames that the node sends. */
export type NodeFrame =
  | { readonly kind: 'node_hello'; readonly maxCalls: number }
  | AnswerFrame
  | { readonly kind: 'push'; readonly push: StreamPush }
  | { readonly kind: 'drain_notice' }
  | LifeSign;

export interface CallFrame {
  readonly kind: 'call';
  /** Greater than that of every earlier call of the stream. */
  readonly id: number;
  /** Null: an operation of a later contract. */
  readonly operation: NodeOperationName | null;
  readonly traceparent: string | undefined;
  readonly body: Uint8Array;
}

export interface AnswerFrame {
  readonly kind: 'answer';
  readonly id: number;
  readonly status: number;
  readonly timeMs: number;
  readonly body: Uint8Array;
}

type LifeSign = { readonly kind: 'ping' } | { readonly kind: 'pong' };

export type Frame = GatewayFrame | NodeFrame;

/** The frame breaks the protocol; the stream cannot go on. */
export class FrameError extends Error {
  override readonly name = 'FrameError';

  constructor(message: string, options: ErrorOptions & { readonly closesFor?: 'malformed' | 'flooded' } = {}) {
    super(message, options);
    this.closesFor = options.closesFor ?? 'malformed';
  }

  readonly closesFor: 'malformed' | 'flooded';
}

/** First byte of a frame. */
const KINDS = {
  gateway_hello: 0,
  node_hello: 1,
  call: 2,
  cancel: 3,
  answer: 4,
  push: 5,
  drain_notice: 6,
  ping: 7,
  pong: 8,
} as const satisfies Record<Frame['kind'], number>;

/** Operations by their number on the wire. */
const OPERATIONS: readonly NodeOperationName[] = ['commit', 'observe', 'sign', 'release', 'simulate', 'vouch'];
const TOPICS = { commitments: 0, registry_version: 1 } as const satisfies Record<StreamPush['topic'], number>;
const WANTS = { commitments: 1, registryVersion: 2 } as const satisfies Record<keyof WantedPushes, number>;

/** Kind, and the length of what follows as u24. */
export const HEAD_BYTES = 4;
const CALL_HEAD_BYTES = 6;
const ANSWER_HEAD_BYTES = 12;
/** A longer header of a trace is left out. */
const MAX_TRACEPARENT = 255;
/** Ids are u32. */
export const MAX_CALL_ID = 2 ** 32 - 1;

/** The bytes of one frame, in pieces. Throws RangeError for a frame that no message can hold. */
export function encodeFrame(frame: Frame): readonly Uint8Array[] {
  switch (frame.kind) {
    case 'gateway_hello': {
      const { commitments, registryVersion } = frame.wants;
      return [head(frame.kind, 1, (commitments ? WANTS.commitments : 0) | (registryVersion ? WANTS.registryVersion : 0))];
    }
    case 'node_hello': {
      const bytes = allocated(frame.kind, 2, 2);
      bytes.writeUInt16LE(frame.maxCalls, HEAD_BYTES);
      return [bytes];
    }
    case 'call':
      return encodeCall(frame);
    case 'cancel': {
      const bytes = allocated(frame.kind, 4, 4);
      bytes.writeUInt32LE(frame.id, HEAD_BYTES);
      return [bytes];
    }
    case 'answer': {
      const bytes = allocated(frame.kind, ANSWER_HEAD_BYTES, ANSWER_HEAD_BYTES + frame.body.length);
      bytes.writeUInt32LE(frame.id, HEAD_BYTES);
      bytes.writeUInt16LE(frame.status, HEAD_BYTES + 4);
      bytes.writeUIntLE(frame.timeMs, HEAD_BYTES + 6, 6);
      return [bytes, frame.body];
    }
    case 'push':
      return encodePush(frame.push);
    case 'drain_notice':
    case 'ping':
    case 'pong':
      return [head(frame.kind, 0)];
  }
}

function encodeCall({ kind, id, operation, traceparent = '', body }: CallFrame): readonly Uint8Array[] {
  const trace = traceparent.length > MAX_TRACEPARENT ? '' : traceparent;
  const length = CALL_HEAD_BYTES + trace.length;
  const bytes = allocated(kind, length, length + body.length);
  bytes.writeUInt32LE(id, HEAD_BYTES);
  bytes[HEAD_BYTES + 4] = operation === null ? OPERATIONS.length : OPERATIONS.indexOf(operation);
  bytes[HEAD_BYTES + 5] = trace.length;
  bytes.write(trace, HEAD_BYTES + CALL_HEAD_BYTES, 'latin1');
  return [bytes, body];
}

function encodePush(push: StreamPush): readonly Uint8Array[] {
  switch (push.topic) {
    case 'commitments': {
      const body = Buffer.from(JSON.stringify(push.batch));
      const bytes = allocated('push', 1, 1 + body.length);
      bytes[HEAD_BYTES] = TOPICS.commitments;
      return [bytes, body];
    }
    case 'registry_version': {
      const bytes = allocated('push', 9, 9);
      bytes[HEAD_BYTES] = TOPICS.registry_version;
      bytes.writeBigUInt64LE(push.version, HEAD_BYTES + 1);
      return [bytes];
    }
  }
}

/** A buffer for the head and `own` more bytes, with the head written for a frame of `length` bytes. */
function allocated(kind: Frame['kind'], own: number, length: number): Buffer {
  if (HEAD_BYTES + length > MAX_MESSAGE_BYTES) throw new RangeError(`frame: must be at most ${MAX_MESSAGE_BYTES} bytes`);
  const bytes = Buffer.allocUnsafe(HEAD_BYTES + own);
  bytes[0] = KINDS[kind];
  bytes.writeUIntLE(length, 1, 3);
  return bytes;
}

function head(kind: Frame['kind'], length: 0): Buffer;
function head(kind: Frame['kind'], length: 1, only: number): Buffer;
function head(kind: Frame['kind'], length: 0 | 1, only = 0): Buffer {
  const bytes = allocated(kind, length, length);
  if (length === 1) bytes[HEAD_BYTES] = only;
  return bytes;
}

/** The frames of one message that a gateway sent; their bodies are views of `plain`. Throws FrameError. */
export function* gatewayFrames(plain: Buffer): Generator<GatewayFrame> {
  for (const [kind, body] of rawFrames(plain)) {
    switch (kind) {
      case KINDS.gateway_hello:
        yield { kind: 'gateway_hello', wants: readWants(u8At(sized(body, 1), 0)) };
        break;
      case KINDS.call:
        yield readCall(body);
        break;
      case KINDS.cancel:
        yield { kind: 'cancel', id: sized(body, 4).readUInt32LE(0) };
        break;
      default:
        yield readLifeSign(kind, body);
    }
  }
}

/**
 * The frames of one message that a node sent. `countUnasked` hears of each frame that answers no call before anything of it is read. Throws
 * FrameError, and what `countUnasked` throws.
 */
export function* nodeFrames(plain: Buffer, countUnasked: (bytes: number) => void): Generator<NodeFrame> {
  for (const [kind, body] of rawFrames(plain)) {
    if (kind !== KINDS.answer) countUnasked(HEAD_BYTES + body.length);
    switch (kind) {
      case KINDS.node_hello:
        yield { kind: 'node_hello', maxCalls: sized(body, 2).readUInt16LE(0) };
        break;
      case KINDS.answer:
        yield readAnswer(body);
        break;
      case KINDS.push:
        yield { kind: 'push', push: readPush(body) };
        break;
      case KINDS.drain_notice:
        sized(body, 0);
        yield { kind: 'drain_notice' };
        break;
      default:
        yield readLifeSign(kind, body);
    }
  }
}

function* rawFrames(plain: Buffer): Generator<readonly [kind: number, body: Buffer]> {
  if (plain.length === 0) throw new FrameError('a message must hold a frame');
  for (let at = 0; at < plain.length;) {
    const bodyAt = at + HEAD_BYTES;
    const end = bodyAt <= plain.length ? bodyAt + plain.readUIntLE(at + 1, 3) : Number.POSITIVE_INFINITY;
    if (end > plain.length) throw new FrameError('a frame must end within its message');
    yield [u8At(plain, at), plain.subarray(bodyAt, end)];
    at = end;
  }
}

function readWants(bits: number): WantedPushes {
  if (bits > (WANTS.commitments | WANTS.registryVersion)) throw new FrameError('hello: unknown bit');
  return { commitments: (bits & WANTS.commitments) !== 0, registryVersion: (bits & WANTS.registryVersion) !== 0 };
}

function readCall(body: Buffer): CallFrame {
  const bodyAt = CALL_HEAD_BYTES + u8At(body, 5);
  if (body.length < bodyAt) throw new FrameError('call: too short');
  const trace = body.toString('latin1', CALL_HEAD_BYTES, bodyAt);
  return {
    kind: 'call',
    id: body.readUInt32LE(0),
    operation: OPERATIONS[u8At(body, 4)] ?? null,
    traceparent: trace === '' ? undefined : trace,
    body: body.subarray(bodyAt),
  };
}

function readAnswer(body: Buffer): AnswerFrame {
  if (body.length < ANSWER_HEAD_BYTES) throw new FrameError('answer: too short');
  return {
    kind: 'answer',
    id: body.readUInt32LE(0),
    status: body.readUInt16LE(4),
    timeMs: body.readUIntLE(6, 6),
    body: body.subarray(ANSWER_HEAD_BYTES),
  };
}

function readPush(body: Buffer): StreamPush {
  switch (u8At(body, 0)) {
    case TOPICS.commitments:
      return { topic: 'commitments', batch: readBatch(body.subarray(1)) };
    case TOPICS.registry_version:
      return { topic: 'registry_version', version: sized(body, 9).readBigUInt64LE(1) };
    default:
      throw new FrameError('push: unknown topic');
  }
}

function readBatch(json: Uint8Array): CommitResponse {
  try {
    return parseCommitResponse(readRequestJson(json, { maxBytes: MAX_MESSAGE_BYTES }));
  } catch (error) {
    throw new FrameError('push: not a batch of commitments', { cause: error });
  }
}

function readLifeSign(kind: number, body: Buffer): LifeSign {
  sized(body, 0);
  if (kind === KINDS.ping) return { kind: 'ping' };
  if (kind === KINDS.pong) return { kind: 'pong' };
  throw new FrameError('a frame that this side does not send');
}

function sized(body: Buffer, length: number): Buffer {
  if (body.length !== length) throw new FrameError(`a frame must have ${length} bytes here`);
  return body;
}

function u8At(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) throw new FrameError('a frame is too short');
  return byte;
}
