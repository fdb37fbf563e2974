/** A body in one piece of memory, however many pieces it arrives in: an object for each byte would be a hundred times the body. */
export interface BodyBuffer {
  /** False, once and for all, where the body has more bytes than it may have. */
  add(piece: Uint8Array): boolean;
  bytes(): Uint8Array;
}

const FIRST_BYTES = 16 * 1024;
const NOTHING = new Uint8Array(0);

/** The only piece of a body is not copied: most bodies are one. */
export function createBodyBuffer(maxBytes: number): BodyBuffer {
  let first: Uint8Array = NOTHING;
  let buffer: Buffer | null = null;
  let length = 0;

  const roomFor = (needed: number): Buffer => {
    if (buffer !== null && buffer.length >= needed) return buffer;
    const grown = Buffer.allocUnsafeSlow(Math.min(maxBytes, Math.max(FIRST_BYTES, 2 * needed)));
    grown.set(buffer === null ? first : buffer.subarray(0, length));
    first = NOTHING;
    buffer = grown;
    return grown;
  };

  return {
    add(piece) {
      const total = length + piece.length;
      if (total > maxBytes) return false;
      if (length === 0) first = piece;
      else roomFor(total).set(piece, length);
      length = total;
      return true;
    },
    bytes: () => (buffer === null ? first : buffer.subarray(0, length)),
  };
}
