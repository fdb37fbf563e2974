import { toHex } from '@oracle-gateway/protocol';
import { BoundedMap } from '@oracle-gateway/protocol/internal';
import { nativeSha256 } from '@oracle-gateway/protocol/node';
import { GatewayError } from '../errors/gateway-error.js';

/** A request with a payment, as it was sent. */
export interface SentBytes {
  readonly header: string;
  readonly body: Uint8Array;
}

/** Runs `serve`, unless the very same bytes were refused a moment ago: then that refusal is thrown again, and nothing is decoded. */
export type UnlessRefused = <T>(sent: SentBytes, serve: () => Promise<T>) => Promise<T>;

const REFUSED_MS = 5_000;
const MAX_REFUSED = 4_096;

/**
 * Remembers which requests had their payment refused. The key is payment and request together, so a payment that another party sent
 * with a wrong request is judged again with the right one.
 */
export function createUnlessRefused({ monotonicMs }: { readonly monotonicMs: () => number }): UnlessRefused {
  const refused = new BoundedMap<string, { readonly refusal: GatewayError; readonly untilMs: number }>(MAX_REFUSED);
  return async ({ header, body }, serve) => {
    // A header holds no line feed.
    const key = toHex(nativeSha256(Buffer.concat([Buffer.from(`${header}\n`), body])));
    const known = refused.peek(key);
    if (known !== undefined && monotonicMs() < known.untilMs) throw known.refusal;
    try {
      return await serve();
    } catch (error) {
      if (error instanceof GatewayError && error.code === 'payment_refused' && error.details.isPassing !== true) {
        refused.set(key, { refusal: error, untilMs: monotonicMs() + REFUSED_MS });
      }
      throw error;
    }
  };
}
