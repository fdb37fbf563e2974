import { CorruptRecordError } from './errors.js';

/** A transaction that was sent, or was about to be: it may land until the chain is past `lastValidBlockHeight`. */
export interface Broadcast {
  /** Base58, known before the transaction is sent. */
  readonly signature: string;
  readonly lastValidBlockHeight: number;
  /** The signed transaction, so that the very same bytes can be sent again; kept of the newest only, null of older ones. */
  readonly wire: Uint8Array | null;
}

/** Transactions remembered per round. An older one cannot land any more: each is sent only after its predecessor's blockhash has expired. */
export const MAX_BROADCASTS = 16;

/** A Solana transaction fits one packet: 1,280 bytes of IPv6 less its headers. */
const MAX_WIRE_BYTES = 1_232;

const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;
const LINE = /^([1-9A-HJ-NP-Za-km-z]{64,88}) (0|[1-9][0-9]{0,15})$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Throws TypeError. */
export function requireSignature(signature: string): string {
  if (!SIGNATURE.test(signature)) throw new TypeError('a transaction is named by a base58 signature');
  return signature;
}

export function encodeBroadcast(broadcast: Pick<Broadcast, 'signature' | 'lastValidBlockHeight'>): string {
  const line = `${broadcast.signature} ${broadcast.lastValidBlockHeight}`;
  if (!LINE.test(line)) throw new TypeError('a broadcast is a base58 signature and a block height');
  return line;
}

/** Base64, because scripts answer texts; '' for null. */
export function encodeWire(wire: Uint8Array | null): string {
  if (wire === null) return '';
  if (wire.length === 0 || wire.length > MAX_WIRE_BYTES) throw new TypeError(`a transaction has 1 to ${MAX_WIRE_BYTES} bytes`);
  return Buffer.from(wire).toString('base64');
}

/** Lines as the record keeps them, oldest first, and the bytes of the last one. Throws CorruptRecordError. */
export function decodeBroadcasts(text: string, wireText: string): readonly Broadcast[] {
  const lines = text.split('\n').filter((line) => line !== '');
  const wire = decodeWire(wireText);
  return lines.map((line, index) => {
    const [, signature, height] = LINE.exec(line) ?? [];
    if (signature === undefined || height === undefined) throw new CorruptRecordError('a recorded broadcast is malformed');
    return { signature, lastValidBlockHeight: Number(height), wire: index === lines.length - 1 ? wire : null };
  });
}

function decodeWire(text: string): Uint8Array | null {
  if (text === '') return null;
  if (!BASE64.test(text)) throw new CorruptRecordError('a recorded transaction is malformed');
  return new Uint8Array(Buffer.from(text, 'base64'));
}
