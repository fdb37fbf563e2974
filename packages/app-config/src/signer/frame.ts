import type { MessageKind } from '@oracle-gateway/protocol/internal';

/** First frame of a signer: this label, then its public key (docs/signer.md). */
const OPENING_LABEL = Buffer.from('SVC_SIGNER_V1', 'ascii');
const PUBLIC_KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** Bytes of a frame after its length. A transaction has 1,232 at most. */
const MAX_FRAME_BYTES = 2_048;
const LENGTH_BYTES = 4;
const HEAD_BYTES = 5;
/** Bytes of a message, beside its number and kind. */
export const MAX_SIGNED_BYTES = MAX_FRAME_BYTES - HEAD_BYTES;
/** Characters of a refusal's reason that are kept. */
const MAX_REASON_CHARACTERS = 200;

const KIND_CODES: Readonly<Record<MessageKind, number>> = { node_request: 1, transaction: 2, log_names: 3 };
const SIGNED = 0;
const REFUSED = 1;

export type SignerAnswer =
  | { readonly id: number; readonly kind: 'signed'; readonly signature: Uint8Array }
  /** The signer's own words, in printable ASCII. */
  | { readonly id: number; readonly kind: 'refused'; readonly reason: string };

/** The bytes of one request, its length before it. */
export function encodeRequest(id: number, kind: MessageKind, message: Uint8Array): Uint8Array {
  const head = Buffer.alloc(LENGTH_BYTES + HEAD_BYTES);
  head.writeUInt32LE(HEAD_BYTES + message.length, 0);
  head.writeUInt32LE(id, LENGTH_BYTES);
  head.writeUInt8(KIND_CODES[kind], LENGTH_BYTES + 4);
  return Buffer.concat([head, message]);
}

/** The public key of an opening; null for a frame of another form. */
export function readOpening(frame: Buffer): Uint8Array | null {
  const isOpening =
    frame.length === OPENING_LABEL.length + PUBLIC_KEY_BYTES && frame.subarray(0, OPENING_LABEL.length).equals(OPENING_LABEL);
  return isOpening ? Uint8Array.from(frame.subarray(OPENING_LABEL.length)) : null;
}

/** Null for a frame of another form. */
export function readSignerAnswer(frame: Buffer): SignerAnswer | null {
  if (frame.length < HEAD_BYTES) return null;
  const id = frame.readUInt32LE(0);
  const rest = frame.subarray(HEAD_BYTES);
  switch (frame.readUInt8(4)) {
    case SIGNED:
      return rest.length === SIGNATURE_BYTES ? { id, kind: 'signed', signature: Uint8Array.from(rest) } : null;
    case REFUSED:
      return {
        id,
        kind: 'refused',
        reason: rest
          .toString('latin1')
          .replace(/[^ -~]/g, '?')
          .slice(0, MAX_REASON_CHARACTERS),
      };
    default:
      return null;
  }
}

/** Cuts a stream of bytes into frames. It keeps one unfinished frame at most. */
export interface FrameReader {
  /** The frames that these bytes complete; null where a frame is longer than any. */
  read(bytes: Buffer): readonly Buffer[] | null;
}

export function createFrameReader(): FrameReader {
  let rest: Buffer = Buffer.alloc(0);
  return {
    read(bytes) {
      rest = Buffer.concat([rest, bytes]);
      const frames: Buffer[] = [];
      while (rest.length >= LENGTH_BYTES) {
        const length = rest.readUInt32LE(0);
        if (length > MAX_FRAME_BYTES) return null;
        if (rest.length < LENGTH_BYTES + length) break;
        frames.push(rest.subarray(LENGTH_BYTES, LENGTH_BYTES + length));
        rest = rest.subarray(LENGTH_BYTES + length);
      }
      rest = Buffer.from(rest);
      return frames;
    },
  };
}
