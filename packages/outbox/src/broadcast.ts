import { CorruptRecordError } from './errors.js';

/** A transaction that was sent, or was about to be: it may land until the chain is past `lastValidBlockHeight`. */
export interface Broadcast {
  /** Base58, known before the transaction is sent. */
  readonly signature: string;
  readonly lastValidBlockHeight: number;
}

/** Transactions remembered per round. An older one cannot land any more: each is sent only after its predecessor's blockhash has expired. */
export const MAX_BROADCASTS = 16;

const LINE = /^([1-9A-HJ-NP-Za-km-z]{64,88}) (0|[1-9][0-9]{0,15})$/;

export function encodeBroadcast(broadcast: Broadcast): string {
  const line = `${broadcast.signature} ${broadcast.lastValidBlockHeight}`;
  if (!LINE.test(line)) throw new TypeError('a broadcast is a base58 signature and a block height');
  return line;
}

/** Lines as the record keeps them, oldest first. Throws CorruptRecordError. */
export function decodeBroadcasts(text: string): readonly Broadcast[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, signature, height] = LINE.exec(line) ?? [];
      if (signature === undefined || height === undefined) throw new CorruptRecordError('a recorded broadcast is malformed');
      return { signature, lastValidBlockHeight: Number(height) };
    });
}
