import { CorruptRecordError } from './errors.js';

/** A transaction that was sent, or was about to be: it may land until the chain is past `lastValidBlockHeight`. */
export interface SentBroadcast {
  /** Base58, known before the transaction is sent. */
  readonly signature: string;
  readonly lastValidBlockHeight: number;
}

/** A transaction of a round, with its bytes while they are kept. */
export interface Broadcast extends SentBroadcast {
  /** The signed transaction, so that the very same bytes can be sent again. null: of an older one, or no longer kept. */
  readonly wire: Uint8Array | null;
}

/**
 * Milliseconds for which the bytes of a transaction are kept. A blockhash lives for about a minute. Where the chain stands still for longer, its round
 * waits for the end of the blockhash, and another transaction is sent.
 */
export const WIRE_LIFE_MS = 300_000;

/** Transactions remembered per round. An older one cannot land any more: each is sent only after its predecessor's blockhash has expired. */
export const MAX_BROADCASTS = 16;

/** A Solana transaction fits one packet: 1,280 bytes of IPv6 less its headers. */
const MAX_WIRE_BYTES = 1_232;

const SIGNATURE = /^[1-9A-HJ-NP-Za-km-z]{64,88}$/;
const LINE = /^([1-9A-HJ-NP-Za-km-z]{64,88}) (0|[1-9][0-9]{0,15})$/;

/** Throws TypeError. */
export function requireSignature(signature: string): string {
  if (!SIGNATURE.test(signature)) throw new TypeError('a transaction is named by a base58 signature');
  return signature;
}

export function encodeBroadcast(broadcast: SentBroadcast): string {
  const line = `${broadcast.signature} ${broadcast.lastValidBlockHeight}`;
  if (!LINE.test(line)) throw new TypeError('a broadcast is a base58 signature and a block height');
  return line;
}

/** Throws TypeError. */
export function requireWire(wire: Uint8Array): Uint8Array {
  if (wire.length === 0 || wire.length > MAX_WIRE_BYTES) throw new TypeError(`a transaction has 1 to ${MAX_WIRE_BYTES} bytes`);
  return wire;
}

/** Lines as the record keeps them, oldest first. Throws CorruptRecordError. */
export function decodeBroadcasts(text: string): readonly SentBroadcast[] {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => {
    const [, signature, height] = LINE.exec(line) ?? [];
    if (signature === undefined || height === undefined) throw new CorruptRecordError('a recorded broadcast is malformed');
    return { signature, lastValidBlockHeight: Number(height) };
  });
}
